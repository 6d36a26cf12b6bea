"""Rule correlated_t: every pair of classifiers on each data set."""

from tenbyten.accuracies.metric_values import read_values
from tenbyten.comparisons.files import write_comparisons
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
settings = snakemake.params.settings
values = read_values(snakemake.input.values, metric=settings["metric"])
posteriors = compare_on_each(values, **settings)
write_comparisons(posteriors, snakemake.output.posteriors)
