"""Rule collect_metrics: the metrics of all panels as one long table."""

from tenbyten.accuracies.left_out import design_left, leave_out, read_failures
from tenbyten.accuracies.metric_values import (
    collect_metrics,
    read_metrics,
    write_metrics,
)
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
failures = read_failures(snakemake.input.get("failures", []))
table = collect_metrics(
    leave_out(map(read_metrics, snakemake.input.metrics), failures),
    metrics=snakemake.params.metrics,
    **design_left(snakemake.params.design, failures),
)
write_metrics(table, snakemake.output.metrics)
