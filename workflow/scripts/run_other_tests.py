"""Rule run_other_tests: every other test over a subset."""

from tenbyten.accuracies.files import read_failures, read_values
from tenbyten.comparisons.files import write_all
from tenbyten.jobs.scripting import job
from tenbyten.stages import run_other_tests
from tenbyten.tables.our_csv import read_table

with job(snakemake) as files:
    tables = run_other_tests(
        read_values(snakemake.input.values),
        read_table(snakemake.input.posteriors),
        read_failures(snakemake.input.get("failures", [])),
        threads=snakemake.threads,
        **snakemake.params.settings,
    )
    write_all(tables, files.outputs)
