"""Rule collect: the counts and metrics of all panels as long tables."""

from tenbyten.accuracies.left_out import read_failures, write_failures
from tenbyten.accuracies.metric_values import read_metrics, write_metrics
from tenbyten.accuracies.table import read_counts, write_accuracies
from tenbyten.scripting import log_to
from tenbyten.stages import collect_accuracies, collect_metrics

log_to(snakemake.log[0])
inputs, outputs, params = snakemake.input, snakemake.output, snakemake.params
failures = read_failures(inputs.get("failures", []))
counts = map(read_counts, inputs.counts)
accuracies = collect_accuracies(counts, failures, **params.design)
measured = map(read_metrics, inputs.get("metrics", []))
metrics = collect_metrics(measured, failures, metrics=params.metrics, **params.design)
write_accuracies(accuracies, outputs.accuracies)
write_metrics(metrics, outputs.get("metrics"))
write_failures(failures, outputs.get("failures"))
