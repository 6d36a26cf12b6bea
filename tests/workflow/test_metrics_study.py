"""A study that measures more than accuracy, as a user runs it."""

import pandas as pd
import pytest
from sklearn.metrics import brier_score_loss
from sklearn.naive_bayes import GaussianNB

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds

pytestmark = pytest.mark.slow

TARGETS = ["results/tiny/metrics.csv", "results/tiny/comparisons/correlated_t.csv"]


def test_metrics_are_measured_compared_and_taken_from_elsewhere(
    copied, finished, fresh
):
    study = copied.folder / "tiny.yaml"
    asked = study.read_text() + "metrics: [auc, brier, f1]\nmetric: brier\n"
    study.write_text(asked)
    code, said = copied(*TARGETS, "results/tiny/report.html")
    assert code == 0, said
    assert copied.results()["accuracies.csv"] == finished.results()["accuracies.csv"]
    results = copied.folder / "results" / "tiny"
    metrics = pd.read_csv(results / "metrics.csv")
    assert len(metrics) == 3 * 2 * 2 * 2
    assert list(metrics)[4:] == ["auc", "brier", "f1"]
    _check_cell(metrics)
    _check_sign(metrics, pd.read_csv(results / "comparisons" / "correlated_t.csv"))

    # Brier's score is compared; of all others the report has the means.
    exported = results / "tables" / "exported"
    found = {path.stem for path in exported.glob("means*.csv")}
    assert found == {"means", "means-accuracy", "means-auc", "means-f1"}

    theirs = pd.read_csv(results / "accuracies.csv").merge(metrics)
    theirs.sample(frac=1, random_state=1).to_csv(
        fresh.folder / "theirs.csv", index=False
    )
    (fresh.folder / "tiny.yaml").write_text(asked)
    code, said = fresh(*TARGETS, config=["accuracies=theirs.csv"])
    assert code == 0, said
    for target in TARGETS:
        ours = (copied.folder / target).read_bytes()
        assert (fresh.folder / target).read_bytes() == ours


def _check_cell(metrics):
    """One cell is what scikit-learn says of the same fold."""
    iris = read_bundled("iris")
    folds = weka_folds(iris.classes, runs=2, folds=2, seed=1)
    rows, tested = folds.training_rows(2, 1), folds.test_rows(2, 1)
    x, y = iris.values[:, :-1], iris.classes
    probabilities = GaussianNB().fit(x[rows], y[rows]).predict_proba(x[tested])
    cell = metrics.query("dataset == 'iris' and classifier == 'GaussianNB'")
    cell = cell.query("run == 2 and fold == 1").iloc[0]
    assert cell["brier"] == pytest.approx(
        brier_score_loss(y[tested], probabilities), abs=1e-11
    )


def _check_sign(metrics, compared):
    """The lower Brier score is the better one."""
    means = metrics.groupby(["dataset", "classifier"])["brier"].mean()
    for line in compared.itertuples():
        better = means[line.dataset, line.row] - means[line.dataset, line.column]
        assert line.mean_difference == pytest.approx(better, abs=1e-11)
