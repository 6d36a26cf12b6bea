"""Rule tabulate: a subset's decisions, adjusted and in the layout of Table 4."""

from tenbyten.accuracies.files import read_failures
from tenbyten.scripting import job
from tenbyten.stages import tabulate
from tenbyten.tables import read_table

with job(snakemake):
    inputs = dict(snakemake.input.items())
    failures = inputs.pop("failures", [])
    tables = {name: read_table(path) for name, path in inputs.items()}
    decisions = tabulate(
        tables,
        read_failures(failures),
        **snakemake.params.settings,
    )
    decisions.write(**snakemake.output)
