"""Rule take_metrics: another program's metrics as the long table."""

from tenbyten.accuracies.imported import read_elsewhere
from tenbyten.accuracies.metric_values import collect_metrics, write_metrics
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
params = snakemake.params
table = read_elsewhere(
    snakemake.input.table, schemes=params.schemes, metrics=params.metrics
)
metrics = collect_metrics([table], metrics=params.metrics, **params.design)
write_metrics(metrics, snakemake.output.metrics)
