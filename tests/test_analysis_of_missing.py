"""Results that are missing, and pairs on the data sets that both have."""

import itertools
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import wilcoxon
from statsmodels.stats.multitest import multipletests

from long_cells import cells_of
from tenbyten.analysis import compare
from tenbyten.report.document import tables_in_markdown

NAMES = ["A", "B", "C", "D"]
QUICK = {"hierarchical": False}


def results():
    """Two folds of four classifiers on 24 data sets; C lacks six of them, D a fold."""
    random = np.random.default_rng(11)
    table = cells_of(range(24), NAMES, 1, 2).drop(columns="run")
    gain = table["classifier"].map({"A": 0.0, "B": 0.02, "C": 0.05, "D": 0.04})
    table["accuracy"] = 0.6 + gain + random.normal(0, 0.03, len(table))
    lacks = (table["classifier"] == "C") & (table["dataset"] < 6)
    lacks |= (
        (table["classifier"] == "D") & (table["dataset"] == 7) & (table["fold"] == 2)
    )
    return table.assign(dataset="d" + table["dataset"].astype(str))[~lacks]


@pytest.fixture(scope="module")
def found():
    """They compared."""
    return compare(results(), missing="pairwise", **QUICK)


def test_each_pair_is_compared_where_both_have_results(found):
    means = results().pivot_table(
        index="dataset", columns="classifier", values="accuracy"
    )
    means.loc["d7", "D"] = np.nan
    p = []
    pairs = found.pairs().set_index(["row", "column"])
    for row, column in itertools.combinations(found.study["classifiers"], 2):
        gain = (means[column] - means[row]).dropna()
        assert pairs.at[(row, column), "n"] == len(gain)
        p.append(wilcoxon(gain, method="exact").pvalue)
        own = results().query("classifier in [@row, @column]")
        own = own[own["dataset"].isin(gain.index)]
        own = pd.concat([own[own["classifier"] == name] for name in (row, column)])
        alone = compare(own, **QUICK).pairs().iloc[0]
        columns = [
            "mean_difference",
            "pseudomedian",
            "pseudomedian_low",
            "rope_verdict",
        ]
        assert pairs.loc[(row, column), columns].tolist() == alone[columns].tolist()
    assert pairs["p"].to_numpy() == pytest.approx(p)
    holm = multipletests(p, method="holm")[1]
    assert pairs["holm_p"].to_numpy() == pytest.approx(holm)
    assert pairs["shaffer_p"].isna().all()
    assert sorted(set(pairs["n"])) == [17, 18, 23, 24]


def test_all_together_on_the_data_sets_that_all_have(found):
    complete = compare(results(), missing="drop", **QUICK)
    assert len(complete.study.datasets) == 17
    for name in ("ranks", "omnibus", "post_hoc"):
        pd.testing.assert_frame_equal(
            found.subsets["all"][name], complete.subsets["all"][name]
        )


def test_people_see_the_numbers_of_data_sets(found, tmp_path):
    said = " ".join(str(found).split())
    assert "signed-rank test on the 17 to 24 data sets that both have" in said
    assert "rank sets difference Holm's p verdict" in said
    assert "all together: 7 data sets with missing results left out" in found.read
    assert "decisions that are not adjusted are of the 17 data sets that all" in said
    assert "each pair is compared on the 17 to 24 data sets" in found.text()
    adjusted = tables_in_markdown(found.decision_tables("all")[0])
    assert "Shaffer" not in adjusted.partition("\n\nTwo-sided")[0]
    found.write(tmp_path / "report")
    assert (tmp_path / "report" / "report.html").is_file()


def test_with_a_control_its_comparisons_are_the_family():
    found = compare(results(), missing="pairwise", control="A", **QUICK)
    pairs = found.pairs().query("row == 'A'")
    holm = multipletests(pairs["p"], method="holm")[1]
    assert pairs["family_p"].to_numpy() == pytest.approx(holm)
    assert found.pairs()["family_p"].count() == 3


def test_decisions_that_other_policies_change_are_named(found):
    named = dict(
        re.findall(r"missing: (\w+) would change (\d of 6 decisions[^;]*)", found.read)
    )
    assert named.keys() == {"drop", "worst"}
    key = ["row", "column"]
    ours = found.pairs().set_index(key)["family"]
    for policy, said in named.items():
        theirs = compare(results(), missing=policy, **QUICK).pairs()
        theirs = theirs.set_index(key)["family"]
        differ = [pair for pair in ours.index if ours[pair] != theirs[pair]]
        assert said.startswith(f"{len(differ)} of 6")
        assert all("-".join(pair) in said for pair in differ)
    assert {said[0] for said in named.values()} != {"0"}


def test_complete_results_are_compared_as_ever():
    complete = results().query("classifier in ['A', 'B']")
    ours, usual = (
        compare(complete, missing=x, **QUICK) for x in ("pairwise", "refuse")
    )
    pd.testing.assert_frame_equal(ours.pairs(), usual.pairs())


def test_one_complete_data_set_is_too_few():
    lacks = results().query("classifier != 'D' or dataset == 'd9'")
    with pytest.raises(ValueError, match="or more data sets with all results, here"):
        compare(lacks, missing="pairwise", **QUICK)


def test_of_many_classifiers_the_pairs_of_the_best_are_compared_in_full():
    names = {name: f"{name}{n}" for n, name in enumerate(NAMES)}
    twice = pd.concat([results(), results().replace({"classifier": names})])
    found = compare(twice, missing="pairwise", top=3, **QUICK)
    pairs = found.pairs()
    assert len(pairs) == 28
    assert pairs["holm_p"].notna().all()
    assert (pairs["rope_verdict"] == "").sum() > 10
