"""Rule collect_metrics: the metrics of all panels as one long table."""

from tenbyten.scripting import log_to
from tenbyten.tables.metrics import collect_metrics, read_metrics, write_metrics

log_to(snakemake.log[0])
table = collect_metrics(
    map(read_metrics, snakemake.input.metrics),
    metrics=snakemake.params.metrics,
    **snakemake.params.design,
)
write_metrics(table, snakemake.output.metrics)
