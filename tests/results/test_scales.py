"""Values whose metric differs by data set."""

import numpy as np
import pandas as pd
import pytest

from tenbyten import compare
from tenbyten.results.results import read_results

BOARD = """method,dataset,metric,{heading},fold
A,d1,roc_auc,0.9,1
B,d1,roc_auc,0.8,1
A,d2,rmse,42.5,1
B,d2,rmse,12.5,1
"""
BESIDE = """task,framework,fold,result,acc,auc,logloss
d1,A,0,0.9,0.7,0.9,
d1,B,0,0.8,0.8,0.8,
d2,A,0,0.3,0.7,,0.3
d2,C,0,0.1,0.9,,0.1
d2,B,0,{last},0.8,,{loss}
d1,C,0,0.7,0.8,0.7,
"""


def read(tmp_path, text, **how):
    """Read a CSV file."""
    path = tmp_path / "results.csv"
    path.write_text(text)
    return read_results(path, **how)


def cells(results, metric):
    """Values by data set and classifier."""
    table = results.table
    return dict(zip(table["dataset"] + table["classifier"], table[metric], strict=True))


def test_a_column_names_the_metric_of_each_data_set(tmp_path):
    results = read(tmp_path, BOARD.format(heading="value"))
    assert cells(results, "value") == {
        **{"d1A": 0.9, "d1B": 0.8},
        **{"d2A": -42.5, "d2B": -12.5},
    }
    assert results.settings["scale"] == "order"
    assert results.settings["foreign_metrics"]["value"]["greater_is_better"]
    said = "value is roc_auc on 1 data set, rmse on 1 data set; rmse negated"
    assert said in results.words


def test_an_error_of_each_metric_is_lower(tmp_path):
    results = read(tmp_path, BOARD.format(heading="metric_error"))
    assert cells(results, "metric_error")["d2A"] == 42.5
    assert not results.settings["foreign_metrics"]["metric_error"]["greater_is_better"]
    assert results.settings["scale"] == "order"


def test_one_of_the_metrics_can_be_asked_for(tmp_path):
    results = read(tmp_path, BOARD.format(heading="value"), metric="auc")
    assert cells(results, "auc") == {"d1A": 0.9, "d1B": 0.8}
    assert "scale" not in results.settings


@pytest.mark.parametrize("loss", ["0.2", "-0.2"])
def test_values_tell_by_the_columns_beside_them_what_they_are(tmp_path, loss):
    results = read(tmp_path, BESIDE.format(last=loss, loss="0.2"), metric="result")
    assert cells(results, "result") == {
        **{"d1A": 0.9, "d1B": 0.8, "d1C": 0.7},
        **{"d2A": -0.3, "d2B": -0.2, "d2C": -0.1},
    }
    assert "log_loss negated, so that higher is better" in results.words


def test_a_value_of_another_metric_is_missing(tmp_path):
    text = BESIDE.format(last="0.8", loss="0.2")
    with pytest.raises(ValueError, match="line 6: result is nan, expected a number"):
        read(tmp_path, text, metric="result")
    results = read(tmp_path, text, metric="result", missing="worst")
    assert cells(results, "result")["d2B"] == -0.3


def test_values_of_one_metric_under_another_name_keep_their_scale(tmp_path):
    rows = BESIDE.format(last="0.2", loss="0.2").splitlines()[:3]
    results = read(tmp_path, "\n".join(rows), metric="result")
    assert "scale" not in results.settings
    assert "higher is better" in results.words


def test_the_share_of_the_way_from_a_baseline_to_the_best(tmp_path):
    random = np.random.default_rng(2)
    values = random.normal(size=(6, 3)) * np.array([[1.0], [10.0]] * 3) + [0, 5, 1]
    wide = pd.DataFrame(values, [f"d{i}" for i in range(6)], ["low", "mid", "high"])
    wide["low"] = wide.min(axis=1) - 1
    wide = wide.rename_axis("dataset")
    told = {"score": {"greater_is_better": True}}
    found = compare(wide, metric="score", foreign_metrics=told, scale={"minmax": "low"})
    expected = wide.sub(wide["low"], axis=0).div(wide.max(axis=1) - wide["low"], axis=0)
    means = found.values.pivot(
        index="dataset", columns="classifier", values="rescaled_score"
    )
    pd.testing.assert_frame_equal(means[[*wide]], expected, check_names=False)
    assert "0 is low, 1 the best mean" in found.read
    with pytest.raises(ValueError, match=r"scale: mid is the best on d\d"):
        compare(wide, metric="score", foreign_metrics=told, scale={"minmax": "mid"})
    with pytest.raises(ValueError, match=r"give \{minmax: NAME\}, and as NAME one of"):
        compare(wide, metric="score", foreign_metrics=told, scale={"minmax": "x"})
    with pytest.raises(ValueError, match=r"scale: is .'minmax': ''.; give"):
        compare(wide, metric="score", foreign_metrics=told, scale="minmax")
