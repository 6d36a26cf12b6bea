"""Rule fetch_dataset: a data set from its server, in checksummed files."""

from tenbyten.datasets.sources import fetch_source
from tenbyten.jobs.preparing import archive_of, unpacked
from tenbyten.jobs.scripting import connection_of, job

with (
    job(snakemake) as files,
    archive_of(snakemake.output.archive) as folder,
    unpacked(files.inputs.get("task")) as task,
):
    fetch_source(
        snakemake.params.source,
        folder,
        where=snakemake.resources.where,
        connection=connection_of(snakemake),
        task=task,
        sha256=snakemake.params.sha256,
    )
