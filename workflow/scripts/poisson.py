"""Rule poisson: every pair over a subset, by the Poisson test."""

from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import (
    poisson_tests,
    read_comparisons,
    write_comparisons,
)

log_to(snakemake.log[0])
tests = poisson_tests(
    read_comparisons(snakemake.input.posteriors),
    datasets=snakemake.params.datasets,
    alpha=snakemake.params.alpha,
    distribution=snakemake.params.distribution,
    draws=snakemake.params.draws,
    seed=snakemake.params.seed,
)
write_comparisons(tests, snakemake.output.tests)
