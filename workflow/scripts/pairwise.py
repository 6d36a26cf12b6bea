"""Rule pairwise: every pair over a subset, by the other tests of two classifiers."""

from tenbyten.metrics import METRICS
from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import read_comparisons, write_comparisons
from tenbyten.tables.means import means_of
from tenbyten.tables.metrics import read_values
from tenbyten.tables.pairwise import pairwise_tests, read_hierarchical

log_to(snakemake.log[0])
metric = snakemake.params.metric
tests = pairwise_tests(
    read_comparisons(snakemake.input.posteriors),
    means_of(read_values(snakemake.input.values, metric=metric), metric),
    pairs=snakemake.params.pairs,
    datasets=snakemake.params.datasets,
    alpha=snakemake.params.alpha,
    rope=snakemake.params.rope,
    prior_strength=snakemake.params.prior_strength,
    prior_place=snakemake.params.prior_place,
    draws=snakemake.params.draws,
    seed=snakemake.params.seed,
    hierarchical=read_hierarchical(snakemake.input.get("hierarchical")),
    higher_is_better=METRICS[metric].higher_is_better,
    largest=METRICS[metric].largest,
)
write_comparisons(tests, snakemake.output.tests)
