"""Rule run_other_tests: every other test over a subset."""

from tenbyten.accuracies.files import read_failures, read_values
from tenbyten.comparisons.files import write_all
from tenbyten.jobs.scripting import job
from tenbyten.stages import run_other_tests
from tenbyten.tables import read_table

with job(snakemake) as files:
    settings = snakemake.params.settings
    tables = run_other_tests(
        read_values(snakemake.input.values, metric=settings["metric"]),
        read_table(snakemake.input.posteriors),
        read_failures(snakemake.input.get("failures", [])),
        threads=snakemake.threads,
        **settings,
    )
    write_all(tables, files.outputs)
