"""Rule take_metrics: another program's metrics as the long table."""

from tenbyten.scripting import log_to
from tenbyten.tables.elsewhere import read_elsewhere
from tenbyten.tables.metrics import collect_metrics, write_metrics

log_to(snakemake.log[0])
params = snakemake.params
table = read_elsewhere(
    snakemake.input.table, schemes=params.schemes, metrics=params.metrics
)
metrics = collect_metrics([table], metrics=params.metrics, **params.design)
write_metrics(metrics, snakemake.output.metrics)
