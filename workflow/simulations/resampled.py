"""Resample data sets, and test the losses of two learners: three studies.

Nadeau, Bengio (2003; Machine Learning 52, 239-281), section 5. Of each data set are
kept, for the losses of A, of B and their difference, means and variances over the
splits, and every test's estimate and its standard error: any null hypothesis can be
tested on them.

A task is what data sets are drawn from, and the learners on them: ``instances`` of a
data set; ``draw(generator)``, a data set in any form; ``losses(data, train, test)`` of
each split's rows, arrays of shape (splits, rows), the losses of shape (splits, test
rows, learners). The first learner is A; it is compared with each of the others, B.
"""

from __future__ import annotations

import itertools
import math
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import other_resampling
import pandas as pd
from generators import Generator, generator, uniform
from integers import integer_below
from matplotlib.figure import Figure
from numpy.typing import ArrayLike
from running import blocks, finish, run
from statements import ESTIMATES

from tenbyten.kernels import kernel
from tenbyten.statistics import corrected_resampled_t
from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.p_values import Standardised, standardise

SEED, ALPHA = 2003, 0.1
# J of the tests, M of the conservative z-test, R of the pseudo-bootstrap without the
# estimate itself; sections 5.2 and 5.3 vary J and M.
SPLITS, HALVINGS, REPETITIONS = 15, 10, 15
VARY_SPLITS, VARY_HALVINGS = (5, 10, 15, 25), (5, 10, 20)
MOST_SPLITS, MOST_HALVINGS = max(VARY_SPLITS), max(VARY_HALVINGS)
# Of null hypotheses from the truth, in standard deviations of the mean over all splits.
ABOVE = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5]
DISTANCES = [*(-x for x in reversed(ABOVE)), 0, *ABOVE]
# Shares of the data set in both parts of a split. `thrown` leaves out 40 %, the same
# instances in all splits.
SAMPLES = {"half": (0.5, 0.5), "thrown": (0.5, 0.1), "nine": (0.9, 0.1)}
# Names of the published tables, by sample.
MU = {"mu_half": "half", "mu_nine": "nine"}
RHO = {"rho_half_half": "half", "rho_half_tenth": "thrown", "rho_nine_tenth": "nine"}
# Columns that tell cells apart. distance: of the null hypothesis from the truth. mu_of:
# the case whose generalization error is the null.
KEYS = ["case", "loss", "train", "test_size", "splits", "halvings", "distance"]
KEYS += ["null", "mu_of"]
_Z = 1.96


class Variant(NamedTuple):
    """A test with the numbers of splits and halvings that it is given.

    A test that halves nothing has the halvings of the conservative z-test that it is
    compared with; likewise the splits of a test that needs one or ten.
    """

    test: str
    sample: str
    splits: int = SPLITS
    halvings: int = HALVINGS

    @property
    def df(self) -> float:
        """Return the degrees of freedom of Student's t; infinite for the normal."""
        if self.test == "five_by_two_cv_t":
            return 5
        if self.test in ("one_split_t", "conservative_z"):
            return math.inf
        bootstrap = self.test.endswith("pseudo_bootstrap")
        return (REPETITIONS if bootstrap else self.splits) - 1

    @property
    def mu(self) -> str:
        """Return the generalization error that the test is about."""
        return "mu_nine" if self.sample == "nine" else "mu_half"


_ON_SPLITS = ("resampled_t", "corrected_resampled_t", "conservative_z")
_BOOTSTRAPS = ("pseudo_bootstrap", "corrected_pseudo_bootstrap")
# Every test on every sample that the paper puts it to.
VARIANTS = [
    *(Variant(x, "half") for x in ("one_split_t", "five_by_two_cv_t")),
    *(Variant(x, "half") for x in (*_ON_SPLITS, *_BOOTSTRAPS)),
    *(Variant(x, "thrown") for x in (*_ON_SPLITS, *_BOOTSTRAPS)),
    *(Variant(x, "nine", j) for j in VARY_SPLITS for x in _ON_SPLITS),
    *(Variant("conservative_z", "nine", SPLITS, m) for m in (5, 20)),
]


def resample(task: Any, state: Generator) -> dict[str, Floats]:
    """Draw a data set, split it and take all losses.

    Returns
    -------
    dict of str to ndarray
        Means over test parts, the learners on the last axis, but for ``first``: losses
        on the instances of the first test part of ``half``. By random split: ``half``,
        ``thrown``, ``nine``; ``halves``, by halving, half and split of it into four
        fifths and one; ``half_again`` and ``thrown_again``, by repetition and split;
        ``five``, by run and fold of two-fold cross-validation.

    Notes
    -----
    40 % of the data set are thrown away once, so that the splits that share the rest
    are as dependent as those of a data set of three fifths the size.
    """
    data, n = task.draw(state), task.instances
    rows = np.arange(n)[np.newaxis]

    def means(rows: Ints, tested: int, *shape: int) -> Floats:
        splits = draw_splits(state, rows, tested, math.prod(shape) // len(rows))
        return task.losses(data, *splits).mean(axis=1).reshape(*shape, -1)

    again = (REPETITIONS, SPLITS)
    half = task.losses(data, *draw_splits(state, rows, n // 2, MOST_SPLITS))
    kept, _ = draw_splits(state, rows, 2 * n // 5, 1)
    pairs = np.stack(draw_splits(state, rows, n // 2, MOST_HALVINGS), axis=1)
    one, other = draw_splits(state, rows, n // 2, 5)
    folds = task.losses(data, one, other), task.losses(data, other, one)
    halves = pairs.reshape(-1, n // 2)
    return {
        "first": half[0],
        "half": half.mean(axis=1),
        "thrown": means(kept, n // 10, MOST_SPLITS),
        "nine": means(rows, n // 10, MOST_SPLITS),
        "halves": means(halves, n // 10, MOST_HALVINGS, 2, MOST_SPLITS),
        "half_again": means(rows, n // 2, *again),
        "thrown_again": means(kept, n // 10, *again),
        "five": np.stack([fold.mean(axis=1) for fold in folds], axis=1),
    }


@kernel
def draw_splits(state, rows, tested, splits):
    """Split each group of rows at random, again and again.

    Of each group, a row of `rows`, `tested` elements are drawn for testing, every set
    of them equally probable, and the rest is for training. Returned are the training
    parts, of shape (groups * splits, n - tested), and the test parts.
    """
    groups, n = rows.shape
    train = np.empty((groups * splits, n - tested), dtype=np.int64)
    test = np.empty((groups * splits, tested), dtype=np.int64)
    for group in range(groups):
        left = rows[group].copy()
        for split in range(splits):
            # The last split may have left them in any order.
            for last in range(n - 1, n - 1 - tested, -1):
                other = integer_below(state, last + 1)
                left[last], left[other] = left[other], left[last]
            at = group * splits + split
            train[at] = left[: n - tested]
            test[at] = left[n - tested :]
    return train, test


@kernel
def fill_with_normals(state, values):
    """Fill a one-dimensional array with standard normal numbers.

    Marsaglia's polar method makes two of a pair of uniform numbers that is inside the
    unit circle. For an odd length the last number's twin is thrown away.
    """
    for first in range(0, len(values), 2):
        square = 2.0
        while square >= 1 or square == 0:
            x, y = 2 * uniform(state) - 1, 2 * uniform(state) - 1
            square = x * x + y * y
        factor = np.sqrt(-2 * np.log(square) / square)
        values[first] = x * factor
        if first + 1 < len(values):
            values[first + 1] = y * factor


def summarise(
    experiments: range, task: Any, key: Sequence[int], cases: Sequence[str]
) -> pd.DataFrame:
    """Draw data sets, and keep of each what estimates and null hypotheses need.

    Returns
    -------
    DataFrame
        A line for each data set, case (a learner B) and loss (A, B, AB): by column
        (name, which) mean and variance over all splits of a sample, and over halvings
        of the squared difference between both halves; estimate and error of each
        variant of a test. A's own loss is in the case of B, or in case ``all`` if there
        are more.
    """
    drawn = [resample(task, generator(SEED, *key, x)) for x in experiments]
    losses = {x: _compared(np.stack([one[x] for one in drawn])) for x in drawn[0]}
    of_halves = losses["halves"][..., :SPLITS].mean(axis=-1)
    squared = (of_halves[..., 0] - of_halves[..., 1]) ** 2
    columns: dict[Any, Floats] = {}
    for name, x in [*((x, losses[x]) for x in SAMPLES), ("halves", squared)]:
        columns[name, "mean"], columns[name, "variance"] = x.mean(-1), x.var(-1)
    for variant in VARIANTS:
        found = tested(losses, variant)
        columns[variant, "estimate"] = found.estimate
        columns[variant, "error"] = found.error
    of_a = cases[0] if len(cases) == 1 else "all"
    lines = [(of_a, "A"), *itertools.product(cases, ["B"])]
    lines += itertools.product(cases, ["AB"])
    flat = {name: np.ravel(x) for name, x in columns.items()}
    flat["case"], flat["loss"] = np.repeat(lines, len(experiments), axis=0).T
    return pd.DataFrame(flat)


def _compared(losses: Floats) -> Floats:
    """Bring losses of A, of every B and their differences to the first axis."""
    a, b = losses[..., :1], losses[..., 1:]
    return np.moveaxis(np.concatenate([a, b, a - b], axis=-1), -1, 0)


def tested(losses: Mapping[str, Floats], variant: Variant) -> Standardised:
    """Test whether mean losses are zero, by the tests of Table 1."""
    test, sample, j, m = variant
    if test == "one_split_t":
        return other_resampling.one_split_t(losses["first"])
    if test == "five_by_two_cv_t":
        return other_resampling.five_by_two_cv_t(losses["five"])
    splits, rho = losses[sample][..., :j], SAMPLES[sample][1] / sum(SAMPLES[sample])
    if test == "resampled_t":
        return other_resampling.resampled_t(splits)
    if test == "corrected_resampled_t":
        return corrected_resampled_t(splits, runs=1, rho=rho, largest=np.inf)
    if test == "conservative_z":
        return other_resampling.conservative_z(splits, losses["halves"][..., :m, :, :j])
    again = losses[f"{sample}_again"]
    repetitions = np.concatenate([splits[..., np.newaxis, :], again], axis=-2)
    rho = 0.0 if test == "pseudo_bootstrap" else rho
    return other_resampling.pseudo_bootstrap(repetitions, rho=rho)


def mean_of(x: Floats) -> tuple[float, float]:
    """Estimate a mean; return it and its standard error."""
    return float(x.mean()), float(x.std(ddof=1) / np.sqrt(len(x)))


def correlation(mean: Floats, variance: Floats, splits: int) -> tuple[float, float]:
    """Estimate the correlation between two splits of a data set, and its error.

    Notes
    -----
    Appendix A.3: estimating functions. With ``beta`` the mean of a quantity over splits
    and data sets, ``d`` its mean squared deviation from beta within each data set and
    ``g`` the mean product of the deviations of two splits, rho is ``mean(g) /
    mean(d)``, and its error that of the mean of ``(g - rho * d) / mean(d)`` over data
    sets.
    """
    squared = (mean - mean.mean()) ** 2
    d = variance + squared
    g = (splits * squared - d) / (splits - 1)
    rho = g.mean() / d.mean()
    return float(rho), mean_of((g - rho * d) / d.mean())[1]


def moments(
    kept: Mapping[tuple[str, str], pd.DataFrame],
    published: pd.DataFrame,
    exact: Mapping[tuple[str, str, str], float],
) -> pd.DataFrame:
    """Estimate generalization errors and correlations: Tables 2 to 5 of the paper.

    By case and quantity (mu, rho or r; its training and its test part; A, B or AB):
    ``estimate``, ``error`` and 95 % interval; the ``exact`` value where there is a
    formula; and the published interval with ``z``, the distance of our estimate from
    its middle over the standard error of their difference.
    """
    known = published.set_index(["case", "quantity"])[["low", "high"]]
    lines = []
    for (case, loss), table in kept.items():
        found = {mu: mean_of(table[x, "mean"].to_numpy()) for mu, x in MU.items()}
        for rho, name in {**RHO, "r": "halves"}.items():
            columns = (table[name, x].to_numpy() for x in ("mean", "variance"))
            splits = MOST_HALVINGS if rho == "r" else MOST_SPLITS
            found[rho] = correlation(*columns, splits)
        for quantity, (value, error) in found.items():
            name = f"{quantity}_{loss}"
            true = exact.get((case, loss, quantity), np.nan)
            lines.append([case, name, value, error, true, *known.loc[(case, name)]])
    columns = ["case", "quantity", "estimate", "error", "exact"]
    table = pd.DataFrame(lines, columns=[*columns, "published_low", "published_high"])
    low, high = table["published_low"], table["published_high"]
    error = np.hypot(table["error"], (high - low) / 2 / _Z)
    table["low"] = table["estimate"] - _Z * table["error"]
    table["high"] = table["estimate"] + _Z * table["error"]
    table["z"] = (table["estimate"] - (low + high) / 2) / error
    return table


def nulls_of(
    kept: Mapping[tuple[str, str], pd.DataFrame], found: pd.DataFrame
) -> dict[tuple[str, str, str], pd.DataFrame]:
    """List null hypotheses by case, loss and quantity (mu_half or mu_nine).

    On a grid about the truth, which is exact or as estimated from all data sets; and
    the truths of the other cases, where these share their data sets. It is the null
    that is moved and not the truth: the paper's pseudo-power.
    """
    values = found["exact"].fillna(found["estimate"])
    names = [name.rsplit("_", 1) for name in found["quantity"]]
    truth = {
        (case, loss, mu): value
        for case, (mu, loss), value in zip(found["case"], names, values, strict=True)
    }
    nulls = {}
    share_data = "all" in found["case"].values
    for (case, loss), table in kept.items():
        cases = [x for x, y in kept if y == loss and x != case and share_data]
        for mu in MU:
            here, deviation = truth[case, loss, mu], table[MU[mu], "mean"].std()
            others = np.array([truth[x, loss, mu] for x in cases])
            distances = np.array(DISTANCES)
            own = [case if x == 0 else "" for x in DISTANCES]
            away = [*distances, *(others - here) / deviation]
            null = [*(here + distances * deviation), *others]
            lines = {"distance": away, "null": null, "mu_of": [*own, *cases]}
            nulls[case, loss, mu] = pd.DataFrame(lines)
    return nulls


def rejects(kept: pd.DataFrame, variant: Variant, nulls: ArrayLike) -> Bools:
    """Tell for every data set and null hypothesis whether a test rejects it."""
    estimate, error = (
        kept[variant, name].to_numpy()[:, np.newaxis] for name in ("estimate", "error")
    )
    # Equation 12. A loss that is lower by the null has the same standard error.
    found = standardise(estimate - np.asarray(nulls), error, df=variant.df)
    return found.p_two_sided < ALPHA


def rates(
    kept: Mapping[tuple[str, str], pd.DataFrame],
    nulls: Mapping[tuple[str, str, str], pd.DataFrame],
) -> dict[str, pd.DataFrame]:
    """Count rejections: size at a distance of 0, elsewhere power.

    ``estimates``; measure ``real_minus_pseudo_power``, where cases share their data
    sets, is the power against a null that is the truth of the case in which it is
    tested, `mu_of`, minus that of the opposite (Figure 7). ``paired``: the difference
    of the sizes of two tests that saw the same splits.
    """
    rejected = {
        (*key, variant): rejects(table, variant, nulls[*key, variant.mu]["null"])
        for key, table in kept.items()
        for variant in VARIANTS
    }
    lines: list[pd.DataFrame] = []
    gaps: list[dict[str, Any]] = []
    paired: list[dict[str, Any]] = []
    for (case, loss, variant), found in rejected.items():
        test, sample, splits, halvings = variant
        cell = [case, loss, *SAMPLES[sample], splits, halvings]
        key, own = dict(zip(KEYS, cell, strict=False)), nulls[case, loss, variant.mu]
        names: dict[str, Any] = {"test": test, "policy": ""}
        names |= {"measure": "rejection_rate", "experiments": len(found)}
        rate = found.mean(axis=0)
        values = {"value": rate, "error": np.sqrt(rate * (1 - rate) / len(found))}
        lines.append(own.assign(**key, **names, **values))
        for at, null in own[~own["mu_of"].isin(["", case])].iterrows():
            there = nulls[null["mu_of"], loss, variant.mu]["mu_of"] == case
            of_other = rejected[null["mu_of"], loss, variant]
            real = of_other[:, int(np.flatnonzero(there)[0])]
            measure = {"measure": "real_minus_pseudo_power"}
            gaps.append({**null, **key, **names, **measure, **_gap(real, found[:, at])})
        true = DISTANCES.index(0)
        for other in VARIANTS[VARIANTS.index(variant) + 1 :]:
            if other[1:] == variant[1:]:
                gap = _gap(found[:, true], rejected[case, loss, other][:, true])
                beside = {"other": other.test}
                paired.append({**own.loc[true], **key, **names, **beside, **gap})
    estimates = pd.concat([*lines, pd.DataFrame(gaps)], ignore_index=True)
    return {
        "estimates": estimates[[*KEYS, *ESTIMATES]],
        "paired": pd.DataFrame(paired)[[*KEYS, "other", *ESTIMATES]],
    }


def _gap(one: Bools, other: Bools) -> dict[str, float]:
    """Estimate the difference of two rates on the same data sets."""
    value, error = mean_of(one.astype(float) - other)
    return {"value": value, "error": error}


def study(
    problem: str,
    tasks: Mapping[str, tuple[Any, Sequence[int], Sequence[str]]],
    options: Namespace,
    loss: str,
    exact: Mapping[tuple[str, str, str], float] | None = None,
) -> None:
    """Draw data sets of every task, make the tables, and judge what was said.

    A task has beside it the key of its random numbers and the names of its cases; the
    figure is of one loss. Table ``sizes`` has the estimates where the null is true.
    """
    parts = [(x, *task) for task in tasks.values() for x in blocks(options.size, 50)]
    joined = pd.concat(run(summarise, parts, options.cores), ignore_index=True)
    groups = joined.groupby([joined["case"], joined["loss"]], sort=False)
    kept = {(str(case), str(loss)): table for (case, loss), table in groups}
    path = Path(__file__).with_name("nadeau_bengio_published.tsv")
    published = pd.read_csv(path, sep="\t", dtype={"case": str})
    published = published[published["problem"] == problem]
    found = moments(kept, published, exact or {})
    tables = {**rates(kept, nulls_of(kept, found)), "moments": found}
    tables["sizes"] = tables["estimates"].query("distance == 0")
    sections = ["nadeau_bengio", f"nadeau_bengio_{problem}"]
    finish(options.output, tables, draw(tables["estimates"], loss), sections)


def draw(estimates: pd.DataFrame, loss: str) -> Figure:
    """Draw rates of rejection against the distance of the null from the truth.

    One panel a case, for tests on halves of the data set; at 0 the rate is the size of
    the test, elsewhere its power.
    """
    at = "loss == @loss and train == 0.5 and measure == 'rejection_rate'"
    shown = estimates.query(f"{at} and test_size == 0.5")
    shown = shown[shown["distance"].isin(DISTANCES)]
    cases: Iterator[Any] = iter(shown.groupby("case", sort=False))
    figure = Figure(figsize=(10, 6), layout="constrained")
    panels = figure.subplots(2, math.ceil(shown["case"].nunique() / 2), sharey=True)
    for axes, (case, of_case) in zip(panels.flat, cases, strict=False):
        for test, line in of_case.groupby("test", sort=False):
            axes.plot(line["distance"], line["value"], marker=".", label=test)
        axes.axhline(ALPHA, color="black", linewidth=0.8)
        axes.set(title=f"case {case}", xlabel="distance of the null from the truth")
    panels.flat[0].legend(fontsize="small")
    figure.suptitle(f"Rates of rejection, loss {loss} (line: nominal level {ALPHA})")
    return figure
