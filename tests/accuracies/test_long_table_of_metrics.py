"""The long table of metrics, its values, and comparisons by a metric."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tenbyten.accuracies.files import read_metrics, read_values
from tenbyten.accuracies.long_table import collect, collect_metrics
from tenbyten.accuracies.values import values_of
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.metrics import METRICS
from tenbyten.tables import write_table

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
    cells = itertools.product(["iris", "zoo"], ["A", "B"], [2, 1], [3, 1, 2])
    table = pd.DataFrame(cells, columns=["dataset", "classifier", "run", "fold"])
    rng = np.random.default_rng(2)
    for name in ("auc", "log_loss", "fit_seconds"):
        table[name] = rng.random(len(table))
    return table


def collected(table=None, metrics=("auc", "log_loss", "fit_seconds")):
    """The long table."""
    return collect_metrics(
        [measured() if table is None else table], metrics=metrics, **DESIGN
    )


def test_result_is_in_the_designs_order_and_survives_the_file(tmp_path):
    table = collect_metrics(
        [measured()[:10], measured()[10:]], metrics=["log_loss", "auc"], **DESIGN
    )
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
        read_metrics(tmp_path / "m.csv"), table, check_exact=True, check_dtype=False
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop(index=23), r"1 cells \(zoo, B, run 1, fold 2\) are missing"),
        (lambda t: pd.concat([t, t[:1]]), r"\(iris, A, run 2, fold 3\) stand more"),
        (lambda t: t.assign(fold=t["fold"] + 1), "are not of the design"),
        (lambda t: t.assign(log_loss=-1.0), "log_loss is -1.0, expected a number from"),
        (lambda t: t.assign(log_loss=np.nan), "log_loss is nan, expected a number"),
        (lambda t: t.assign(fit_seconds=np.inf), "fit_seconds is inf, expected a num"),
        (lambda t: t.assign(auc=50.0), "auc is 50.0, expected a number from 0 to 1;"),
    ],
)
def test_a_wrong_table_is_refused_with_its_cells(change, message):
    with pytest.raises(ValueError, match="^metrics: .*" + message):
        collected(change(measured()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dataset,classifier,run,fold,auc\nx,y,1,1,good\n", "delete the file and run"),
        (
            "dataset,classifier,run,auc\nx,y,1,0.5\n",
            "no column fold among dataset",
        ),
        ("dataset,classifier,run,fold,auc\nx,y,1,a,0.5\n", "delete the file and run"),
    ],
)
def test_a_file_that_is_no_table_of_metrics_is_named(tmp_path, text, message):
    (tmp_path / "m.csv").write_text(text)
    with pytest.raises(ValueError, match=r"m\.csv: .*" + message):
        read_metrics(tmp_path / "m.csv")


def test_an_undefined_area_is_kept_but_not_compared(tmp_path, caplog):
    table = measured()
    table.loc[[0, 1], "auc"] = np.nan
    table = collected(table)
    assert "auc is undefined in 2 of 24 cells" in caplog.text
    write_table(table, tmp_path / "m.csv")
    again = read_metrics(tmp_path / "m.csv")
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


def test_the_long_table_is_read_that_has_the_metric(tmp_path):
    counts = measured()[["dataset", "classifier", "run", "fold"]]
    counts = collect([counts.assign(tested=9, correct=5)], **DESIGN)
    write_table(counts, tmp_path / "a.csv")
    write_table(collected(), tmp_path / "m.csv")
    assert "correct" in read_values(tmp_path / "a.csv", metric="accuracy")
    assert "log_loss" in read_values(tmp_path / "m.csv", metric="log_loss")


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


def test_without_correlation_and_rope_it_is_the_paired_t_test_of_scipy():
    table = collected()
    settings = SETTINGS | {"rho": 0}
    lines = compare_on_each(table, metric="log_loss", rope=0, **settings)
    values = values_of(table, "log_loss")
    expected = stats.ttest_rel(
        values[:, 0], values[:, 1], axis=-1, alternative="greater"
    )
    ours = lines[lines["row"] == "B"]
    # The row's loss is greater where the column is better.
    assert ours["p_one_sided"].to_numpy() == pytest.approx(expected.pvalue, abs=1e-9)
    assert ours["p_column_better"].to_numpy() == pytest.approx(
        1 - expected.pvalue, abs=1e-9
    )


@pytest.mark.parametrize(
    ("metric", "value"),
    [("mcc", -1.01), ("mcc", np.nan), ("kappa", 1.5)],
)
def test_a_metric_that_reaches_below_0_has_bounds_too(metric, value):
    table = measured().assign(**{metric: -0.5})
    table.loc[3, metric] = value
    with pytest.raises(ValueError, match=rf"{metric} is {value}, .* from -1 to 1"):
        collected(table, [metric])


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
        collect_metrics([table], metrics=["auc"], **design)
