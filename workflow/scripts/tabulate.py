"""Rule tabulate: a subset's decisions, adjusted and in the layout of Table 4."""

from tenbyten.accuracies.files import read_failures
from tenbyten.scripting import job
from tenbyten.stages import tabulate
from tenbyten.tables import read_table

with job(snakemake):
    tables = {
        "poisson": read_table(snakemake.input.poisson),
        "signed_rank": read_table(snakemake.input.signed_rank),
        "adjusted": read_table(snakemake.input.adjusted),
        "false_marks": read_table(snakemake.input.false_marks),
    }
    decisions = tabulate(
        tables,
        read_failures(snakemake.input.get("failures", [])),
        **snakemake.params.settings,
    )
    decisions.write(**snakemake.output)
