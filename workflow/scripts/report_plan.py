"""Rule report_plan: tables, figures and page of a plan."""

from tenbyten.files import write_text
from tenbyten.planning.page import draw_figures, render, write_tables
from tenbyten.scripting import job
from tenbyten.tables import read_tables

with job(snakemake):
    planned = read_tables(snakemake.input.planned)
    settings = snakemake.params.settings
    write_tables(planned, snakemake.output.tables, settings=settings)
    draw_figures(planned, snakemake.output.figures, settings=settings)
    page = render(
        planned,
        name=snakemake.wildcards.study,
        settings=settings,
        figures=snakemake.output.figures,
        provenance=snakemake.input.provenance,
    )
    write_text(page, snakemake.output.page)
