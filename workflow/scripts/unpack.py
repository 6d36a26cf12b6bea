"""Rule unpack: a data set and its folds, out of the archive of a batch."""

from tenbyten.jobs.preparing import extract_dataset
from tenbyten.jobs.scripting import job

with job(snakemake):
    extract_dataset(
        snakemake.input.archive, snakemake.wildcards.dataset, *snakemake.output
    )
