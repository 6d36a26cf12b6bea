"""Rule import_accuracies: another program's results as the long tables."""

from tenbyten.accuracies.files import read_failures
from tenbyten.accuracies.imported import read_imported
from tenbyten.scripting import job
from tenbyten.stages import collect_accuracies, collect_metrics
from tenbyten.tables import write_table

with job(snakemake):
    outputs, params = snakemake.output, snakemake.params
    table = read_imported(
        snakemake.input.table, schemes=params.schemes, metrics=params.metrics
    )
    failures = read_failures([])
    known = {**params.design, "instances": params.instances}
    accuracies = collect_accuracies([table], failures, **known)
    metrics = collect_metrics(
        [table], failures, metrics=params.metrics, **params.design
    )
    write_table(accuracies, outputs.accuracies)
    write_table(metrics, outputs.get("metrics"))
