"""The correlation of train/test splits is that of their sizes, by data set."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t

from tenbyten import compare
from tenbyten.report.document import tables_in_markdown
from tenbyten.results.sizes import read_rho

SIZES = {"d1": (30, 30), "d2": (90, 10), "d3": (40, 160)}
RHO = {"d1": 0.5, "d2": 0.1, "d3": 0.8}


def splits(**sizes):
    """Ten splits of two classifiers on three data sets."""
    random = np.random.default_rng(8)
    cells = [(x, y, run) for x in SIZES for y in "AB" for run in range(1, 11)]
    table = pd.DataFrame(cells, columns=["dataset", "classifier", "resample"])
    table["accuracy"] = random.uniform(0.6, 0.9, len(table))
    return table.assign(**{x: table["dataset"].map(y) for x, y in sizes.items()})


def of_sizes(place):
    """Train or test sizes by data set."""
    return {name: sizes[place] for name, sizes in SIZES.items()}


def assert_tests_are_those_of_each_rho(found):
    table = splits().pivot(
        index=["dataset", "resample"], columns="classifier", values="accuracy"
    )
    lines = found.posteriors.query("row == 'A'").set_index("dataset")
    for name, rho in RHO.items():
        gain = (table["B"] - table["A"])[name].to_numpy()
        scale = np.std(gain, ddof=1) * np.sqrt(1 / 10 + rho / (1 - rho))
        expected = 2 * t.sf(abs(np.mean(gain)) / scale, 9)
        assert lines.at[name, "p_two_sided"] == pytest.approx(expected)
    markdown = tables_in_markdown(*found.decision_tables("all"))
    assert "rho = 0.1 to 0.8 by data set" in markdown


def test_columns_of_sizes_beside_the_results():
    found = compare(splits(n_train=of_sizes(0), n_test=of_sizes(1)))
    assert_tests_are_those_of_each_rho(found)
    assert "rho by the sizes of train and test sets" in found.read


def test_a_table_of_sizes_of_a_whole_collection(tmp_path):
    lines = [f"{name},{train},{test},2" for name, (train, test) in SIZES.items()]
    path = tmp_path / "summary.csv"
    path.write_text("\n".join(["Name,Train,Test,Class", *lines, "d4,10,90,3"]))
    assert read_rho(path) == pytest.approx(RHO | {"d4": 0.9})
    assert_tests_are_those_of_each_rho(compare(splits(), rho=str(path)))


def test_the_written_report_is_made_again_alike(tmp_path):
    found = compare(splits(), rho=RHO)
    found.write(tmp_path / "first")
    details = (tmp_path / "first" / "details.html").read_text(encoding="utf-8")
    assert "rho = 0.1 to 0.8 by data set" in details
    assert "d3: 0.8" in (tmp_path / "first" / "study.yaml").read_text()


def test_equal_sizes_are_one_number():
    same = dict.fromkeys(SIZES, 90), dict.fromkeys(SIZES, 10)
    found = compare(splits(n_train=same[0], n_test=same[1]))
    assert found.study["rho"] == 0.1


def test_without_sizes_there_are_no_tests_on_folds():
    assert "or to a file with the sizes of train and test set" in str(compare(splits()))


@pytest.mark.parametrize(
    ("rho", "words"),
    [
        ({"d1": 0.5, "d2": 0.1}, "key rho: missing d3; give one for each"),
        ({"d1": 0.5, "d2": 0.1, "d3": 1}, "key rho.d3: is 1; give a number from 0"),
    ],
)
def test_numbers_for_some_data_sets_are_refused(rho, words):
    with pytest.raises(ValueError, match=words):
        compare(splits(), rho=rho)


def test_a_table_without_sizes_is_refused(tmp_path):
    path = tmp_path / "sizes.csv"
    path.write_text("dataset,train\nd1,30\n")
    with pytest.raises(ValueError, match="from columns dataset, train and test"):
        read_rho(path)


def test_sizes_are_of_data_sets_with_missing_results_too(tmp_path):
    table = splits()
    lacks = (table["dataset"] == "d1") & (table["classifier"] == "B")
    found = compare(table[~lacks], rho=RHO | {"d4": 0.3}, missing="pairwise")
    assert found.study["rho"] == RHO
    with pytest.raises(ValueError, match="key rho: missing d1"):
        compare(table[~lacks], rho={"d2": 0.1, "d3": 0.8}, missing="drop")
    with pytest.raises(FileNotFoundError, match="rho: no file"):
        compare(table, rho=str(tmp_path / "none.csv"))
