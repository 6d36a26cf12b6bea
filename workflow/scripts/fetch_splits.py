"""Rule fetch_splits: an OpenML task and its splits, in checksummed files."""

from tenbyten.openml.task import fetch_task
from tenbyten.scripting import connection_of, job

with job(snakemake):
    fetch_task(
        snakemake.params.task,
        snakemake.output.folder,
        where=snakemake.params.where,
        connection=connection_of(snakemake),
    )
