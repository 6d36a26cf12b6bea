"""Rule run_poisson: every pair over each subset, by the Poisson test."""

from tenbyten.accuracies.files import read_failures
from tenbyten.comparisons.files import write_comparisons
from tenbyten.jobs.scripting import job
from tenbyten.stages import run_poisson
from tenbyten.tables.our_csv import read_table

with job(snakemake):
    posteriors = read_table(snakemake.input.posteriors)
    failures = read_failures(snakemake.input.get("failures", []))
    by_subset = snakemake.params.settings.values()
    for settings, path in zip(by_subset, snakemake.output.tests, strict=True):
        write_comparisons(run_poisson(posteriors, failures, **settings), path)
