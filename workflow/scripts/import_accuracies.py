"""Rule import_accuracies: another program's results as the long tables."""

from tenbyten.accuracies.files import read_failures
from tenbyten.accuracies.imported import read_imported
from tenbyten.scripting import job
from tenbyten.stages import collect_accuracies, collect_metrics
from tenbyten.tables import write_table

with job(snakemake):
    outputs, known = snakemake.output, snakemake.params.settings
    design, metrics = known["design"], known["metrics"]
    table = read_imported(
        snakemake.input.table, schemes=known["schemes"], metrics=metrics
    )
    none = read_failures([])
    accuracies = collect_accuracies(
        [table], none, **design, instances=known["instances"]
    )
    write_table(accuracies, outputs.accuracies)
    measured = collect_metrics([table], none, metrics=metrics, **design)
    write_table(measured, outputs.get("metrics"))
