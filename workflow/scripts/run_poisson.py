"""Rule run_poisson: every pair over a subset, by the Poisson test."""

from tenbyten.accuracies.files import read_failures
from tenbyten.comparisons.files import write_comparisons
from tenbyten.scripting import job
from tenbyten.stages import run_poisson
from tenbyten.tables import read_table

with job(snakemake):
    tests = run_poisson(
        read_table(snakemake.input.posteriors),
        read_failures(snakemake.input.get("failures", [])),
        **snakemake.params.settings,
    )
    write_comparisons(tests, snakemake.output.tests)
