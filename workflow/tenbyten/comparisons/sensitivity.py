"""Decide again under other policies or without a data set, and sum up what changes."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import stdtr

from tenbyten.comparisons.decisions import (
    column_is_better,
    deciding_p,
    name_decisions,
    verdicts,
)
from tenbyten.comparisons.on_each_dataset import (
    Names,
    Pairs,
    Rho,
    has_tests,
    lines_of,
    matrix,
    rho_of,
)
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.many_datasets.leave_one_out import (
    poisson_with_each_undecided,
    signed_rank_without_each,
)
from tenbyten.statistics.many_datasets.poisson import poisson_test
from tenbyten.statistics.many_datasets.signed_rank import ZEROS, signed_rank
from tenbyten.statistics.one_dataset.correlated_t import ZERO_VARIANCE
from tenbyten.tables.our_csv import TEXT
from tenbyten.words import Design

# Policies that are varied to see whether a decision depends on them.
ALPHAS = (0.01, 0.05, 0.1)
# Besides 0 and the study's own: multiples of 1 / folds, and of the study's rope.
RHOS = (1, 2, 3)
ROPES = (0.5, 1, 2)
THRESHOLDS = ("more", "at_least")
SIDES = ("one", "two")
METHODS = ("approximate", "auto")
# Of each test, the policies that are varied, each with each.
FACTORS = {
    "poisson": ["zero_variance", "rho", "threshold", "alpha"],
    "signed_rank": ["sides", "method", "zeros", "alpha"],
    "bayesian_signed_rank": ["rope", "alpha"],
}
_VARIED = list(dict.fromkeys(itertools.chain(*FACTORS.values())))
COLUMNS = ["row", "column", "test", *_VARIED]
COLUMNS += ["number_column", "number_row", "decision", "note"]
# Changes that are made only to reproduce a publication: no reason to call a decision
# unstable.
APART = ("zero_variance = win", "rho = 0", "threshold = at_least")
# Policies whose keys in the study file have other names.
_NAMES = {"sides": "signed_rank_sides", "method": "signed_rank"}
_KEYS = ["row", "column", "test"]
# Row, column and test; changes of the study's policies, and the decisions under them.
Key = tuple[str, str, str]
Changes = tuple[str, ...]
Outcome = str | int | None
Outcomes = dict[Changes, str | None]
# Columns of one variant.
_Variant = dict[str, Any]


def policy_variants(
    posteriors: pd.DataFrame,
    ropes: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    folds: int,
    rho: Rho,
    alpha: float,
    rope: float,
    designs: Mapping[str, Design] | None = None,
) -> pd.DataFrame:
    """Decide every pair over a subset under every combination of policies.

    Parameters
    ----------
    ropes : DataFrame
        From `pairwise.rope_curves` over the same pairs and data sets.
    designs : dict of str to (int, int), optional
        Runs and folds of the data sets with another number of folds. Where rho is
        ``1/folds`` these folds are meant: a rho of `folds` stands for theirs. Where it
        is by data set, that of the largest stands for all, which differ as they do.

    Returns
    -------
    DataFrame
        One line a pair and variant. Of the Poisson test: zero_variance; rho, which is
        0, once, twice and three times ``1 / folds``, and the study's; threshold,
        ``more`` for P(X > q/2), ``at_least`` for P(X >= q/2). Of the signed-rank test:
        sides; method; zeros. Of the Bayesian signed-rank test: rope, half of the
        study's, the study's, and twice that. Of all three: alpha, which is 0.01, 0.05,
        0.1 and the study's. The policies of other tests are empty.
        number_column and number_row are the probability or p with which the test finds
        the one or the other better. decision is ``column`` or ``row``, the better one;
        ``neither``, or ``both``, which contradict each other; of the Bayesian test
        ``rope`` or ``undecided``. Where the variant cannot be computed number and
        decision are empty, and note says why. Where pairs were not tested on each data
        set there are no lines of the Poisson test.

    Notes
    -----
    The Poisson test is exact throughout. Another rho changes the scale of the posterior
    alone (Corani, Benavoli (2015), section 2.3, equation 8), so that the statistic in
    `posteriors` is divided by the ratio of the scales; p is its equation 9.
    `Posterior.column_wins` describes the policies for zero variance.
    """
    lines = lines_of(posteriors, pairs, datasets)
    own, own_designs = rho_as_number(rho, folds), designs or {}
    alphas = sorted({*ALPHAS, alpha})
    poisson = []
    if has_tests(lines):
        # How many times the correlation of `folds` a data set has.
        times = np.array([folds / own_designs.get(x, (0, folds))[1] for x in datasets])
        if (rhos_of_each := rho_of(rho, datasets)) is not None:
            times = rhos_of_each / (own or 1)
        # Equal ones once.
        tried = {round(x, 12): x for x in (0, *(y / folds for y in RHOS), own)}
        rhos = sorted(x for x in tried.values() if x < 1 and np.all(x * times < 1))
        poisson = [*_poisson_variants(lines, pairs, rhos, own, times, alphas)]
    ranked = _signed_rank_variants(matrix(lines, "mean_difference", pairs), alphas)
    return _make_table([*poisson, *ranked, *_rope_variants(ropes, rope, alphas)], pairs)


def leave_one_out(
    posteriors: pd.DataFrame,
    *,
    pairs: Pairs,
    datasets: Names,
    alpha: float,
    method: str,
    sides: str,
) -> pd.DataFrame:
    """Decide every pair over a subset without each of its data sets.

    Parameters
    ----------
    posteriors, pairs, datasets, alpha, method, sides
        As in every module: see `tenbyten.comparisons`.

    Returns
    -------
    DataFrame
        One line a pair, test and data set: number_column, number_row and decision, as
        in `policy_variants`; flips, 1 where the decision differs from that with
        the data set.

    Notes
    -----
    In the Poisson test, which is exact, a data set stays and counts one half for either
    classifier (`statistics.poisson_with_each_undecided`). The signed-rank test leaves
    it out, and needs two others: in a subset of two its numbers and decision are empty,
    and nothing flips. Where pairs were not tested on each data set there is no Poisson
    test.
    """
    lines = lines_of(posteriors, pairs, datasets)
    turned = lines_of(posteriors, [(b, a) for a, b in pairs], datasets)
    p, mean = (
        np.stack([matrix(side, value, pairs) for side in (lines, turned)])
        for value in ("p_column_wins", "mean_difference")
    )
    test = signed_rank(mean, method=method)
    complete = column_is_better(test, sides, alpha)
    number, better = np.full(mean.shape, np.nan), complete[..., np.newaxis]
    if len(datasets) > 2:
        test = signed_rank_without_each(mean, method=method)
        number, better = deciding_p(test, sides), column_is_better(test, sides, alpha)
    tests = {"signed_rank": (number, np.broadcast_to(better, mean.shape), complete)}
    if has_tests(lines):
        poisson = poisson_with_each_undecided(p)
        number, complete = poisson.column, poisson.complete > 1 - alpha
        tests = {"poisson": (number, number > 1 - alpha, complete)} | tests
    number, better = (np.stack([x[i] for x in tests.values()], -2) for i in (0, 1))
    whole = np.stack([x[2] for x in tests.values()], axis=-1)
    flips = np.any(better != whole[..., np.newaxis], axis=0)
    table = pd.DataFrame(pairs, columns=["row", "column"])
    table = table.merge(pd.DataFrame({"test": [*tests]}), how="cross")
    table = table.merge(pd.DataFrame({"dataset": list(datasets)}), how="cross")
    shape = 2, len(table)
    decided = name_decisions(number.reshape(shape), better.reshape(shape))
    return table.assign(**decided, flips=flips.ravel().astype(int))


def sensitivity(
    variants: Mapping[str, pd.DataFrame],
    leave_one_out: Mapping[str, pd.DataFrame],
    *,
    policies: Mapping[str, Any],
) -> pd.DataFrame:
    """Find the policies and data sets that change each decision.

    Parameters
    ----------
    variants, leave_one_out, policies
        As in every module: see `tenbyten.comparisons`.

    Returns
    -------
    DataFrame
        One line a subset, pair and test: decision, the study's (`policy_variants`);
        stable, 1 where it is the same under every variant and with every data set left
        out, but for the changes that stand apart; becomes, the other decisions that it
        turns into; hangs_on, the smallest changes of the study's policies that change
        it; data_sets, each of which changes it when left out; apart, the smallest
        changes with one that exists only to reproduce a publication (`APART`). A change
        is ``rho = 0``, several that are needed together are joined by ``and``,
        alternatives by ``;``, and so are decisions and data sets.
    """
    lines = []
    for subset, table in variants.items():
        flips = leave_one_out[subset].query("flips == 1")
        without = dict(iter(flips.groupby(_KEYS)))
        for key, outcomes in outcomes_of(table, subset, policies).items():
            decision = outcomes[()]
            others = {x for x in outcomes.values() if x not in (decision, None)}
            smallest = smallest_changes(outcomes, *others)
            hangs_on = [changes for changes in smallest if not {*changes} & {*APART}]
            apart = [changes for changes in smallest if changes not in hangs_on]
            flipped = without.get(key, flips[:0])
            turns = [outcomes[changes] for changes in hangs_on]
            turns += list(flipped["decision"])
            becomes = "; ".join(dict.fromkeys(map(str, turns)))
            texts = becomes, join_changes(hangs_on), "; ".join(flipped["dataset"])
            stable = int(not turns)
            lines.append((subset, *key, decision, stable, *texts, join_changes(apart)))
    columns = ["subset", *_KEYS, "decision", "stable"]
    columns += ["becomes", "hangs_on", "data_sets", "apart"]
    return pd.DataFrame(lines, columns=columns)


def outcomes_of(
    table: pd.DataFrame, subset: str, policies: Mapping[str, Any]
) -> dict[Key, Outcomes]:
    """Return the decision of every variant, by its changes of the study's policies.

    Decisions are grouped by row, column and test; one is None where the variant cannot
    be computed. Without a change it is the study's own. Errors name the `subset`.
    """
    own = {
        "zero_variance": policies["zero_variance"],
        "rho": rho_as_number(policies["rho"], policies["folds"]),
        "threshold": "more",
        "sides": policies["signed_rank_sides"],
        # The study's `exact` is `auto` by another name.
        "method": policies["signed_rank"].replace("exact", "auto"),
        "zeros": "split",
        "rope": policies["rope"],
        "alpha": policies["alpha"],
    }
    if policies.get("scale") == "ratio":
        # As the study file has them: factors.
        own["rope"] = np.exp(own["rope"])
        table = table.assign(rope=np.exp(table["rope"]))
    outcomes: dict[Key, Outcomes] = {}
    for test, part in table.groupby("test", sort=False):
        texts = [_changes(part[factor], own[factor]) for factor in FACTORS[str(test)]]
        pairs = zip(part["row"], part["column"], strict=True)
        lines = pairs, zip(*texts, strict=True), part["decision"]
        for pair, changes, decision in zip(*lines, strict=True):
            changed = tuple(filter(None, changes))
            # Missing is an empty text in memory, and no text in a file.
            decided = decision if isinstance(decision, str) and decision else None
            outcomes.setdefault((*pair, str(test)), {})[changed] = decided
    for key, variants in outcomes.items():
        if variants.get(()) is None:
            raise ValueError(
                f"sensitivity: subset {subset}, {', '.join(key)}: no decision under "
                f"the study's own policies; make the table again with its settings."
            )
    # Pair after pair, each with all of its tests.
    ordered = dict.fromkeys((row, column) for row, column, _ in outcomes)
    keys = [(*pair, test) for pair in ordered for test in FACTORS]
    return {key: outcomes[key] for key in keys if key in outcomes}


def smallest_changes(
    outcomes: Mapping[Changes, Outcome], *wanted: Outcome
) -> list[Changes]:
    """Return the smallest changes that give one of the wanted outcomes, few first."""
    smallest: list[Changes] = []
    for changes in sorted(outcomes, key=len):
        seen = any({*less} <= {*changes} for less in smallest)
        if outcomes[changes] in wanted and not seen:
            smallest.append(changes)
    return smallest


def join_changes(alternatives: Iterable[Changes]) -> str:
    """Write alternative changes."""
    return "; ".join(" and ".join(changes) for changes in alternatives)


def _changes(values: pd.Series, own: str | float) -> list[str]:
    """Write a policy in every line; empty where it is the study's own."""
    name = _NAMES.get(str(values.name), values.name)
    written = {}
    for value in values.unique():
        # A number has lost its last digits in the file.
        same = value == own if isinstance(own, str) else np.isclose(value, own)
        text = value if isinstance(value, str) else f"{value:g}"
        written[value] = "" if same else f"{name} = {text}"
    return [written[value] for value in values]


def rho_as_number(rho: Rho, folds: int) -> float:
    """Return the study's correlation, of several the largest, as a number."""
    if isinstance(rho, Mapping):
        return max(rho.values())
    return 1 / folds if isinstance(rho, str) else rho


def _make_table(variants: Sequence[_Variant], pairs: Pairs) -> pd.DataFrame:
    """Make a table of the variants, pair after pair."""
    names = dict(zip(("row", "column"), zip(*pairs, strict=True), strict=True))
    columns = {name: np.repeat(names[name], len(variants)) for name in names}
    for name in COLUMNS[len(names) :]:
        missing = "" if name in TEXT else np.nan
        cells = [np.broadcast_to(x.get(name, missing), len(pairs)) for x in variants]
        columns[name] = np.stack(cells, axis=1).ravel()
    return pd.DataFrame(columns)


def _poisson_variants(
    lines: pd.DataFrame,
    pairs: Pairs,
    rhos: list[float],
    own: float,
    times: Floats,
    alphas: list[float],
) -> Iterator[_Variant]:
    """Yield the columns of each variant of the Poisson test."""
    statistic, df, scale = (
        matrix(lines, value, pairs) for value in ("statistic", "df", "scale")
    )
    zero = (scale == 0) & (statistic == 0)
    for rho in rhos:
        ratio = _inflation(own * times, df) / _inflation(rho * times, df)
        other = statistic * np.sqrt(ratio)
        p = np.stack([stdtr(df, other), stdtr(df, -other)])
        for zero_variance, p_zero in ZERO_VARIANCE.items():
            more, tie, _, q, *_ = poisson_test(np.where(zero, p_zero, p), alpha=0.5)
            for threshold in THRESHOLDS:
                # Rounding can leave a sum of chances a bit above one.
                number = more if threshold == "more" else np.minimum(more + tie, 1)
                # No data set is at least half of no data set: no decision.
                empty = (q[0] == 0) & (threshold == "at_least")
                note = np.where(empty, "no data set is left in the test", "")
                shown = np.where(empty, np.nan, number)
                for alpha in alphas:
                    policies = zero_variance, rho, threshold, alpha
                    decided = name_decisions(shown, number > 1 - alpha)
                    yield _variant("poisson", policies, **decided, note=note)


def _signed_rank_variants(mean: Floats, alphas: list[float]) -> Iterator[_Variant]:
    """Yield the columns of each variant of the signed-rank test."""
    both = np.stack([mean, 0 - mean])
    for method, zeros in itertools.product(METHODS, ZEROS):
        test = signed_rank(both, method=method, zeros=zeros)
        for sides, alpha in itertools.product(SIDES, alphas):
            is_better = column_is_better(test, sides, alpha)
            decided = name_decisions(deciding_p(test, sides), is_better)
            yield _variant("signed_rank", (sides, method, zeros, alpha), **decided)


def _rope_variants(
    ropes: pd.DataFrame, own: float, alphas: list[float]
) -> Iterator[_Variant]:
    """Yield the columns of each variant of the Bayesian signed-rank test."""
    ropes = ropes[ropes["test"] == "bayesian_signed_rank"]
    wanted = [round(own * factor, 12) for factor in ROPES]
    ropes = ropes[ropes["rope"].round(12).isin(wanted)]
    for rope, part in ropes.groupby(ropes["rope"].round(12)):
        probabilities = part[["p_row", "p_rope", "p_column"]].to_numpy()
        row, _, column = probabilities.T
        for alpha in alphas:
            decided = {"number_column": column, "number_row": row}
            decided["decision"] = verdicts(probabilities, alpha)
            yield _variant("bayesian_signed_rank", (rope, alpha), **decided)


def _variant(test: str, policies: tuple[Any, ...], **columns: Any) -> _Variant:
    """Return the columns of a variant; `policies` are in the order of `FACTORS`."""
    return {"test": test, **dict(zip(FACTORS[test], policies, strict=True)), **columns}


def _inflation(rho: Floats, df: Floats) -> Floats:
    """Divide the variance of the mean by that of the folds, for df + 1 folds in all."""
    return 1 / (df + 1) + rho / (1 - rho)
