"""Rule convert_dataset: a data set that a problem reads, in canonical form."""

from tenbyten.dataset.making import make_canonical
from tenbyten.dataset.parquet import write_dataset
from tenbyten.scripting import job

with job(snakemake):
    dataset, _ = make_canonical(
        **snakemake.params.settings,
        name=snakemake.wildcards.dataset,
        where=snakemake.params.where,
        fetched=snakemake.input.get("fetched", ""),
    )
    write_dataset(dataset, snakemake.output.dataset)
