"""Rule report_plan: tables, figure and page of a plan."""

from tenbyten.files import write_text
from tenbyten.jobs.scripting import job
from tenbyten.planning.page import draw_figures, render, write_tables
from tenbyten.planning.result import read_plan

with job(snakemake):
    plan = read_plan(snakemake.input.planned)
    write_tables(plan, snakemake.output.tables)
    draw_figures(plan, snakemake.output.figures)
    page = render(
        plan,
        name=snakemake.wildcards.study,
        settings=snakemake.params.settings,
        figures=snakemake.output.figures,
        provenance=snakemake.input.provenance,
    )
    write_text(page, snakemake.output.page)
    write_text(f"{plan}\n", snakemake.output.summary)
