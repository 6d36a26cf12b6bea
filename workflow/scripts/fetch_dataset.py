"""Rule fetch_dataset: a data set from OpenML, in checksummed files."""

from tenbyten.dataset.sources import fetch
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
fetch(
    snakemake.params.source,
    snakemake.output.folder,
    where=snakemake.params.where,
    server=snakemake.params.server,
    cache=snakemake.resources.openml_cache,
    timeout_seconds=snakemake.resources.openml_timeout_seconds,
    total_seconds=snakemake.resources.openml_total_seconds,
    attempts=snakemake.resources.openml_attempts,
    task=snakemake.input.get("task"),
)
