"""Rule draw: every figure of the study."""

from tenbyten.accuracies.files import read_failures, read_values
from tenbyten.comparisons.files import read_comparisons
from tenbyten.jobs.scripting import job
from tenbyten.stages import draw
from tenbyten.tables.our_csv import read_table

with job(snakemake):
    draw(
        read_values(snakemake.input.values),
        read_table(snakemake.input.posteriors),
        read_comparisons(snakemake.input.comparisons),
        read_failures(snakemake.input.get("failures", [])),
        snakemake.output.figures,
        formats=snakemake.params.formats,
        processes=snakemake.threads,
        settings=snakemake.params.settings,
        measured=[*map(read_values, snakemake.input.measured)],
        early_stopping=snakemake.input.get("early_stopping", ()),
    )
