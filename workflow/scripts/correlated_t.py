"""Rule correlated_t: every pair of classifiers on each data set."""

from tenbyten.scripting import log_to
from tenbyten.tables.accuracies import read_accuracies
from tenbyten.tables.comparisons import compare_on_each, write_comparisons

log_to(snakemake.log[0])
posteriors = compare_on_each(
    read_accuracies(snakemake.input.accuracies),
    pairs=snakemake.params.pairs,
    runs=snakemake.params.runs,
    rho=snakemake.params.rho,
    rope=snakemake.params.rope,
    zero_variance=snakemake.params.zero_variance,
)
write_comparisons(posteriors, snakemake.output.posteriors)
