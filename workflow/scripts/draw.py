"""Rule draw: every figure of the study, as SVG and PDF."""

from tenbyten.accuracies.left_out import read_failures, subsets_left
from tenbyten.report.figures.choice import draw_study, read_study_tables
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
tables = read_study_tables(
    snakemake.input.values,
    snakemake.input.posteriors,
    snakemake.input.ranks,
    metric=snakemake.params.settings["metric"],
)
failures = read_failures(snakemake.input.get("failures", []))
settings = snakemake.params.settings
draw_study(
    tables,
    snakemake.output.figures,
    processes=snakemake.threads,
    **settings | {"subsets": subsets_left(settings["subsets"], failures)},
)
