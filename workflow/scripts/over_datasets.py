"""Rule over_datasets: every other test over a subset."""

from tenbyten.accuracies.left_out import datasets_left, read_failures
from tenbyten.accuracies.means import means_of
from tenbyten.accuracies.metric_values import read_values
from tenbyten.comparisons.files import write_all
from tenbyten.comparisons.over_datasets import compare_over_datasets
from tenbyten.scripting import log_to
from tenbyten.tables import read_table

log_to(snakemake.log[0])
failures = read_failures(snakemake.input.get("failures", []))
settings = snakemake.params.settings
metric = settings["metric"]
tables = compare_over_datasets(
    read_table(snakemake.input.posteriors),
    means_of(read_values(snakemake.input.values, metric=metric), metric),
    read_table(snakemake.input.signed_rank),
    datasets=datasets_left(snakemake.params.datasets, failures),
    **settings,
)
write_all(tables, dict(snakemake.output.items()))
