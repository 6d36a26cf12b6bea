"""Rule signed_rank: every pair over a subset, by the signed-rank test."""

from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import (
    read_comparisons,
    signed_rank_tests,
    write_comparisons,
)
from tenbyten.tables.failures import datasets_left, read_failures

log_to(snakemake.log[0])
failures = read_failures(snakemake.input.get("failures", []))
tests = signed_rank_tests(
    read_comparisons(snakemake.input.posteriors),
    datasets=datasets_left(snakemake.params.datasets, failures),
    **snakemake.params.settings,
)
write_comparisons(tests, snakemake.output.tests)
