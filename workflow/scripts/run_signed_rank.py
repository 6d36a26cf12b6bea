"""Rule run_signed_rank: every pair over a subset, by the signed-rank test."""

from tenbyten.accuracies.files import read_failures
from tenbyten.comparisons.files import write_comparisons
from tenbyten.scripting import job
from tenbyten.stages import run_signed_rank
from tenbyten.tables import read_table

with job(snakemake):
    tests = run_signed_rank(
        read_table(snakemake.input.posteriors),
        read_failures(snakemake.input.get("failures", [])),
        **snakemake.params.settings,
    )
    write_comparisons(tests, snakemake.output.tests)
