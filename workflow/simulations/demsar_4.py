"""Demsar (2006), section 4: tests on data sets drawn with a bias, from real accuracies.

Journal of Machine Learning Research 7, 1-30. A thousand times ten data sets are drawn,
those more probably on which a classifier, the column, is better, and every test is
applied to them. How often it rejects tells of its power, how often its results agree
of its replicability. Figures 3 to 7 and Table 7, on the accuracies of study `paper`.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from generators import uniforms
from matplotlib.figure import Figure
from running import command, finish, run
from scipy.optimize import brentq
from statements import ESTIMATES

from tenbyten import statistics
from tenbyten.results.files import read_accuracies
from tenbyten.results.values import means_of
from tenbyten.statistics.checks import Bools, Floats, Ints
from tenbyten.statistics.many_classifiers.omnibus import decompose, divide
from tenbyten.statistics.many_classifiers.studentized import p_of_maximum, p_of_range
from tenbyten.statistics.rounding import rounded

SEED, ALPHA, DRAWN, TABULATED = 2006, 0.05, 10, 15
BIAS = list(range(21))
# The draws favour the one named last. Of the first pair is Figure 5: C4.5 and naive
# Bayes with discretised attributes.
SHOWN = [("NaiveBayes", "J48"), ("J48", "AODE"), ("NaiveBayes", "HNB")]
KEYS = ["row", "column", "selection", "bias"]
STEPS = ("holm", "hochberg", "hommel")
TWO = ["paired_t", "paired_t_relative", "signed_rank", "signed_rank_one_tail"]
TWO += ["sign_test"]
OMNIBUS = ["anova", "friedman", "iman_davenport"]
POST_HOC = ["dunnett", "bonferroni_dunn", *STEPS]
# Tests that are compared with each other.
FAMILIES = (TWO, OMNIBUS, ["tukey", "nemenyi"], POST_HOC)

PAIR = "selection == 'pair'"
TABLE_7 = f"{PAIR} and bias == {TABULATED}"
P, REJECTIONS = "mean_p", "rejection_rate"
R_P, R_E = "replicability_p", "replicability_e"


def draw_biased(differences: Floats, times: Floats) -> Ints:
    """Draw data sets, those more probably on which a classifier is better.

    Parameters
    ----------
    differences : ndarray of shape (datasets,)
        Accuracy of the favoured classifier minus that of the other, fractions.
    times : ndarray of shape (experiments, datasets)
        Exponential waiting times with mean 1, which serve every bias and every pair.

    Returns
    -------
    ndarray of shape (biases, experiments, drawn), int
        Data sets, counted from 0, in ascending order; none is twice in a selection.

    Notes
    -----
    Section 4.1.1: the probability of choosing data set i is proportional to ``1 / (1 +
    exp(-k d_i))``. The data sets are drawn one after the other from those that are
    left. For this the waiting time of each is divided by its weight; the first to
    arrive are the selection, for of several exponential times each is the smallest with
    a probability in proportion to its rate, and they have no memory.
    """
    k = np.array(BIAS, dtype=float)[:, np.newaxis]
    # Of the weight's inverse: exp of a large number would overflow.
    slowness = np.logaddexp(0, -k * differences)[:, np.newaxis]
    arrivals = np.log(times) + slowness
    return np.sort(np.argpartition(arrivals, DRAWN - 1, axis=-1)[..., :DRAWN], axis=-1)


def compare_two(row: Floats, column: Floats) -> dict[str, Floats]:
    """Compute p of each test of two classifiers; all but ``..._one_tail`` two-sided.

    Section 4.2, the first paragraph; the signed-rank test by the formula of 3.1.3.
    """
    differences = rounded(column - row)
    relative = statistics.relative_differences(row, column)
    by_ranks = statistics.signed_rank(differences, method="approximate")
    return {
        "paired_t": statistics.paired_t(differences).p_two_sided,
        "paired_t_relative": statistics.paired_t(relative).p_two_sided,
        "signed_rank": by_ranks.p_two_sided,
        "signed_rank_one_tail": by_ranks.p_two_sided / 2,
        "sign_test": statistics.sign_test(differences).p_two_sided,
    }


def compare_all(means: Floats) -> dict[str, Floats]:
    """Compute p of each test of all classifiers, of each statistic's distribution."""
    tests = [statistics.repeated_anova, statistics.friedman, statistics.iman_davenport]
    found = [test(means, alpha=ALPHA, seed=0, method="approximate") for test in tests]
    return {name: test.p for name, test in zip(OMNIBUS, found, strict=True)}


def post_hoc(means: Floats, against: int) -> dict[str, Bools]:
    """Decide which classifiers differ from one: post-hoc tests of Figures 6 and 7.

    `means` are of shape (..., drawn, classifiers), decisions (..., classifiers - 1).
    Tukey's, Nemenyi's and Dunnett's p are integrals, too slow for each of thousands of
    tables. They fall as the statistic grows, so that p is below alpha just where the
    statistic is above the value whose p is alpha, which is found once.
    """
    drawn, classifiers = means.shape[-2:]
    df, others = (drawn - 1) * (classifiers - 1), classifiers - 1
    of_range = partial(p_of_range, classifiers=classifiers)
    effects, residual, _, rounding = decompose(means)
    gaps = np.delete(effects, against, axis=-1) - effects[..., against, np.newaxis]
    error = np.sqrt(residual / drawn)[..., np.newaxis]
    q = divide(np.abs(gaps), error, rounding=rounding[..., np.newaxis])
    averages = statistics.average_ranks(rounded(means))
    by_ranks = statistics.bonferroni_dunn(averages, control=against, datasets=drawn)
    range_of_ranks = np.sqrt(2) * np.abs(by_ranks.z)
    p = by_ranks.p_unadjusted
    return {
        "tukey": q > critical(partial(of_range, df=df)),
        "nemenyi": range_of_ranks > critical(partial(of_range, df=np.inf)),
        "dunnett": q
        > np.sqrt(2) * critical(partial(p_of_maximum, others=others, df=df)),
        "bonferroni_dunn": by_ranks.p < ALPHA,
        **{x: statistics.adjust(p, method=x) < ALPHA for x in STEPS},
    }


def critical(p_of: Callable[[float], Floats]) -> float:
    """Find the statistic whose p is alpha."""
    return float(brentq(lambda x: float(p_of(x)) - ALPHA, 0, 1e6, xtol=1e-12))


def measures_of(outcome: Floats | Bools) -> Iterator[tuple[str, Floats, Floats]]:
    """List measures of section 4.1.2: name, value, and influence of each experiment.

    `outcome` is p, or decisions, of shape (biases, experiments). R(p) is one less twice
    the variance of p, R(e) one less twice that of the decisions, which is the chance
    that two experiments decide alike. The error of a measure is that of the mean of
    its influences.
    """
    n = outcome.shape[-1]
    is_p = outcome.dtype != bool
    kinds = {P: outcome, R_P: outcome} if is_p else {}
    rejects = outcome < ALPHA if is_p else outcome
    kinds |= {REJECTIONS: rejects, R_E: rejects}
    for measure, x in kinds.items():
        x = x.astype(float)
        mean = x.mean(axis=-1, keepdims=True)
        if measure in (P, REJECTIONS):
            yield measure, mean[:, 0], x - mean
        else:
            agreement = 2 * n / (n - 1) * (x - mean) ** 2
            value = 1 - agreement.mean(axis=-1)
            yield measure, value, 1 - agreement - value[:, np.newaxis]


def error_of(measure: str, influence: Floats, rejects: Bools, value: Floats) -> Floats:
    """Compute the standard error of a measure, or of the difference of two.

    Parameters
    ----------
    measure : str
    influence : ndarray of shape (biases, experiments)
        Of the measure, or the difference of both influences.
    rejects : ndarray of shape (biases, experiments), bool
        Decisions; of two tests, whether just one of them rejects.
    value : ndarray of shape (biases,)
        Of the measure, less one; or the difference of both values.

    Notes
    -----
    Where half of the experiments reject, R(e) does not change with their number to the
    first order, and the influences vanish. Its error is therefore the whole one of the
    mean of a function of two experiments (Hoeffding (1948; Annals of Mathematical
    Statistics 19, 293-325), equation 5.13): ``(4 (n - 2) v1 + 2 v2) / (n (n - 1))`` is
    its square, with the variance v1 of the function's mean for a given experiment, to
    which the influences belong, and its own, v2. For two experiments that decide
    differently, or for the difference of two such functions, v2 is the chance that the
    decisions of `rejects` differ, less the squared mean of the function.
    """
    n = influence.shape[-1]
    if measure != R_E:
        return np.sqrt(np.mean(influence**2, axis=-1) / n)
    # Of the mean for a given experiment, twice: without n / (n - 1).
    first = np.mean(influence**2, axis=-1) * ((n - 1) / n) ** 2
    share = rejects.mean(axis=-1)
    differ = 2 * share * (1 - share)
    both = (n - 2) * first + 2 * (differ - value**2)
    return np.sqrt(np.maximum(both, 0) / (n * (n - 1)))


def simulate(
    means: pd.DataFrame, size: int, favoured: str, rows: list[str], selection: str
) -> dict[str, pd.DataFrame]:
    """Test on draws that favour a classifier: against a row, or all others.

    ``selection`` is ``pair`` where the data sets are drawn by how much the favoured one
    is better than the row, ``average`` where by how much it is better than the average
    of all others (section 4.3); then only the post-hoc tests are made.
    """
    values, classifiers = means.to_numpy(float), list(means.columns)
    times = -np.log1p(-uniforms(SEED, range(size), len(values)))
    gains = means[favoured] - means[rows].mean(axis=1)
    subsets = draw_biased(rounded(gains.to_numpy()), times)
    tables = values[subsets]
    column = classifiers.index(favoured)
    others = [x for x in classifiers if x != favoured]
    decisions = post_hoc(tables, column)
    found: dict[str, list[pd.DataFrame]] = {"estimates": [], "paired": []}
    for row in rows:
        place = others.index(row)
        outcomes: dict[str, Floats] = {x: y[..., place] for x, y in decisions.items()}
        if selection == "pair":
            of_row = tables[..., classifiers.index(row)]
            outcomes |= compare_two(of_row, tables[..., column]) | compare_all(tables)
        key = {"row": row, "column": favoured, "selection": selection, "bias": BIAS}
        for name, lines in _estimate(outcomes):
            found[name].append(pd.DataFrame({**key, **lines, "experiments": size}))
    return {name: pd.concat(tables) for name, tables in found.items()}


def _estimate(outcomes: Mapping[str, Floats]) -> Iterator[tuple[str, dict[str, Any]]]:
    """List columns of tables: estimates of each test, differences within families."""
    measured = {test: list(measures_of(outcome)) for test, outcome in outcomes.items()}
    rejects = {x: y if y.dtype == bool else y < ALPHA for x, y in outcomes.items()}
    for test, of_test in measured.items():
        for measure, value, influence in of_test:
            error = error_of(measure, influence, rejects[test], value - 1)
            names = {"test": test, "policy": "", "measure": measure}
            yield "estimates", {**names, "value": value, "error": error}
    for family in FAMILIES:
        there = [test for test in family if test in measured]
        for test, other in itertools.combinations(there, 2):
            both = zip(measured[test], measured[other], strict=True)
            one_alone = rejects[test] != rejects[other]
            for (measure, value, influence), (_, less, of_other) in both:
                gap = value - less
                error = error_of(measure, influence - of_other, one_alone, gap)
                names = {"test": test, "other": other, "policy": "", "measure": measure}
                yield "paired", {**names, "value": gap, "error": error}


def draw(estimates: pd.DataFrame) -> Figure:
    """Draw Figures 3 to 7: of each shown pair mean p and rejections against k."""
    rows = [(P, TWO), (REJECTIONS, TWO), (P, OMNIBUS), (REJECTIONS, POST_HOC)]
    figure = Figure(figsize=(12, 14), layout="constrained")
    panels = figure.subplots(len(rows), len(SHOWN), sharex=True, sharey="row")
    for i, (row, column) in enumerate(SHOWN):
        of_pair = estimates.query(f"{PAIR} and row == @row and column == @column")
        for axes, (measure, tests) in zip(panels[:, i], rows, strict=True):
            for test in tests:
                line = of_pair.query(f"test == '{test}' and measure == '{measure}'")
                axes.plot(line["bias"], line["value"], marker=".", label=test)
            axes.set(title=f"{row} - {column}", xlabel="k", ylabel=measure)
            axes.legend(fontsize="small")
    for axes in panels[[0, 2], 0]:
        axes.invert_yaxis()  # as in the paper, stronger is higher
    return figure


if __name__ == "__main__":
    parser = command(__file__, __doc__, 1000, "draws")
    parser.add_argument("accuracies", help="accuracies.csv of study paper")
    options = parser.parse_args()
    means = means_of(read_accuracies(options.accuracies))
    classifiers = list(means.columns)
    pairs = [(y, [x], "pair") for x, y in itertools.permutations(classifiers, 2)]
    averages = [(y, [x for x in classifiers if x != y], "average") for y in classifiers]
    jobs = [(means, options.size, *what) for what in [*pairs, *averages]]
    found = run(simulate, jobs, options.cores)
    order = {"estimates": ESTIMATES, "paired": ["other", *ESTIMATES]}
    tables = {
        name: pd.concat([x[name] for x in found], ignore_index=True)[[*KEYS, *columns]]
        for name, columns in order.items()
    }
    tables["table_7"] = tables["estimates"].query(TABLE_7)
    finish(options.output, tables, draw(tables["estimates"]), ["demsar_4"])
