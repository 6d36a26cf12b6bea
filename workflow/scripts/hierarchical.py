"""Rule hierarchical: every pair over a subset, by the hierarchical Bayesian model."""

from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import read_comparisons, write_comparisons
from tenbyten.tables.hierarchical import hierarchical_tests

log_to(snakemake.log[0])
tests = hierarchical_tests(
    read_comparisons(snakemake.input.posteriors),
    pairs=snakemake.params.pairs,
    datasets=snakemake.params.datasets,
    runs=snakemake.params.runs,
    rho=snakemake.params.rho,
    rope=snakemake.params.rope,
)
write_comparisons(tests, snakemake.output.tests)
