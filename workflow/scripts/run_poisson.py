"""Rule run_poisson: every pair over each subset, by the Poisson test."""

from tenbyten.comparisons.files import write_comparisons
from tenbyten.comparisons.three_tests import run_poisson
from tenbyten.jobs.scripting import job
from tenbyten.results.files import read_failures
from tenbyten.tables.our_csv import read_table

with job(snakemake):
    posteriors = read_table(snakemake.input.posteriors)
    failures = read_failures(snakemake.input.get("failures", []))
    tests = run_poisson(posteriors, failures, **snakemake.params.settings)
    for table, path in zip(tests.values(), snakemake.output.tests, strict=True):
        write_comparisons(table, path)
