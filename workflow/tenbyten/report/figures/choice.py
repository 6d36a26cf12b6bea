"""Which of a study's pairs are drawn, and with what."""

import itertools
import logging

from tenbyten.metrics import METRICS
from tenbyten.report.figures.study_figures import (
    draw,
    draws_of_signed_rank,
)

# All pairs of ten classifiers; of more classifiers, the pairs of one of them.
_MOST_PAIRS = 45

_log = logging.getLogger(__name__)


def draw_study(
    tables,
    folder,
    *,
    labels,
    subsets,
    control,
    alpha,
    rope,
    metric,
    prior_strength,
    prior_place,
    draws,
    seed,
    processes,
):
    """Draw a study's figures into a folder.

    Parameters
    ----------
    tables : StudyTables
        What is drawn.
    folder : path
        As in `study_figures.draw`.
    labels, subsets, alpha, rope, metric, processes
        As in `study_figures.draw`.
    control : str or None
        The control classifier. Of more than ten classifiers its pairs alone are
        drawn, without a control those of the best by average rank over the largest
        subset.
    prior_strength, prior_place, draws, seed
        As in `comparisons.pairwise.pairwise_tests`.
    """
    of_metric = METRICS[metric]
    simplex_draws = draws_of_signed_rank(
        tables.posteriors,
        subsets=subsets,
        rope=rope,
        prior_strength=prior_strength,
        prior_place=prior_place,
        draws=draws,
        seed=seed,
        largest=of_metric.largest,
    )
    draw(
        tables,
        folder,
        pairs=_pairs_to_draw(labels, tables.ranks, subsets, control),
        labels=labels,
        subsets=subsets,
        rope=rope,
        alpha=alpha,
        simplex_draws=simplex_draws,
        metric=metric,
        higher_is_better=of_metric.higher_is_better,
        processes=processes,
    )


def _pairs_to_draw(labels, ranks, subsets, control):
    """Every pair, or those of the control or the best classifier."""
    pairs = list(itertools.combinations(labels, 2))
    if len(pairs) <= _MOST_PAIRS:
        return pairs
    if control is None:
        largest = max(subsets, key=lambda subset: len(subsets[subset]))
        table = ranks[largest].set_index("classifier")
        control = table["average_rank"].idxmin()
    chosen = [pair for pair in pairs if control in pair]
    _log.info("%d pairs: drawing the %d of %s", len(pairs), len(chosen), control)
    return chosen
