"""Rule collect: the counts and metrics of all panels as long tables."""

from tenbyten.accuracies.files import read_counts, read_failures, read_metrics
from tenbyten.scripting import log_to
from tenbyten.stages import collect_accuracies, collect_metrics
from tenbyten.tables import write_table

log_to(snakemake.log[0])
inputs, outputs, params = snakemake.input, snakemake.output, snakemake.params
failures = read_failures(inputs.get("failures", []))
counts = map(read_counts, inputs.counts)
accuracies = collect_accuracies(counts, failures, **params.design)
measured = map(read_metrics, inputs.get("metrics", []))
metrics = collect_metrics(measured, failures, metrics=params.metrics, **params.design)
write_table(accuracies, outputs.accuracies)
write_table(metrics, outputs.get("metrics"))
write_table(failures, outputs.get("failures"))
