"""Rule run_correlated_t: every pair of classifiers on each data set."""

from tenbyten.comparisons.files import write_comparisons
from tenbyten.comparisons.three_tests import run_correlated_t
from tenbyten.jobs.scripting import job
from tenbyten.results.files import read_values

with job(snakemake):
    values = read_values(snakemake.input.values, common=False)
    posteriors = run_correlated_t(values, **snakemake.params.settings)
    write_comparisons(posteriors, snakemake.output.posteriors)
