"""Rule run_correlated_t: every pair of classifiers on each data set."""

from tenbyten.accuracies.files import read_values
from tenbyten.comparisons.files import write_comparisons
from tenbyten.jobs.scripting import job
from tenbyten.stages import run_correlated_t

with job(snakemake):
    settings = snakemake.params.settings
    values = read_values(snakemake.input.values, metric=settings["metric"])
    write_comparisons(run_correlated_t(values, **settings), snakemake.output.posteriors)
