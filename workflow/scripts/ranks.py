"""Rule ranks: the classifiers over a subset, compared by their ranks."""

from tenbyten.metrics import METRICS
from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import read_comparisons, write_all
from tenbyten.tables.many_classifiers import compare_many
from tenbyten.tables.means import means_of
from tenbyten.tables.metrics import read_values

log_to(snakemake.log[0])
metric = snakemake.params.metric
means = means_of(read_values(snakemake.input.values, metric=metric), metric)
tables = compare_many(
    means.loc[snakemake.params.datasets],
    read_comparisons(snakemake.input.signed_rank),
    pairs=snakemake.params.pairs,
    alpha=snakemake.params.alpha,
    control=snakemake.params.control,
    higher_is_better=METRICS[metric].higher_is_better,
)
write_all(tables, dict(snakemake.output.items()))
