"""Rule tabulate_simulated: every table of the report, as CSV, Markdown and LaTeX."""

from tenbyten.report.simulated.exporting import write_tables
from tenbyten.scripting import job
from tenbyten.tables import read_table, read_tables

with job(snakemake):
    write_tables(
        read_tables(snakemake.input.collected),
        read_table(snakemake.input.statements),
        snakemake.output.tables,
        settings=snakemake.params.settings,
    )
