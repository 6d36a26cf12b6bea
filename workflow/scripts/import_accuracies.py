"""Rule import_accuracies: another program's results as the long tables."""

from tenbyten.accuracies.imported import read_imported
from tenbyten.scripting import job
from tenbyten.stages import collect_imported
from tenbyten.tables import write_table

with job(snakemake) as files:
    known = snakemake.params.settings
    design, metrics = known["design"], known["metrics"]
    table = read_imported(
        snakemake.input.table,
        schemes=known["schemes"],
        metric=known["metric"],
        metrics=metrics,
    )
    tables = collect_imported(
        table,
        metrics=metrics,
        design=design,
        instances=known["instances"],
        foreign_metrics=known["foreign_metrics"],
    )
    for name, path in files.outputs.items():
        write_table(tables[name], path)
