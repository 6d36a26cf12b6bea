"""Measure what studies save that stop early, and how often they decide otherwise.

A study has ten runs of ten folds. It stops as `tenbyten.statistics.stopping` says, and
its decisions are held against those of all runs. Studies are the accuracies of `paper`,
their runs in random orders; and 3 to 8 classifiers on 10 to 54 data sets, whose effects
are normal or t with 3 degrees of freedom, and whose variances are those of `paper`.
"threshold" are pairs whose z in all runs is within 0.3 of the critical one. The cost of
a run is that of the package: instances times the sum of attributes and classes.

No classifier is better in the last cells: the names of two or of five classifiers of
`paper` are exchanged on each data set at random, or means are equal. How often a study
finds a difference is held against the full one's; so is a study that settles a pair
for good at its first finding, and gives the others their next run on every data set.
"""

import itertools
import json
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from running import blocks, command, finish, run
from scipy.special import ndtri
from statements import ESTIMATES

from tenbyten.comparisons.early_stopping import Size
from tenbyten.results.files import read_accuracies
from tenbyten.results.values import values_of
from tenbyten.statistics import signed_rank, stopping
from tenbyten.statistics.rounding import rounded

SEED, RUNS, FOLDS, ALPHA, LENGTH = 32, 10, 10, 0.05, 20
LOOKS, NEAR, DATASETS = np.array([1, 2, 3, 5, 7, 10]), 0.3, (10, 20, 35, 54)
KEYS = ["data", "effect", "tails", "decides", "budget"]
# Effects: standard deviation between data sets of a pair's difference, in points.
SHAPES = list(itertools.product(("0.2", "1", "4"), ("normal", "t3")))
# The studies of each cell, as a multiple of those that are asked for.
CELLS = {
    ("paper", "", "", "rope", 0.01): 0.5,
    ("paper", "", "", "pairs", 0.01): 1,
    ("paper", "", "", "pairs", 0.05): 0.5,
    ("paper", "", "", "control", 0.01): 0.5,
    # Cost saved varies most between studies with the smallest effects.
    **{("simulated", *x, "pairs", 0.01): 1 if x[0] == "0.2" else 0.5 for x in SHAPES},
    **{("threshold", *shape, "pairs", 0.01): 0.5 for shape in SHAPES},
    ("exchanged_5", "", "", "pairs", 0.01): 3,
    ("exchanged_2", "", "", "pairs", 0.01): 5,
    ("equal", "0", "normal", "pairs", 0.01): 5,
    ("equal", "1", "normal", "pairs", 0.01): 5,
}
# Measures of each study, by rule.
MEASURES = ["cost_saved", "fits_saved", "equal_share", "turned_rate", "predicted"]
MEASURES, FOUND = [("stopped", x) for x in [*MEASURES, "looks"]], "finding_rate"
MEASURES += [(rule, FOUND) for rule in ("stopped", "full", "first_finding")]
WITHOUT = ("exchanged_5", "exchanged_2", "equal")


class Paper(NamedTuple):
    """Accuracies, (classifiers, datasets, runs, folds), and facts of the data sets."""

    folds: Any
    instances: Any
    cost: Any


def read_paper(accuracies, facts):
    """Read the accuracies of study paper, and facts of its data sets."""
    table = read_accuracies(accuracies)
    folds = np.swapaxes(values_of(table), 0, 1)
    with open(facts, encoding="utf-8") as file:
        of_each = json.load(file)
    keys = "instances", "attributes", "classes_declared"
    names = table["dataset"].unique()
    # The class is one of the attributes.
    sizes = np.array([[of_each[x][key] for key in keys] for x in names]) - [0, 1, 0]
    cost = np.array([Size(*size).cost for size in sizes])
    shape = *folds.shape[:2], RUNS, FOLDS
    return Paper(folds.reshape(shape), sizes[:, 0].astype(float), cost)


def study_of(means, spreads, instances, cost, steps):
    """Return all runs of a study."""
    runs = np.full(means.shape[:2], RUNS)
    total, folds = runs[0], np.full(len(cost), FOLDS)
    facts = runs, total, instances, folds, cost, steps
    return stopping.Measurements(rounded(means), spreads, *facts)


def measured(paper, folds, pairs):
    """Take the differences of pairs between such accuracies as those of paper."""
    gained = np.stack([folds[j] - folds[i] for i, j in pairs])
    spreads = gained.var(axis=-1, ddof=1) / FOLDS
    facts = paper.instances, paper.cost, paper.instances
    return study_of(gained.mean(axis=-1), spreads, *facts)


def simulated(paper, rng, effect, tails, means):
    """Draw a study with such means of classifiers, in standard errors of a pair's.

    Means of runs are normal, and variances of folds chi-squared.
    """
    shape = len(means), rng.choice(DATASETS)
    dataset = rng.integers(len(paper.cost), size=shape[1])
    there = measured(paper, paper.folds, pairs_of(len(paper.folds)))
    at = rng.integers(len(there.means), size=shape), dataset
    # Of a pair's variance each classifier has half; none is zero.
    between = np.maximum(there.means[at].var(axis=-1, ddof=1) / 2, 1e-8)
    within = np.maximum(there.spreads[at].mean(axis=-1) / 2, 2e-8)
    normal, spread = tails == "normal", float(effect) / 100
    drawn = rng.normal(size=shape) if normal else rng.standard_t(3, shape) / 3**0.5
    error = np.sqrt((spread**2 + 2 * between.mean() / RUNS) / shape[1])
    true = spread / 2**0.5 * drawn + error * np.array(means)[:, np.newaxis]
    noise = rng.normal(size=(*shape, RUNS)) * np.sqrt(between)[..., np.newaxis]
    runs = true[..., np.newaxis] + noise
    spreads = within[..., np.newaxis] * rng.chisquare(FOLDS - 1, (*shape, RUNS))
    rows, columns = np.transpose(pairs_of(len(means)))
    spreads = (spreads[columns] + spreads[rows]) / (FOLDS - 1)
    facts = paper.instances[dataset], paper.cost[dataset], np.zeros(shape[1])
    return study_of(runs[columns] - runs[rows], spreads, *facts)


def pairs_of(classifiers, decides="pairs"):
    """List the pairs of classifiers, by number, or those with the first."""
    pairs = list(itertools.combinations(range(classifiers), 2))
    return pairs[: classifiers - 1] if decides == "control" else pairs


def draw_study(paper, rng, data, effect, tails, decides):
    """Draw a study of a cell, and return its pairs too."""
    data, _, number = data.partition("_")
    classifiers = int(
        number or {"paper": 5, "simulated": rng.integers(3, 9)}.get(data, 2)
    )
    pairs = pairs_of(classifiers, decides)
    if data in ("paper", "exchanged"):
        folds = paper.folds[:, :, rng.permutation(RUNS)]
        if data == "exchanged":
            chosen = rng.permutation(len(folds))[:classifiers, np.newaxis]
            names = rng.permuted(np.tile(chosen, len(paper.cost)), axis=0)
            folds = folds[names, np.arange(len(paper.cost))]
        return measured(paper, folds, pairs), pairs
    if data == "simulated":
        means = rng.uniform(0, 6, classifiers)
        return simulated(paper, rng, effect, tails, means), pairs
    while True:
        shift = rng.uniform(1, 3) if data == "threshold" else 0
        study = simulated(paper, rng, effect, tails, [0, shift])
        z = -signed_rank(rounded(study.means.mean(axis=-1))).z[0]
        if data == "equal" or abs(z + ndtri(ALPHA / 2)) <= NEAR:
            return study, pairs


def seen(study, pairs, runs, rules):
    """Return the measurements after so many runs of each classifier, and decisions."""
    rows, columns = np.transpose(pairs)
    made = study._replace(runs=np.minimum(runs[rows], runs[columns]))
    means = rounded(stopping.means_so_far(made))
    return made, stopping.decide(means[np.newaxis], rules)[0]


def stop(study, pairs, rules, budget, rng):
    """Look until the study may stop; return runs, decisions, prediction and looks."""
    runs = np.ones((np.max(pairs) + 1, len(study.cost)), dtype=int)
    for look in itertools.count(1):
        made, decisions = seen(study, pairs, runs, rules)
        judged = stopping.judge(made, rules, decisions, error=budget, rng=rng)
        if not judged.wanted.any():
            return runs, decisions, judged.any_turned, look
        runs = stopping.advance(runs, made, judged, pairs, LOOKS)


def first_finding(study, pairs, rules):
    """Settle each pair at its first finding; return the decisions."""
    runs = np.ones((np.max(pairs) + 1, len(study.cost)), dtype=int)
    settled = np.zeros(len(pairs))
    for following in [*LOOKS[1:], RUNS]:
        decisions = seen(study, pairs, runs, rules)[1]
        settled = np.where(settled == 0, decisions, settled)
        for pair in np.flatnonzero(settled == 0):
            runs[list(pairs[pair])] = following
    return settled


def compare(paper, cell, numbers):
    """Hold studies that stop early against full ones: `MEASURES` of each."""
    rules, lines = stopping.Rules(ALPHA, 0.01 if cell[3] == "rope" else 0.0), []
    for number in numbers:
        rng = np.random.default_rng((SEED, list(CELLS).index(cell), number))
        study, pairs = draw_study(paper, rng, *cell[:4])
        runs, stopped, *said = stop(study, pairs, rules, cell[4], rng)
        _, full = seen(study, pairs, np.full_like(runs, RUNS), rules)
        equal = stopped == full
        cost = np.average(runs.mean(axis=0), weights=study.cost)
        line = [1 - cost / RUNS, 1 - runs.mean() / RUNS, equal.mean(), not equal.all()]
        found = stopped, full, first_finding(study, pairs, rules)
        lines.append([*line, *said, *(np.any(x) for x in found)])
    return lines


def estimate(studies):
    """Estimate means over the studies of a cell, and over all that are simulated."""
    simulated = [x for x in studies if x[0] == "simulated"]
    together = "simulated", "all", "all", *simulated[0][3:]
    studies[together] = np.concatenate([studies[x] for x in simulated])
    lines, paired = [], []
    for cell, values in studies.items():
        for (rule, measure), column in zip(MEASURES, values.T, strict=True):
            if measure != FOUND or cell[0] in WITHOUT:
                lines.append([*cell, rule, "", measure, *mean_of(column)])
        for rule, place in {"stopped": -3, "first_finding": -1}.items():
            if cell[0] in WITHOUT:
                gap = mean_of(values[:, place] - values[:, -2])
                paired.append([*cell, rule, "", FOUND, *gap, "full"])
    return {
        "estimates": pd.DataFrame(lines, columns=[*KEYS, *ESTIMATES]),
        "paired": pd.DataFrame(paired, columns=[*KEYS, *ESTIMATES, "other"]),
    }


def mean_of(values):
    """Return the mean, its standard error and the number of values."""
    return values.mean(), values.std(ddof=1) / len(values) ** 0.5, len(values)


def draw(estimates):
    """Draw what each cell saves, and how many of its studies turned a decision."""
    figure = Figure(figsize=(10, 5), layout="constrained")
    measures = ["cost_saved", "fits_saved", "turned_rate"]
    for axes, measure in zip(figure.subplots(1, 3, sharey=True), measures, strict=True):
        lines = estimates[estimates["measure"] == measure]
        cells = lines[KEYS].astype(str).agg(" ".join, axis=1)
        axes.errorbar(lines["value"], cells, xerr=2 * lines["error"], fmt="o")
        axes.set(xlabel=measure)
    return figure


if __name__ == "__main__":
    parser = command(__file__, __doc__, 200, "orders of the runs of study paper")
    parser.add_argument("accuracies", help="accuracies.csv of study paper")
    parser.add_argument("facts", help="datasets.json of study paper")
    options = parser.parse_args()
    paper = read_paper(options.accuracies, options.facts)
    parts = {x: blocks(int(y * options.size), LENGTH) for x, y in CELLS.items()}
    jobs = [(paper, cell, part) for cell, x in parts.items() for part in x]
    results = iter(run(compare, jobs, options.cores))
    studies = {
        cell: np.concatenate([next(results) for _ in x], dtype=float)
        for cell, x in parts.items()
    }
    tables = estimate(studies)
    finish(options.output, tables, draw(tables["estimates"]), ["early_stopping"])
