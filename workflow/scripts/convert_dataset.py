"""Rule convert_dataset: a data set that a problem reads, in canonical form."""

from tenbyten.dataset.making import make_canonical
from tenbyten.dataset.parquet import write_dataset
from tenbyten.dataset.sources import Source
from tenbyten.jobs.preparing import unpacked
from tenbyten.scripting import job

with job(snakemake) as files, unpacked(files.inputs.get("fetched")) as fetched:
    kind, at = snakemake.params.settings["source"]
    dataset, _ = make_canonical(
        Source(kind, files.inputs.get("arff", at)),
        snakemake.params.settings["row"],
        name=snakemake.wildcards.dataset,
        where=snakemake.resources.where,
        fetched=fetched,
    )
    write_dataset(dataset, snakemake.output.dataset)
