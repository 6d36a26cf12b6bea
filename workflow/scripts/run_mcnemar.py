"""Rule run_mcnemar: McNemar's test of every pair on the predictions of each run."""

from tenbyten.accuracies.files import read_failures
from tenbyten.jobs.scripting import job
from tenbyten.stages import run_mcnemar
from tenbyten.tables.our_csv import write_table

with job(snakemake):
    tests = run_mcnemar(
        snakemake.input.predictions,
        read_failures(snakemake.input.get("failures", [])),
        **snakemake.params.settings,
    )
    write_table(tests, snakemake.output.tests)
