"""Draw, test every pair of classifiers, and sum up what the tests find."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.simulation.biased.draws import draw_biased, waiting_times
from tenbyten.simulation.biased.moments import sums_of
from tenbyten.simulation.biased.outcomes import PostHoc, compare_all, compare_two
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.rounding import rounded


def simulate(
    means: pd.DataFrame,
    experiments: range,
    *,
    bias: Sequence[float],
    drawn: int,
    alpha: float,
    signed_rank: str,
    seed: int,
) -> pd.DataFrame:
    """Test every ordered pair of classifiers on draws that favour the column.

    Parameters
    ----------
    means : DataFrame of shape (datasets, classifiers)
        Mean accuracies, fractions.
    experiments : range
        Numbers of the draws, counted from 0.
    bias : sequence of float
        Every k of section 4.1.1.
    drawn : int
        Number of data sets in a draw.
    alpha : float
        Size of the tests.
    signed_rank : str
        Method of `statistics.signed_rank`.
    seed : int
        Seed of the draws.

    Returns
    -------
    DataFrame
        A line a selection: row, column, selection, bias, and the sums of `sums_of`.
        ``selection`` is ``pair`` where the data sets are drawn by how much the column
        is better than the row, ``average`` where by how much it is better than the
        average of all others (section 4.3, Figures 6 and 7), of which there are the
        post-hoc tests alone.
    """
    values, classifiers = means.to_numpy(float), list(means.columns)
    if len(classifiers) < 2:
        raise ValueError(
            f"simulation: the accuracies are of {len(classifiers)} classifier; give "
            f"those of two or more."
        )
    times = waiting_times(experiments, datasets=len(values), seed=seed)
    tests: Any = {"alpha": alpha, "signed_rank": signed_rank}
    post_hoc = PostHoc(drawn=drawn, classifiers=len(classifiers), alpha=alpha)
    lines = []
    for column, favoured in enumerate(classifiers):
        others = [x for x in range(len(classifiers)) if x != column]
        for selection, rows, differences in _selections(values, column, others):
            subsets = draw_biased(differences, times, bias=bias, drawn=drawn)
            tables = values[subsets]
            found = post_hoc.decide(tables, column)
            for row in rows:
                at = others.index(row)
                outcomes: dict[str, Any] = {x: y[..., at] for x, y in found.items()}
                if selection == "pair":
                    outcomes |= _with_p(tables, row, column, **tests)
                sums = sums_of(outcomes, alpha=alpha)
                keys = {"row": classifiers[row], "column": favoured}
                keys["selection"] = selection
                lines.append(pd.DataFrame({**keys, "bias": bias, **sums}))
    return pd.concat(lines, ignore_index=True)


def _selections(
    values: Floats, column: int, others: list[int]
) -> Iterator[tuple[str, list[int], Floats]]:
    """List the draws that favour a column: name, rows they are for, differences."""
    for row in others:
        yield "pair", [row], rounded(values[:, column] - values[:, row])
    average = np.mean(values[:, others], axis=-1)
    yield "average", others, rounded(values[:, column] - average)


def _with_p(
    tables: Floats, row: int, column: int, *, alpha: float, signed_rank: str
) -> dict[str, Floats]:
    """Compute p of the tests of two classifiers, and of those of all."""
    two = compare_two(tables[..., row], tables[..., column], signed_rank=signed_rank)
    return two | compare_all(tables, alpha=alpha)
