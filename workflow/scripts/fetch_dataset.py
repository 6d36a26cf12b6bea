"""Rule fetch_dataset: a data set from its server, in checksummed files."""

from tenbyten.dataset.sources import fetch_source
from tenbyten.scripting import connection_of, job

with job(snakemake):
    fetch_source(
        snakemake.params.source,
        snakemake.output.folder,
        where=snakemake.params.where,
        connection=connection_of(snakemake),
        task=snakemake.input.get("task"),
        sha256=snakemake.params.sha256,
    )
