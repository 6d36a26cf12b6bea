"""Rule tabulate: each subset's decisions, adjusted and in the layout of Table 4."""

from tenbyten.accuracies.files import read_failures
from tenbyten.jobs.scripting import job
from tenbyten.stages import tabulate
from tenbyten.tables.our_csv import read_table

with job(snakemake) as files:
    failures = read_failures(files.inputs.pop("failures", []))
    for i, settings in enumerate(snakemake.params.settings.values()):
        tables = {name: read_table(paths[i]) for name, paths in files.inputs.items()}
        decisions = tabulate(tables, failures, **settings)
        decisions.write(**{form: paths[i] for form, paths in files.outputs.items()})
