"""Rule make_canonical: one data set, as every classifier meets it."""

from tenbyten.dataset.canonical import write_dataset
from tenbyten.dataset.making import make_canonical
from tenbyten.files import sha256_of, write_json
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
dataset, origin = make_canonical(
    snakemake.params.source,
    snakemake.params.row,
    name=snakemake.wildcards.dataset,
    where=snakemake.params.where,
    fetched=snakemake.input.get("fetched"),
    task=snakemake.input.get("task"),
)
write_dataset(dataset, snakemake.output.dataset)
origin["sha256"] = sha256_of(snakemake.output.dataset)
write_json(dict(sorted(origin.items())), snakemake.output.origin)
