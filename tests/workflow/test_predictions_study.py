"""A study that keeps its predictions, as a user runs it."""

import io
import zipfile

import numpy as np
import pandas as pd
import pytest

pytestmark = pytest.mark.slow

METRICS = "metrics: [auc, mcc, kappa, f1_weighted]\nmetric: mcc\n"
TARGETS = ["results/tiny/metrics.csv", "results/tiny/report.html"]


def append(workflow, text):
    """Add to the study file."""
    study = workflow.folder / "tiny.yaml"
    study.write_text(study.read_text() + text)


def predictions(folder, dataset):
    """All predictions on a data set."""
    (path,) = folder.glob("predictions/*/*.zip")
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.startswith(f"{dataset}/")]
        tables = [pd.read_parquet(io.BytesIO(archive.read(name))) for name in names]
    return pd.concat(tables, ignore_index=True).astype({"classifier": str})


def test_predictions_are_kept_compared_and_verified(copied, finished):
    append(copied, f"predictions: true\n{METRICS}")
    code, said = copied(*TARGETS, "results/tiny/comparisons/mcnemar.csv")
    assert code == 0, said
    folder = copied.folder / "results" / "tiny"
    assert copied.results()["accuracies.csv"] == finished.results()["accuracies.csv"]
    accuracies = pd.read_csv(folder / "accuracies.csv")
    for dataset, cells in accuracies.groupby("dataset"):
        table = predictions(folder, dataset)
        right = table["truth"] == table["predicted"]
        correct = right.groupby([table["classifier"], table["run"], table["fold"]])
        correct = correct.sum()
        for line in cells.itertuples():
            assert correct[line.classifier, line.run, line.fold] == line.correct
    assert len(pd.read_csv(folder / "comparisons" / "mcnemar.csv")) == 3 * 2
    # A metric from -1 to 1 went through every table, figure and sentence.
    pairwise = pd.read_csv(folder / "comparisons" / "all" / "pairwise.csv")
    assert pairwise["relative_t_p"].isna().all()
    assert np.isfinite(pairwise["t_p"]).all()
    page = (folder / "details.html").read_text()
    assert "mcc" in page
    assert "McNemar" in page
