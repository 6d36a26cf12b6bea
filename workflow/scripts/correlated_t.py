"""Rule correlated_t: every pair of classifiers on each data set."""

from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import compare_on_each, write_comparisons
from tenbyten.tables.metrics import read_values

log_to(snakemake.log[0])
settings = snakemake.params.settings
values = read_values(snakemake.input.values, metric=settings["metric"])
posteriors = compare_on_each(values, **settings)
write_comparisons(posteriors, snakemake.output.posteriors)
