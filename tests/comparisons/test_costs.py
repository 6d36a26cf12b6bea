"""Times beside accuracy."""

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.comparisons.costs import cost_tables

ACCURACY = {"metric": "accuracy", "foreign_metrics": {}}
SUBSETS = {"all": ["small", "large"], "second": ["large"]}
FEW = st.integers(1, 4)


def long(accuracies, seconds):
    """Long tables of two data sets with two folds, the second of them slower."""
    lines = [
        (dataset, name, 1, fold, accuracies[name], scale * fold * seconds[name])
        for dataset, scale in (("small", 1), ("large", 100))
        for name in accuracies
        for fold in (1, 2)
    ]
    columns = ["dataset", "classifier", "run", "fold", "accuracy", "fit_seconds"]
    table = pd.DataFrame(lines, columns=columns)
    return table.drop(columns="fit_seconds"), table.drop(columns="accuracy")


def test_times_are_geometric_means_over_data_sets_of_mean_seconds_by_hand():
    tables = long({"a": 0.9, "b": 0.8, "c": 0.8, "d": 0.7}, dict(a=4, b=2, c=3, d=0))
    found = cost_tables(tables, SUBSETS, ACCURACY)
    # Of folds 1.5 times as many seconds; 10 is the geometric mean of 1 and 100.
    np.testing.assert_allclose(found["all"]["fit_seconds"], [60, 30, 45, np.nan])
    np.testing.assert_allclose(found["second"]["fit_seconds"][:2], [600, 300])
    # c is as good as b and slower; of d nothing is known.
    assert [*found["all"]["fit_seconds_front"]] == [1, 1, 0, 0]
    assert [*found["all"]["mean"]] == [0.9, 0.8, 0.8, 0.7]


@given(st.lists(st.tuples(FEW, FEW), min_size=1, max_size=7))
def test_the_front_is_what_nobody_dominates(points):
    names = {f"c{i}": x for i, x in enumerate(points)}
    good = {name: x / 10 for name, (x, _) in names.items()}
    tables = long(good, {name: y for name, (_, y) in names.items()})
    front = cost_tables(tables, SUBSETS, ACCURACY)["all"]["fit_seconds_front"]
    for name, (x, y) in names.items():
        better = [p for p in points if p != (x, y) and p[0] >= x and p[1] <= y]
        assert front[name] == (not better)


def test_times_stand_beside_what_is_compared_by_differences_or_accuracy():
    accuracies, times = long({"a": 0.9, "b": 0.8}, {"a": 4, "b": 2})
    times["log_loss"] = times["classifier"].map({"a": 0.5, "b": 0.4})
    both = [accuracies, times]
    (of_loss, _) = cost_tables(
        both, SUBSETS, ACCURACY | {"metric": "log_loss"}
    ).values()
    assert (of_loss["metric"] == "log_loss").all()
    # Less is better, and b is faster too.
    assert [*of_loss["fit_seconds_front"]] == [0, 1]
    by_ratio = ACCURACY | {"metric": "fit_seconds", "scale": "ratio"}
    assert (cost_tables(both, SUBSETS, by_ratio)["all"]["metric"] == "accuracy").all()
    assert cost_tables([times], SUBSETS, by_ratio) == {}
    assert cost_tables([accuracies], SUBSETS, ACCURACY) == {}
