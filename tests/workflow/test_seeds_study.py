"""A study with seeds and a classifier that is tuned, as a user runs it."""

import numpy as np
import pandas as pd
import pytest

pytestmark = pytest.mark.slow

KEYS = """  Bayes: {native: {learner: NaiveBayes}}
  kNN:
    scikit_learn:
      learner: sklearn.neighbors.KNeighborsClassifier
      tune: {grid: {n_neighbors: [1, 3, 5]}, inner: 2}
failures: exclude
seeds: 3
runs: 2
"""


def test_counts_of_seeds_and_choices_are_on_the_page(copied, finished):
    study = copied.folder / "tiny.yaml"
    study.write_text(study.read_text().replace("runs: 2\n", KEYS))
    code, said = copied()
    assert code == 0, said
    folder, before = (x.folder / "results" / "tiny" for x in (copied, finished))
    table, once = (pd.read_csv(x / "accuracies.csv") for x in (folder, before))
    assert table.groupby(["dataset", "run", "fold"])["tested"].nunique().eq(1).all()
    both = once.merge(table, on=["dataset", "classifier", "run", "fold"])
    assert (both["tested_y"] == 3 * both["tested_x"]).all()
    bayes = both[both["classifier"] == "GaussianNB"]
    assert (bayes["correct_y"] == 3 * bayes["correct_x"]).all()
    seeds = pd.read_csv(folder / "seeds.csv").set_index(["classifier", "dataset"])
    assert len(seeds) == 4 * 3
    assert (seeds.loc[["GaussianNB", "Bayes"], "seed_variance"] == 0).all()
    chosen = pd.read_csv(folder / "chosen.csv")
    cells = chosen[["dataset", "run", "fold", "seed"]].value_counts()
    assert (len(chosen), set(cells)) == (3 * 2 * 2 * 3, {1})
    assert np.isin(chosen["chosen"], [1, 3, 5]).all()
    page = (folder / "details.html").read_text(encoding="utf-8")
    assert "Variance by seed and by fold" in page
    assert "Settings chosen by tuning" in page
    assert "trainings in each fold" in (folder / "report.html").read_text("utf-8")
    _, said = copied("--dry-run")
    assert "Nothing to be done" in said
