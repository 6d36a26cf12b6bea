"""A study that keeps its predictions, as a user runs it."""

import numpy as np
import pandas as pd
import pytest

pytestmark = pytest.mark.slow

METRICS = "metrics: [auc, mcc, kappa, f1_weighted, neg_log_loss]\nmetric: mcc\n"
TARGETS = ["results/tiny/metrics.csv", "results/tiny/report.html"]


def append(workflow, text):
    """Add to the study file."""
    study = workflow.folder / "tiny.yaml"
    study.write_text(study.read_text() + text)


def logged(workflow):
    """What the jobs logged, of all data sets."""
    logs = workflow.folder.glob("results/tiny/logs/crossvalidate/**/*.log")
    return "\n".join(log.read_text() for log in logs)


def test_later_metrics_come_from_predictions_and_all_is_verified(fresh, copied):
    append(fresh, "predictions: true\n")
    code, said = fresh(*TARGETS[1:])
    assert code == 0, said
    folder = fresh.folder / "results" / "tiny"
    accuracies = pd.read_csv(folder / "accuracies.csv")
    for dataset, cells in accuracies.groupby("dataset"):
        table = pd.read_parquet(folder / "predictions" / dataset)
        right = table["truth"] == table["predicted"]
        cell = [table[name].astype(str) for name in ("classifier", "run", "fold")]
        correct = right.groupby(cell).sum()
        for line in cells.itertuples():
            at = line.classifier, str(line.run), str(line.fold)
            assert correct[at] == line.correct
    _check_mcnemar(folder)

    append(fresh, METRICS)
    code, said = fresh(*TARGETS)
    assert code == 0, said
    assert "auc was not measured" in said
    assert logged(fresh).count("4 runs measured by kept predictions") == 3
    append(copied, METRICS)
    code, said = copied(TARGETS[0])
    assert code == 0, said
    trained = (copied.folder / "results" / "tiny" / "metrics.csv").read_bytes()
    assert (folder / "metrics.csv").read_bytes() == trained

    # A metric from -1 to 1 went through every table, figure and sentence.
    pairwise = pd.read_csv(folder / "comparisons" / "all" / "pairwise.csv")
    assert pairwise["relative_t_p"].isna().all()
    assert np.isfinite(pairwise["t_p"]).all()
    assert "mcc" in (folder / "report.html").read_text()

    code, said = fresh("verify")
    assert code == 0, said
    code, said = fresh("-n")
    assert "Nothing to be done" in said
    _check_damage(fresh, folder)


def test_predictions_are_made_when_they_are_wanted_later(copied):
    before = copied.results()
    append(copied, "predictions: true\n")
    code, said = copied("results/tiny/accuracies.csv")
    assert code == 0, said
    assert "(predictions were not kept)" in said
    predictions = copied.folder / "results" / "tiny" / "predictions"
    assert len(list(predictions.rglob("*.parquet"))) == 3 * 2 * 2
    accuracies = "results/tiny/accuracies.csv"
    again = copied.results()
    assert {x: again[x] for x in again if "accuracies" in x} == {
        x: before[x] for x in before if "accuracies" in x
    }, accuracies


def _check_mcnemar(folder):
    """The counts are those of the predictions."""
    tests = pd.read_csv(folder / "comparisons" / "mcnemar.csv")
    assert len(tests) == 3 * 2
    line = tests.query("dataset == 'monks' and run == 2").iloc[0]
    table = pd.read_parquet(folder / "predictions" / "monks")
    table = table[table["run"] == 2].assign(right=table["truth"] == table["predicted"])
    wide = table.pivot_table(
        index="row", columns="classifier", values="right", observed=True
    )
    row, column = wide[line["row"]] == 1, wide[line["column"]] == 1
    assert line["only_row"] == (row & ~column).sum()
    assert line["only_column"] == (~row & column).sum()
    assert "McNemar" in (folder / "report.html").read_text()


def _check_damage(workflow, folder):
    """What is damaged is told by verify, and made again."""
    path = folder / "kept_predictions" / "iris" / "scikit_learn"
    path = path / "GaussianNB~0002.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[:-5] + b"abcde")
    code, said = workflow("verify")
    assert code != 0
    assert "no counts of GaussianNB that fit in 1 of 2 runs" in said
    code, said = workflow("results/tiny/accuracies.csv")
    assert code == 0, said
    assert path.read_bytes() == whole
    linked = folder / "predictions" / "iris" / path.name
    assert linked.read_bytes() == whole
    code, said = workflow("verify")
    assert code == 0, said
