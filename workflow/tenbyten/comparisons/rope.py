"""Compute what the Bayesian tests say for a wider and a narrower rope."""

import logging
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from tenbyten import statistics
from tenbyten.comparisons.on_each_dataset import Names, Pairs, lines_of
from tenbyten.metrics import Metric
from tenbyten.statistics.many_datasets.bayesian_signed_rank import signed_rank_at
from tenbyten.statistics.one_dataset.correlated_t import Probabilities

TESTS = ("bayesian_sign", "bayesian_signed_rank")

# Up to this multiple of the study's rope, in steps of a quarter of it, or of half of it
# for more data sets than this, where the signed-rank test takes long.
_WIDEST = 3
_MANY = 1000
# The other ropes get this share of the draws: an error of 0.007 at most for 50,000.
_SHARE = 10

_log = logging.getLogger(__name__)


def rope_curves(
    posteriors: pd.DataFrame,
    pairwise: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    kind: Metric,
    bayesian: Mapping[str, Any],
) -> pd.DataFrame:
    """Compute the probabilities of both Bayesian tests over data sets for many ropes.

    Parameters
    ----------
    pairwise : DataFrame
        From `pairwise.pairwise_tests` over the same pairs and data sets: the numbers
        for the study's own rope.
    bayesian : dict
        Arguments of `bayesian_sign` and `bayesian_signed_rank`: rope, prior_strength,
        prior_place, draws and seed.

    Returns
    -------
    DataFrame
        One line a pair, test (``bayesian_sign``, ``bayesian_signed_rank``) and rope,
        from 0 to three times the study's: p_row, p_rope, p_column. Ropes besides the
        study's have a tenth of its draws.
    """
    lines = lines_of(posteriors, pairs, datasets)
    differences = lines["mean_difference"].to_numpy(float).reshape(len(pairs), -1)
    settings = {**bayesian, "largest": kind.width}
    settings["draws"] = max(1, bayesian["draws"] // _SHARE)
    own = settings.pop("rope")
    ropes = _ropes(own, len(datasets), kind.width)
    others = [at for at, rope in enumerate(ropes) if rope != own]
    found = np.empty((len(pairs), len(TESTS), len(ropes), 3))
    for test, name in enumerate(TESTS):
        regions = [f"{name}_{region}" for region in Probabilities._fields]
        found[:, test, ropes.index(own)] = pairwise[regions]
    for at in others:
        sign = statistics.bayesian_sign(differences, rope=ropes[at], **settings)
        found[:, 0, at] = np.transpose(sign)
    if others:
        chosen = [ropes[at] for at in others]
        found[:, 1, others] = signed_rank_at(differences, ropes=chosen, **settings)
    table = pd.DataFrame(pairs, columns=["row", "column"])
    table = table.merge(pd.DataFrame({"test": TESTS}), how="cross")
    table = table.merge(pd.DataFrame({"rope": ropes}), how="cross")
    _log.info("%d pairs, %d ropes", len(pairs), len(ropes))
    table[["p_row", "p_rope", "p_column"]] = found.reshape(-1, 3)
    return table


def _ropes(own: float, datasets: int, largest: float) -> list[float]:
    """Return the ropes of the curve, in the order of their width."""
    steps = 4 if datasets <= _MANY else 2
    wide = [round(own * step / steps, 12) for step in range(_WIDEST * steps + 1)]
    wide[steps] = own
    return [rope for rope in dict.fromkeys(wide) if rope < largest]
