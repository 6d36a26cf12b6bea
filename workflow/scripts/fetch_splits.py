"""Rule fetch_splits: an OpenML task and its splits, in checksummed files."""

from tenbyten.datasets.downloads import fetch
from tenbyten.datasets.openml import TASK
from tenbyten.jobs.preparing import archive_of
from tenbyten.jobs.scripting import connection_of, job

with job(snakemake), archive_of(snakemake.output.archive) as folder:
    fetch(
        TASK,
        snakemake.params.task,
        folder,
        where=snakemake.resources.where,
        connection=connection_of(snakemake),
    )
