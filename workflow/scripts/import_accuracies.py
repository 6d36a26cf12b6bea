"""Rule import_accuracies: another program's results as the long tables."""

from tenbyten.accuracies.files import read_failures
from tenbyten.accuracies.imported import read_imported
from tenbyten.jobs.scripting import job
from tenbyten.stages import collect
from tenbyten.tables import write_table

with job(snakemake) as files:
    settings = dict(snakemake.params.settings)
    table = read_imported(
        snakemake.input.table,
        schemes=settings.pop("schemes"),
        metric=settings["metric"],
        metrics=settings["metrics"],
    )
    tables = collect(table, read_failures([]), **settings)
    for name, path in files.outputs.items():
        write_table(tables[name], path)
