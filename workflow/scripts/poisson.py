"""Rule poisson: every pair over a subset, by the Poisson test."""

from tenbyten.accuracies.left_out import datasets_left, read_failures
from tenbyten.comparisons.pairs import (
    poisson_tests,
    read_comparisons,
    write_comparisons,
)
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
failures = read_failures(snakemake.input.get("failures", []))
tests = poisson_tests(
    read_comparisons(snakemake.input.posteriors),
    datasets=datasets_left(snakemake.params.datasets, failures),
    **snakemake.params.settings,
)
write_comparisons(tests, snakemake.output.tests)
