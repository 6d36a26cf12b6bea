"""Rule replicability: the decisions on random subsets of a subset's data sets."""

from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import read_comparisons, write_comparisons
from tenbyten.tables.replicability import replicability

log_to(snakemake.log[0])
table = replicability(
    read_comparisons(snakemake.input.posteriors),
    datasets=snakemake.params.datasets,
    alpha=snakemake.params.alpha,
    drawn=snakemake.params.drawn,
    draws=snakemake.params.draws,
    seed=snakemake.params.seed,
)
write_comparisons(table, snakemake.output.table)
