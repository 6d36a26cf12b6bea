"""Draw comparisons from a pilot, and count what the tests find in them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.planning.chances import chances_for
from tenbyten.planning.pilot import Pilot
from tenbyten.planning.random import uniforms
from tenbyten.planning.signed_rank import Tails, rank_tails
from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.many_classifiers.adjusted_p import adjust
from tenbyten.statistics.many_datasets.bayesian_signed_rank import bayesian_signed_rank
from tenbyten.statistics.many_datasets.poisson import poisson_test

KEYS = ["difference", "datasets", "runs", "test"]


def count_decisions(
    pilot: Pilot,
    experiments: range,
    *,
    differences: Sequence[float],
    sizes: Sequence[int],
    tests: Mapping[str, Any],
) -> pd.DataFrame:
    """Draw comparisons, and count those in which each test decides for the column.

    Parameters
    ----------
    experiments : range
        Numbers of the comparisons: each has random numbers of its own, which all
        differences, numbers of data sets and of runs share.
    differences : sequence of float
        Expected mean differences of the data sets that are drawn, column minus row.
    sizes : sequence of int
        Numbers of data sets, ascending: each comparison's first ones.
    tests : mapping
        Settings of the tests: keys of a study file and of `planning`.

    Returns
    -------
    DataFrame
        Of the columns `KEYS`, and count; first those of the difference 0, where each
        data set exchanges the names of row and column with probability 1/2.
    """
    drawn_by = uniforms(tests["seed"], experiments, sizes[-1])
    drawn = {0.0: (drawn_by * 2 * len(pilot.datasets)).astype(np.int64)}
    for difference in differences:
        steps = np.cumsum(chances_for(pilot.gains, difference).weights)
        # The last sum may be a little below 1.
        drawn[difference] = np.searchsorted(steps[:-1], drawn_by, side="right")
    lines = [
        (difference, size, runs, test, int(count))
        for (difference, chosen), (m, runs) in itertools.product(
            drawn.items(), enumerate(pilot.runs)
        )
        for test, found in _decide(
            pilot.wins[m], pilot.means[m], chosen, sizes, tests
        ).items()
        for size, count in zip(sizes, np.sum(found, axis=0), strict=True)
    ]
    return pd.DataFrame(lines, columns=[*KEYS, "count"])


def _decide(
    wins: Floats,
    means: Floats,
    drawn: Ints,
    sizes: Sequence[int],
    tests: Mapping[str, Any],
) -> dict[str, Bools]:
    """Decide each comparison by each test, of shape (experiments, sizes)."""
    alpha, pairs = tests["alpha"], len(means)
    of_one = alpha / 2 if tests["signed_rank_sides"] == "two" else alpha
    tails = rank_tails(
        means[0],
        drawn,
        sizes,
        method=tests["signed_rank"],
        low=alpha / 2 / pairs,
        high=alpha,
    )
    bayesian = [
        bayesian_signed_rank(
            means[0][drawn[:, :size]],
            rope=tests["rope"],
            seed=tests["seed"],
            prior_strength=tests["prior_strength"],
            prior_place=tests["prior_place"],
            draws=tests["bayesian_draws"],
        )
        for size in sizes
    ]
    poisson = [poisson_test(wins[drawn[:, :size]], alpha=alpha) for size in sizes]
    found = {
        "poisson": np.stack([x.column_is_better for x in poisson], axis=-1),
        "signed_rank": (tails.column < of_one) & tails.column_is_larger,
    }
    if pairs > 1:
        found["holm"] = _holm(tails, means, drawn, sizes, tests)
    for name, region in (("better", "column"), ("equivalent", "rope")):
        shares = np.stack([getattr(x, region) for x in bayesian], axis=-1)
        found[f"bayesian_{name}"] = shares > 1 - alpha
    return found


def _holm(
    tails: Tails,
    means: Floats,
    drawn: Ints,
    sizes: Sequence[int],
    tests: Mapping[str, Any],
) -> Bools:
    """Decide by the signed-rank test, adjusted for all pairs by Holm's method.

    The other pairs are tested where they matter: not where the p of row and column is
    below alpha by their number, nor where it is not below alpha.
    """
    own, alpha, pairs = tails.two_sided, tests["alpha"], len(means)
    found = own * pairs < alpha
    asked = ~found & (own < alpha)
    some = np.flatnonzero(np.any(asked, axis=1))
    # Only a smaller p goes before that of row and column.
    before = (asked * own / 2)[some]
    others = [
        rank_tails(
            of_pair,
            drawn[some],
            sizes,
            method=tests["signed_rank"],
            low=alpha / 2 / pairs,
            high=before,
        )
        for of_pair in means[1:]
    ]
    p = np.stack([own[some], *(other.two_sided for other in others)], axis=-1)
    found[some] |= adjust(p, method="holm")[..., 0] < alpha
    return found & tails.column_is_larger
