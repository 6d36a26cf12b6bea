"""Rule unpack: a data set and its folds, out of the archive of a batch."""

from tenbyten.jobs.preparing import extract
from tenbyten.jobs.scripting import job

with job(snakemake):
    extract(snakemake.input.archive, snakemake.wildcards.dataset, *snakemake.output)
