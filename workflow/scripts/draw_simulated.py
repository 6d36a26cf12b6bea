"""Rule draw_simulated: every figure of the study, as SVG."""

from tenbyten.report.simulated.exporting import draw_figures
from tenbyten.scripting import job
from tenbyten.tables import read_tables

with job(snakemake):
    draw_figures(
        read_tables(snakemake.input.collected),
        snakemake.output.figures,
        settings=snakemake.params.settings,
        processes=snakemake.threads,
    )
