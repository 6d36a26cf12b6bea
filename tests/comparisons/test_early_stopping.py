"""Looks at the runs that are made, on accuracies of the paper study."""

import itertools

import numpy as np
import pandas as pd
import pytest

from tenbyten.analysis import compare
from tenbyten.comparisons.early_stopping import Size, look_at
from tenbyten.results.files import read_failures

NAMES = ["NaiveBayes", "J48graft", "AODE"]
RULES = {"alpha": 0.05, "rope": 0.01, "share": 0.8}
NONE = read_failures([])


@pytest.fixture(scope="module")
def table(accuracies):
    """Three classifiers on the first 27 data sets."""
    first = accuracies["dataset"].unique()[:27]
    kept = accuracies["dataset"].isin(first) & accuracies["classifier"].isin(NAMES)
    # As in other metrics a data set is then as good as another.
    return accuracies[kept].assign(auc=accuracies["accuracy"] / 2 + 0.25)


def evenly(table, runs):
    """So many runs of every classifier on every data set."""
    return {name: dict.fromkeys(NAMES, runs) for name in table["dataset"].unique()}


def look(table, runs, failures=NONE, rules=RULES, **changed):
    """Look at these runs of all."""
    datasets = [*runs]
    cells = pd.MultiIndex.from_frame(table[["dataset", "classifier"]])
    most = pd.DataFrame(runs).unstack().reindex(cells).to_numpy()
    of_all = {"attributes": 5, "classes_declared": 2}
    origins = {name: {"instances": 100 + len(name), **of_all} for name in datasets}
    asked = {"subsets": {"all": datasets}, "designs": dict.fromkeys(datasets, (10, 10))}
    asked |= {"pairs": list(itertools.combinations(NAMES, 2)), "looks": [1, 2, 5, 10]}
    asked |= {"metric": "accuracy", "foreign_metrics": {}, "scale": "difference"}
    asked |= {"number": 1, "error": 0.01, "draws": 20_000, "seed": 1, "seeds": 1}
    asked |= {"origins": origins, "runs": runs, "rules": rules, **changed}
    return look_at(table[table["run"] <= most], failures, **asked)


def decisions(found):
    """Return what a look says of each pair, without probabilities."""
    return [(x["decision"], x["verdict"]) for x in found["pairs"]]


def test_a_run_costs_instances_times_attributes_and_classes(table):
    assert Size(150, 4, 3).cost == 150 * (4 + 3)
    runs = evenly(table, 1)
    first, second, *_ = runs
    runs[first]["AODE"], runs[second] = 4, dict.fromkeys(NAMES, 10)
    found = look(table, runs)
    assert found["fits"] == 10 * (27 * 3 + 3 + 9 * 3)
    assert found["most_fits"] == 10 * 27 * 3 * 10
    # Of 4 attributes, the class not counted, and 2 classes.
    instances = np.array([100 + len(name) for name in runs])
    made = 3 * instances.sum() + 3 * instances[0] + 27 * instances[1]
    assert found["cost"] == pytest.approx(made / (30 * instances.sum()))


@pytest.mark.parametrize("rope", [0, 0.01])
def test_looks_end_with_the_decisions_of_all_runs(table, rope):
    rules, runs = {**RULES, "rope": rope}, evenly(table, 1)
    for number in itertools.count(1):
        found = look(table, runs, rules=rules, number=number)
        asked = found["runs"]
        is_open = [x["open"] for x in found["pairs"]]
        assert all(runs[x][y] <= asked[x][y] <= 10 for x in runs for y in NAMES)
        assert found["is_last"] == (not any(is_open)) == (asked == runs)
        assert found["fits"] <= found["expected_fits"] <= found["most_fits"]
        if found["is_last"]:
            break
        runs = asked
    assert number > 1
    assert found["probability"] <= 0.01
    full = look(table, evenly(table, 10), rules=rules)
    assert decisions(found) == decisions(full)
    assert 1 == full["cost"] > found["cost"]
    assert full["probability"] == 0
    assert full["is_last"]


def test_all_runs_decide_as_the_tables_of_the_study_do(table):
    adjusted = compare(table, seed=1).subsets["all"]["adjusted"]
    found = look(table, evenly(table, 10), draws=50_000)["pairs"]
    sides = {1: "column", -1: "row", 0: "none"}
    for line, pair in zip(adjusted.itertuples(), found, strict=True):
        assert (pair["row"], pair["column"]) == (line.row, line.column)
        assert pair["decision"] == sides[line.holm]
        # Where a difference is found readers see none but this.
        is_seen = line.holm == 0 or line.rope_verdict == "equivalent"
        assert pair["verdict"] == (line.rope_verdict if is_seen else "")


@pytest.mark.parametrize("scale", ["difference", "ratio"])
def test_lower_can_be_better_and_ratios_are_differences_of_logarithms(table, scale):
    runs, auc = evenly(table, 2), table["auc"]
    loss = 1 - auc if scale == "difference" else np.exp(-auc)
    there = look(table, runs, metric="auc")
    turned = look(table.assign(log_loss=loss), runs, metric="log_loss", scale=scale)
    assert decisions(turned) == decisions(there)
    assert turned["probability"] == pytest.approx(there["probability"], abs=0.02)
    assert {"row", "column"} & {x for x, _ in decisions(there)}


def test_data_sets_with_a_failure_get_no_further_runs(table):
    runs = evenly(table, 1)
    all_of_them = look(table, runs)["runs"]
    failed = max(runs, key=lambda name: sum(all_of_them[name].values()))
    assert all_of_them[failed] != runs[failed]
    failures = pd.DataFrame({"dataset": [failed], "classifier": ["AODE"]})
    found = look(table[table["dataset"] != failed], runs, failures)
    assert found["runs"][failed] == runs[failed]
    others = {name: x for name, x in runs.items() if name != failed}
    expected = look(table[table["dataset"] != failed], others)
    assert found["pairs"] == expected["pairs"]
    assert {**found["runs"], **expected["runs"]} == found["runs"]
