"""Rule poisson: every pair over a subset, by the Poisson test."""

from tenbyten.accuracies.left_out import datasets_left, read_failures
from tenbyten.comparisons.files import write_comparisons
from tenbyten.comparisons.poisson import poisson_tests
from tenbyten.scripting import log_to
from tenbyten.tables import read_table

log_to(snakemake.log[0])
failures = read_failures(snakemake.input.get("failures", []))
tests = poisson_tests(
    read_table(snakemake.input.posteriors),
    datasets=datasets_left(snakemake.params.datasets, failures),
    **snakemake.params.settings,
)
write_comparisons(tests, snakemake.output.tests)
