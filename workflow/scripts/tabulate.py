"""Rule tabulate: a subset's decisions in the layout of Table 4."""

from tenbyten.accuracies.files import read_failures
from tenbyten.scripting import log_to
from tenbyten.stages import tabulate
from tenbyten.tables import read_table

log_to(snakemake.log[0])
decisions = tabulate(
    read_table(snakemake.input.poisson),
    read_table(snakemake.input.signed_rank),
    read_failures(snakemake.input.get("failures", [])),
    **snakemake.params.settings,
)
decisions.write(**snakemake.output)
