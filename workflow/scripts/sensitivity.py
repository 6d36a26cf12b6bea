"""Rule sensitivity: a subset's decisions under each policy, without each data set."""

from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import read_comparisons, write_comparisons
from tenbyten.tables.sensitivity import leave_one_out, sensitivity_of

log_to(snakemake.log[0])
posteriors = read_comparisons(snakemake.input.posteriors)
subset = {
    "datasets": snakemake.params.datasets,
    "alpha": snakemake.params.alpha,
}
variants = sensitivity_of(
    posteriors, **subset, folds=snakemake.params.folds, rho=snakemake.params.rho
)
write_comparisons(variants, snakemake.output.sensitivity)
without = leave_one_out(
    posteriors,
    **subset,
    method=snakemake.params.method,
    sides=snakemake.params.sides,
)
write_comparisons(without, snakemake.output.leave_one_out)
