"""Rule prepare: data sets as every classifier meets them, and their folds."""

from tenbyten.jobs.preparing import archive_of, prepare_batch
from tenbyten.jobs.scripting import job

with job(snakemake), archive_of(snakemake.output.archive) as folder:
    prepare_batch(
        snakemake.params.settings,
        snakemake.input.get("files", []),
        folder,
        sheet=snakemake.resources.sheet,
    )
