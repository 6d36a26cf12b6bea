"""Rule unpack: a data set and its folds, out of the archive of a batch."""

from tenbyten.jobs.preparing import take_out
from tenbyten.scripting import job

with job(snakemake):
    take_out(snakemake.input.archive, snakemake.wildcards.dataset, *snakemake.output)
