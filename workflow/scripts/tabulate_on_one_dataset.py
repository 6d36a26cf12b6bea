"""Rule tabulate_on_one_dataset: every pair on the only data set."""

from tenbyten.jobs.scripting import job
from tenbyten.stages import tabulate_on_one_dataset
from tenbyten.tables.our_csv import read_table

with job(snakemake) as files:
    posteriors = read_table(snakemake.input.posteriors)
    decisions = tabulate_on_one_dataset(posteriors, **snakemake.params.settings)
    decisions.write(**files.outputs)
