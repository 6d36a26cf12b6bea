"""Rule run_correlated_t: every pair of classifiers on each data set."""

from tenbyten.accuracies.files import read_values
from tenbyten.comparisons.files import write_comparisons
from tenbyten.scripting import log_to
from tenbyten.stages import run_correlated_t

log_to(snakemake.log[0])
settings = snakemake.params.settings
values = read_values(snakemake.input.values, metric=settings["metric"])
write_comparisons(run_correlated_t(values, **settings), snakemake.output.posteriors)
