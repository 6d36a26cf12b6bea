"""Rule compare_with_published: decisions against published ones."""

from tenbyten.comparisons.files import read_by_subset
from tenbyten.jobs.scripting import job
from tenbyten.stages import compare_with_published
from tenbyten.tables.our_csv import read_tables

with job(snakemake) as files:
    compared = compare_with_published(
        read_tables(snakemake.input.tables),
        read_by_subset(snakemake.input.sensitivity),
        **snakemake.params.settings,
    )
    compared.write(**files.outputs)
