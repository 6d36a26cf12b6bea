"""A classifier that draws is trained by each seed, and the others count as often."""

import numpy as np
import pytest
from failing_learner import GOOD, evaluate

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.counts_cache import CountsCache
from tenbyten.engines.cross_validation import evaluate_panel

TREE = Classifier("tree", "sklearn.tree.ExtraTreeClassifier", {"max_features": 1})
METRICS = ("brier", "f1")


def table(results):
    """Numbers of each classifier: tested, correct, metrics and, of seeds, squares."""
    names = dict.fromkeys(row[1] for row in results.rows)
    return {x: np.array([r[4:] for r in results.rows if r[1] == x]) for x in names}


def test_counts_of_seeds_are_summed_and_metrics_averaged(monkeypatch):
    # Each further seed alone, in place of the first.
    from tenbyten.engines.scikit_learn.parts import Seeds

    draw, alone = Seeds.draw, []
    for number in (1, 2, 3):
        key = (number,) if number > 1 else ()
        with monkeypatch.context() as patch:
            patch.setattr(Seeds, "draw", lambda self, x, key=key: draw(self, x + key))
            alone.append(table(evaluate([TREE], metrics=METRICS))["tree"])
    assert (alone[0] != alone[1]).any()
    summed = table(evaluate([TREE, GOOD], metrics=METRICS, seeds=3))
    numbers = summed["tree"]
    assert (numbers[:, :2] == np.sum(alone, axis=0)[:, :2]).all()
    assert numbers[:, 2:4] == pytest.approx(np.mean(alone, axis=0)[:, 2:], abs=2e-12)
    squares = np.sum(np.square([x[:, 1] for x in alone]), axis=0)
    assert (numbers[:, 4] == squares).all()
    # A classifier that draws nothing.
    once = table(evaluate([GOOD], metrics=METRICS))["good"]
    times = np.column_stack([3 * once[:, :2], once[:, 2:], 3 * once[:, 1] ** 2])
    assert (summed["good"] == times).all()


def test_a_seed_that_is_set_trains_once():
    fixed = TREE._replace(settings={"random_state": 7})
    once, thrice = (table(evaluate([fixed], seeds=n))["tree"] for n in (1, 3))
    assert (thrice[:, :2] == 3 * once).all()


def test_other_engines_train_once_and_count_as_often():
    dataset = read_bundled("balance-scale")
    folds = weka_folds(dataset.classes, runs=1, folds=2, seed=1)
    panel = Panel("native", [Classifier("bayes", "NaiveBayes")])
    once, thrice = (
        table(evaluate_panel(dataset, folds, panel, seed=1, seeds=n))["bayes"]
        for n in (1, 3)
    )
    assert (thrice[:, :2] == 3 * once).all()
    assert (thrice[:, 2] == 3 * once[:, 1] ** 2).all()


def test_all_seeds_of_a_run_are_kept(tmp_path):
    def cache():
        return CountsCache(tmp_path, "balance-scale", {"tree": {"seeds": 3}})

    rows = evaluate([TREE], seeds=3, cache=cache()).rows
    panel = [TREE._replace(learner="sklearn.no.Such")]
    assert evaluate(panel, seeds=3, cache=cache()).rows == rows
