"""Values on scales of their own are compared by their order on each data set alone."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, friedmanchisquare
from statsmodels.stats.multitest import multipletests

from long_cells import cells_of
from tenbyten.analysis import compare

SCORE = {"score": {"greater_is_better": True, "scale": "order"}}
NAMES = ["A", "B", "C", "D"]


def scores():
    """Two folds of four classifiers on 20 data sets; A and B are equal on four."""
    random = np.random.default_rng(5)
    table = cells_of(range(20), NAMES, 1, 2).drop(columns="run")
    gain = table["classifier"].map({"A": 0.0, "B": 0.0, "C": 0.3, "D": 0.9})
    table = table.assign(score=random.normal(gain, 0.5))
    wide = table.pivot(index=["dataset", "fold"], columns="classifier", values="score")
    wide.loc[:3, "B"] = wide.loc[:3, "A"]
    table = wide.stack().rename("score").reset_index()
    return table.assign(dataset="d" + table["dataset"].astype(str))


def on_other_scales(table):
    """Every data set's values times a factor of its own, some around a million."""
    number = table["dataset"].str[1:].astype(int)
    return table.assign(score=table["score"] * 4.0**number + 2.0**20 * (number % 3))


def compared(table, **settings):
    """The table compared by its order."""
    return compare(table, metric="score", foreign_metrics=SCORE, **settings)


@pytest.fixture(scope="module")
def found():
    """The scores compared."""
    return compared(scores(), control="A")


def test_the_tests_are_the_sign_test_and_friedmans(found):
    means = scores().groupby(["dataset", "classifier"])["score"].mean().unstack()
    expected = []
    for row, column in itertools.combinations(NAMES, 2):
        gain = means[column] - means[row]
        wins, losses = int((gain > 1e-9).sum()), int((gain < -1e-9).sum())
        expected.append(binomtest(wins, wins + losses).pvalue)
    tables = found.subsets["all"]
    assert tables["pairwise"]["ties"].sum() > 0
    assert tables["pairwise"]["sign_p"].to_numpy() == pytest.approx(expected)
    assert tables["adjusted"]["p"].to_numpy() == pytest.approx(expected)
    holm = multipletests(expected, method="holm")[1]
    assert tables["adjusted"]["holm_p"].to_numpy() == pytest.approx(holm)
    omnibus = tables["omnibus"].set_index("test")
    statistic = friedmanchisquare(*means.round(9).T.to_numpy()).statistic
    assert omnibus.at["friedman", "statistic"] == pytest.approx(statistic)
    assert [*omnibus.index] == ["friedman", "iman_davenport"]


def test_what_compares_sizes_is_left_out(found):
    tables = found.subsets["all"]
    sizes = re.compile("mean|median|rope|low$|high$|^t_|bayes|tukey|dunnett|biserial")
    named = {
        name: [x for x in table if sizes.search(x)] for name, table in tables.items()
    }
    empty = {"new_datasets", "profiles", "rope"}
    policies = {"sensitivity", "leave_one_out"}
    assert all(tables[name].empty for name in empty)
    assert not any(named[name] for name in tables.keys() - empty - policies)
    assert "poisson" not in tables


def test_no_number_depends_on_the_scales(found):
    other = compared(on_other_scales(scores()), control="A")
    pd.testing.assert_frame_equal(other.posteriors, found.posteriors)
    for name, table in found.subsets["all"].items():
        pd.testing.assert_frame_equal(other.subsets["all"][name], table)
    assert str(other) == str(found)
    assert other.text() == found.text()


def test_people_see_wins_and_no_mean_over_data_sets(found, tmp_path):
    said = str(found)
    assert re.search(r"\nclassifier +rank +wins-ties-losses +Holm's p +verdict\n", said)
    line = found.pairs().query("row == 'A' and column == 'D'")
    wins = found.subsets["all"]["pairwise"].loc[line.index[0]]
    record = f"{wins['wins']}-{wins['ties']}-{wins['losses']}"
    assert record in said
    assert f"D over A {record} (p " in found.text()
    assert "two-sided sign test on 20 data sets" in " ".join(said.split())
    found.write(tmp_path / "report")
    report, details = (
        (tmp_path / "report" / f"{page}.html").read_text(encoding="utf-8")
        for page in ("report", "details")
    )
    for word in ("pseudomedian", "rope", "signed-rank test's", "worse, better than"):
        assert word not in re.sub("<style>.*?</style>", "", report, flags=re.DOTALL)
    assert "by its order on each data set" in details
    assert [x.name for x in (tmp_path / "report" / "figures").glob("*.svg")] == [
        "critical_difference-all.svg"
    ]
