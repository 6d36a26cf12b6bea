"""A study of which a job is killed, or in which a classifier fails."""

import pandas as pd
import pytest

pytestmark = pytest.mark.slow

TREE = "sklearn.tree.DecisionTreeClassifier"
JOINED = "results/tiny/accuracies.csv"


def test_a_failure_stops_the_table_and_not_the_other_jobs(fresh, with_learner):
    env = with_learner("ChoosyTree")
    table = "results/tiny/accuracies.csv"
    code, said = fresh("--keep-going", table, env=env)
    assert code != 0
    assert "lenses, DecisionTree, run 1, fold 1: ValueError: too few rows" in said
    assert not (fresh.folder / table).exists()
    cache = fresh.folder / "results/tiny/cache"
    kept = {x.relative_to(cache).as_posix().split("~")[0] for x in cache.glob("*/*")}
    assert kept == {"iris/GaussianNB", "lenses/GaussianNB", "iris/DecisionTree"}
    _leave_out(fresh, env, table)


def _leave_out(fresh, env, table):
    """The same study with `failures: exclude` leaves the data set out, and says so."""
    study = fresh.folder / "tiny.yaml"
    study.write_text(study.read_text() + "failures: exclude\nmetrics: [f1]\n")
    code, said = fresh(table, "results/tiny/metrics.csv", env=env)
    assert code == 0, said
    log = (fresh.folder / "results/tiny/logs/collect.log").read_text()
    assert "1 of 2 data sets left out for all classifiers" in log
    for name in (table, "results/tiny/metrics.csv"):
        assert set(pd.read_csv(fresh.folder / name)["dataset"]) == {"iris"}
    failures = pd.read_csv(fresh.folder / "results/tiny/failures.csv")
    (failure,) = failures.itertuples(index=False)
    assert tuple(failure)[:4] == ("lenses", "DecisionTree", 1, 1)
    assert "too few rows" in failure.reason
