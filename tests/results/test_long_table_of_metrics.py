"""The long table of metrics, its values, and comparisons by a metric."""

import numpy as np
import pandas as pd
import pytest

from long_cells import cells_of
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.metrics import METRICS
from tenbyten.results.files import read_values
from tenbyten.results.long_table import collect_metrics
from tenbyten.results.values import values_of
from tenbyten.tables.our_csv import write_table

DATASETS, CLASSIFIERS = ["zoo", "iris"], ["B", "A"]
DESIGN = {"datasets": DATASETS, "classifiers": CLASSIFIERS, "runs": 2, "folds": 3}
SETTINGS = {
    "pairs": [("B", "A"), ("A", "B")],
    "runs": 2,
    "rho": "1/folds",
    "zero_variance": "half",
}


def measured():
    """A complete table in the wrong order."""
    table = cells_of(["iris", "zoo"], "AB", [2, 1], [3, 1, 2])
    rng = np.random.default_rng(2)
    for name in ("auc", "log_loss", "fit_seconds"):
        table[name] = rng.random(len(table))
    return table


def collected(table=None, metrics=("auc", "log_loss", "fit_seconds")):
    """The long table."""
    table = measured() if table is None else table
    return collect_metrics(table, metrics=metrics, **DESIGN)


def test_result_is_in_the_designs_order_and_survives_the_file(tmp_path):
    table = collected(metrics=["log_loss", "auc"])
    assert list(table) == ["dataset", "classifier", "run", "fold", "log_loss", "auc"]
    assert list(table["dataset"].unique()) == DATASETS
    assert list(table["classifier"].unique()) == CLASSIFIERS
    assert list(table["fold"][:6]) == [1, 2, 3, 1, 2, 3]
    theirs = measured().set_index(["dataset", "classifier", "run", "fold"])
    for line in table.itertuples():
        cell = theirs.loc[(line.dataset, line.classifier, line.run, line.fold)]
        assert (line.log_loss, line.auc) == (cell["log_loss"], cell["auc"])
    write_table(table, tmp_path / "m.csv")
    pd.testing.assert_frame_equal(
        read_values(tmp_path / "m.csv"), table, check_exact=True, check_dtype=False
    )


@pytest.mark.parametrize(
    ("metric", "value", "message"),
    [
        ("log_loss", -1.0, "log_loss is -1.0, expected a number from"),
        ("log_loss", np.nan, "log_loss is nan, expected a number"),
        ("fit_seconds", np.inf, "fit_seconds is inf, expected a num"),
        ("auc", 50.0, "auc is 50.0, expected a number from 0 to 1;"),
        ("mcc", -1.01, "mcc is -1.01, .* from -1 to 1"),
        ("mcc", np.nan, "mcc is nan, .* from -1 to 1"),
        ("kappa", 1.5, "kappa is 1.5, .* from -1 to 1"),
    ],
)
def test_a_wrong_table_is_refused_with_its_cells(metric, value, message):
    table = measured() if metric in measured() else measured().assign(**{metric: -0.5})
    table.loc[3, metric] = value
    with pytest.raises(ValueError, match="^metrics: .*" + message):
        collected(table, [metric])


def test_an_undefined_area_is_kept_but_not_compared(tmp_path, caplog):
    table = measured()
    table.loc[[0, 1], "auc"] = np.nan
    table = collected(table)
    assert "auc is undefined in 2 of 24 cells" in caplog.text
    write_table(table, tmp_path / "m.csv")
    again = read_values(tmp_path / "m.csv")
    assert again["auc"].isna().sum() == 2
    message = r"auc is undefined in 2 cells \(iris, A, run 2, fold 1; iris, A, run 2, f"
    with pytest.raises(ValueError, match=message + ".*ask for fewer folds"):
        compare_on_each(again, metric="auc", rope=0.01, **SETTINGS)
    assert len(compare_on_each(again, metric="log_loss", rope=0.01, **SETTINGS)) == 4


def test_values_are_by_data_set_classifier_and_fold():
    table = collected()
    values = values_of(table, "auc")
    assert values.shape == (2, 2, 6)
    cell = table.query("dataset == 'iris' and classifier == 'B' and run == 2")
    assert values[1, 0, 3:].tolist() == cell["auc"].tolist()
    with pytest.raises(ValueError, match="no column 'f1' in the long table"):
        values_of(table, "f1")


@pytest.mark.parametrize("metric", ["auc", "log_loss", "fit_seconds"])
def test_positive_is_where_the_column_is_better(metric):
    table = collected()
    better = {True: 0.75, False: 0.25}[METRICS[metric].higher_is_better]
    table[metric] = np.where(table["classifier"] == "A", better, 0.5)
    lines = compare_on_each(table, metric=metric, rope=0.01, **SETTINGS)
    lines = lines.set_index(["dataset", "row", "column"])
    assert lines.loc["zoo", "B", "A"]["mean_difference"] == 0.25
    assert lines.loc["zoo", "B", "A"]["p_column_better"] == 1
    assert lines.loc["zoo", "A", "B"]["p_column_wins"] == 0


def test_gains_below_0_are_compared_over_their_whole_width():
    table = measured().assign(mcc=-1.0)
    table.loc[table["classifier"] == "A", "mcc"] = 1.0
    table.loc[table["fold"] == 1, "mcc"] = 0.0
    lines = compare_on_each(
        collected(table, ["mcc"]), metric="mcc", rope=0.01, **SETTINGS
    )
    # Two thirds of the folds differ by 2.
    assert lines["mean_difference"].abs().to_numpy() == pytest.approx(4 / 3)
    table["kappa"] = np.where(table["run"] == 2, np.nan, -0.25)
    assert collected(table, ["kappa"])["kappa"].isna().sum() == len(table) // 2


def test_a_metric_that_is_no_column_is_named():
    table = pd.DataFrame({"dataset": ["a"], "classifier": ["A"], "score": [0.5]})
    design = {"datasets": ["a"], "classifiers": ["A"], "runs": 1, "folds": 1}
    with pytest.raises(ValueError, match="no column auc among dataset, classifier, sc"):
        collect_metrics(table, metrics=["auc"], **design)
