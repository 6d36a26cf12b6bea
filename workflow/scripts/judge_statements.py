"""Rule judge_statements: which published statements hold, and where."""

from tenbyten.comparisons.files import write_comparisons
from tenbyten.scripting import job
from tenbyten.simulation_stages import judge_statements
from tenbyten.tables import read_tables

with job(snakemake):
    judged = judge_statements(
        read_tables(snakemake.input.collected), **snakemake.params.settings
    )
    write_comparisons(judged, snakemake.output.statements)
