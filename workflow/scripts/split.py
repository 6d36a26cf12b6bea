"""Rule split: the fold that tests each instance, in every run."""

from tenbyten.dataset.canonical import read_dataset
from tenbyten.folds import write_folds
from tenbyten.folds.split import split
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
folds = split(
    read_dataset(snakemake.input.dataset, name=snakemake.wildcards.dataset),
    **snakemake.params.settings,
    splits=snakemake.input.get("splits"),
    openml_id=snakemake.params.openml_id,
    where=snakemake.params.where,
)
write_folds(folds, snakemake.output.folds)
