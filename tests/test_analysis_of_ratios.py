"""Times, sizes and costs are compared by ratios: differences of their logarithms."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import gmean, t, wilcoxon

from long_cells import cells_of
from tenbyten.analysis import compare
from tenbyten.report.document import tables_in_markdown
from tenbyten.study.schema import read_yaml

TIME = {"time": {"greater_is_better": False, "scale": "ratio"}}
# B is twice as fast as A on 15 small data sets, and a bit slower on five large ones.
FASTER = np.array([2.0] * 15 + [0.9, 0.92, 0.94, 0.95, 0.96])
SECONDS = np.r_[np.geomspace(0.003, 3, 15), np.geomspace(2000, 30000, 5)]
NOISE = np.random.default_rng(7).normal(0, 0.02, size=(20, 2))


def times(unit=1.0):
    """One time for each data set and classifier, in some unit by data set."""
    both = np.column_stack([SECONDS, SECONDS / FASTER]) * np.exp(NOISE)
    names = pd.Index([f"d{i}" for i in range(20)], name="dataset")
    return pd.DataFrame((both.T * unit).T, index=names, columns=["A", "B"])


def compared(table, foreign=TIME, **more):
    """The table compared by its only metric."""
    settings = {"metric": next(iter(foreign)), "foreign_metrics": foreign}
    return compare(table, **settings, **more)


def test_twice_as_fast_on_most_data_sets_is_found():
    table = times()
    logs = np.log(table["A"] / table["B"])
    found = compared(table)
    line = found.pairs().iloc[0]
    assert line["p"] == pytest.approx(wilcoxon(logs, method="exact").pvalue)
    assert line["holm"] == 1
    averages = [
        (x + y) / 2 for x, y in itertools.combinations_with_replacement(logs, 2)
    ]
    assert line["pseudomedian"] == pytest.approx(np.median(averages))
    said = " ".join(str(found).split())
    assert said.startswith("B is better by time than A")
    assert f"{np.exp(-np.median(averages)):.3f} times (" in said
    assert f"{np.exp(np.median(averages)):.2f} times (" in found.text()
    # By differences the five large data sets hide all others.
    by_differences = compared(table, {"time": {"greater_is_better": False}})
    assert by_differences.pairs()["mean_difference"][0] < -100
    assert "No difference is found" in str(by_differences)


def folds(unit=1.0):
    """Times in two runs of five folds of three classifiers on eight data sets."""
    table = cells_of(range(8), "ABC", 2, 5)
    noise = np.exp(np.random.default_rng(3).normal(0, 0.05, len(table)))
    faster = table["classifier"].map({"A": 1.0, "B": 1.5, "C": 0.98})
    seconds = unit * 10.0 ** (table["dataset"] - 4) / faster * noise
    return table.assign(dataset="d" + table["dataset"].astype(str), time=seconds)


@pytest.fixture(scope="module")
def found():
    """They compared."""
    return compared(folds())


def test_on_each_data_set_the_t_test_is_of_log_ratios_in_the_folds(found):
    table = folds().set_index(["dataset", "classifier"])["time"]
    for line in found.posteriors.query("row == 'A'").itertuples():
        ratios = table[line.dataset, "A"].to_numpy() / table[line.dataset, line.column]
        logs = np.log(ratios.to_numpy())
        scale = np.std(logs, ddof=1) * np.sqrt(1 / 10 + 1 / 4)
        posterior = t(9, np.mean(logs), scale)
        assert line.mean_difference == pytest.approx(np.mean(logs), abs=1e-11)
        assert line.p_column_better == pytest.approx(posterior.sf(np.log(1.1)))
        assert line.p_row_better == pytest.approx(posterior.cdf(-np.log(1.1)))
    verdicts = found.pairs().set_index(["row", "column"])
    assert verdicts["bayesian_signed_rank_verdict"].tolist() == [
        *("column", "rope", "row")
    ]


def test_no_decision_depends_on_the_unit(found):
    other = compared(folds(unit=1000))
    pd.testing.assert_frame_equal(other.posteriors, found.posteriors)
    for name, table in found.subsets["all"].items():
        ours, theirs = (
            x.drop(columns="mean", errors="ignore")
            for x in (table, other.subsets["all"][name])
        )
        pd.testing.assert_frame_equal(ours, theirs)


def test_the_inverse_of_which_more_is_better_gives_the_same(found):
    speed = folds().assign(time=lambda table: 1 / table["time"])
    more = {"time": {"greater_is_better": True, "scale": "ratio"}}
    other = compared(speed, more)
    pd.testing.assert_frame_equal(other.posteriors, found.posteriors)
    pd.testing.assert_frame_equal(other.pairs(), found.pairs())


def test_what_people_see_are_factors_and_geometric_means(found, tmp_path):
    geometric = folds().groupby("classifier")["time"].agg(gmean)
    said = str(found)
    assert all(f"{value:.3f}" in said for value in geometric)
    assert re.search(r"\n\nclassifier +mean +rank +ratio +Holm's p +verdict\n", said)
    factor = np.exp(found.pairs().iloc[0]["pseudomedian"])
    assert f"B over A {factor:.2f} times (" in found.text()
    assert "by the logarithm of time (lower is better)" in found.text()
    markdown = tables_in_markdown(*found.decision_tables("all"))
    assert f"| {factor:.2f} times (" in markdown
    assert "mean time (geometric)" in found.to_latex()
    assert "rope = 1.04881 and" in " ".join(found.stability["hangs_on"])
    found.write(tmp_path / "report")
    details = (tmp_path / "report" / "details.html").read_text(encoding="utf-8")
    assert "<dt>rope</dt><dd>a factor of 1.1</dd>" in details
    assert "Mean time (geometric) on each data set" in details
    assert "it takes differences, and time is compared by ratios" in details
    predicted = found.subsets["all"]["new_datasets"].iloc[0]
    exported = tmp_path / "report" / "tables" / "exported" / "all-new_datasets.tex"
    latex = exported.read_text(encoding="utf-8")
    assert f"& {np.exp(predicted['mean_difference']):.2f} (" in latex
    assert f"& {np.exp(predicted['median']):.2f} (" in latex
    figures = pd.read_csv(tmp_path / "report" / "figures" / "index.csv")
    alts = figures.set_index("name")["alt"]
    first = np.exp(found.pairs().iloc[0]["mean_difference"])
    assert f"B against A: {first:.2f} times; won 8" in alts["comparison_matrix-all"]
    assert "equivalent (within 1.1 times)" in alts["posteriors-A-B"]
    assert f"A {geometric['A']:.3f}, B" in alts["scatter-A-B"]
    drawn = (tmp_path / "report" / "figures" / "posteriors-A-B.svg").read_text()
    assert {"1.2", "1.4"} <= set(re.findall(r">([0-9.]+)</text>", drawn))
    # The study that was written gives the same.
    settings = read_yaml(tmp_path / "report" / "study.yaml")
    assert (settings["scale"], settings["rope"]) == ("ratio", 1.1)


def test_rounded_times_tie_where_rounding_alone_tells_them_apart():
    table = folds()[lambda x: x["dataset"].isin(["d2", "d5"])].reset_index(drop=True)
    is_a, is_c = table["classifier"] == "A", table["classifier"] == "C"
    table["time"] = table["time"].round(4)
    table.loc[is_c, "time"] = table.loc[is_a, "time"].to_numpy()
    # In one of ten folds a last digit of 0.01 s, ten of them of 10 s.
    table.loc[table.index[is_c][[0, 10]], "time"] += [1e-4, 1e-3]
    lines = compared(table).posteriors.query("row == 'A' and column == 'C'")
    d2, d5 = lines.sort_values("dataset")["mean_difference"]
    assert d2 == 0
    assert d5 == pytest.approx(-1e-5, rel=0.1)


@pytest.mark.parametrize("value", [0.0, -1.0])
def test_a_time_that_has_no_ratio_is_refused_by_name(value):
    table = folds()
    table.loc[7, "time"] = value
    told = (
        rf"time: 1 cells \(d0, A, run 2, fold 3\): it is {value:g}, and a ratio takes "
        r"values above 0; measure it more finely, leave the data set out, or set scale"
    )
    with pytest.raises(ValueError, match=told):
        compared(table)
    assert not compared(table, scale="difference", rope=0.1).pairs().empty
