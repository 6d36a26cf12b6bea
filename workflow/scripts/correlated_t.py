"""Rule correlated_t: every pair of classifiers on each data set."""

from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import compare_on_each, write_comparisons
from tenbyten.tables.metrics import read_values

log_to(snakemake.log[0])
posteriors = compare_on_each(
    read_values(snakemake.input.values, metric=snakemake.params.metric),
    metric=snakemake.params.metric,
    pairs=snakemake.params.pairs,
    runs=snakemake.params.runs,
    rho=snakemake.params.rho,
    rope=snakemake.params.rope,
    zero_variance=snakemake.params.zero_variance,
)
write_comparisons(posteriors, snakemake.output.posteriors)
