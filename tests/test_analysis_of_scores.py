"""Results that are not runs of cross-validation: one score, splits, mixed designs."""

import itertools

import demsar_2006 as demsar
import numpy as np
import pandas as pd
import pytest
from scipy import stats

from long_cells import cells_of
from tenbyten.analysis import compare
from tenbyten.report.document import tables_in_markdown

BY_FOLDS = {"correlated_t", "poisson", "hierarchical"}
NAMES = ["A", "B", "C"]


def table_6():
    """Table 6 of Demsar (2006) as printed: a row a data set, a column a classifier."""
    return pd.DataFrame(demsar.AUC, index=demsar.DATASETS, columns=demsar.CLASSIFIERS)


@pytest.fixture(scope="module")
def published():
    """Table 6 compared; the paper ranks voting by more digits than it prints."""
    table = table_6()
    table.loc["voting", "C4.5+cf"] += 0.0001
    return compare(table, metric="auc", control="C4.5")


def test_one_score_is_compared_by_means_and_the_rest_says_why_not(published):
    tables = published.subsets["all"]
    assert published.study.cannot_run().keys() == BY_FOLDS
    assert not {"poisson", "hierarchical"} & tables.keys()
    for name in ("sensitivity", "leave_one_out"):
        assert "poisson" not in set(tables[name]["test"]), name
    known = published.posteriors.drop(columns=["dataset", "row", "column"])
    known = known.dropna(axis="columns", how="all")
    assert list(known) == ["mean_difference", "differences"]
    assert not {"poisson", "q", "p_column"} & set(published.decisions["all"])
    assert tables["pairwise"]["significant_wins"].isna().all()
    scipy = stats.wilcoxon(
        *table_6()[["C4.5+m", "C4.5"]].to_numpy().T, zero_method="zsplit"
    )
    line = tables["pairwise"].set_index(["row", "column"]).loc[("C4.5", "C4.5+m")]
    assert (line["signed_rank_p"] < 0.05) == (scipy.pvalue < 0.05)
    assert (line["wins"], line["ties"], line["losses"]) == (10, 2, 2)


def test_its_report_has_what_makes_sense_and_says_what_does_not(published, tmp_path):
    published.write(tmp_path)
    page = (tmp_path / "details.html").read_text(encoding="utf-8")
    before, after = page.split('<h2 id="not-tested">Not tested</h2>')
    assert "4 classifiers on 14 data sets, with one score for each data set" in before
    assert "Correlated t-test, Poisson test and hierarchical model: there is" in after
    for word in ("Poisson", "cross-validation", "standard deviation", "> nan"):
        assert word not in before, word
    kinds = pd.read_csv(tmp_path / "figures" / "index.csv")["kind"]
    assert {"scatter", "critical_difference", "simplex"} <= {*kinds}
    assert "posteriors" not in {*kinds}
    assert not (tmp_path / "comparisons" / "all" / "poisson.csv").exists()
    assert not (tmp_path / "accuracies.csv").exists()


def splits(datasets=4, runs=8, folds=1):
    """Accuracies of three classifiers in a design."""
    cells = cells_of([f"d{i}" for i in range(datasets)], NAMES, runs, folds)
    return cells.assign(accuracy=np.random.default_rng(5).random(len(cells)))


def test_splits_are_tested_by_the_share_that_they_test():
    table = splits(runs=30).drop(columns="fold")
    found = compare(table, rho=0.1, hierarchical=False)
    assert found.study.cannot_run() == {}
    of_d0 = table[table["dataset"] == "d0"].pivot(index="run", columns="classifier")
    difference = of_d0["accuracy"]["B"] - of_d0["accuracy"]["A"]
    # Nadeau and Bengio's correction, n_test / n_train = 0.1 / 0.9.
    error = np.sqrt(difference.var(ddof=1) * (1 / 30 + 0.1 / 0.9))
    line = found.posteriors.set_index(["dataset", "row", "column"]).loc["d0", "A", "B"]
    p = 2 * stats.t(29).sf(abs(difference.mean() / error))
    assert line["p_two_sided"] == pytest.approx(p)


def test_splits_of_an_unknown_share_are_compared_by_means():
    found = compare(splits())
    assert found.study.cannot_run().keys() == BY_FOLDS
    assert "set rho to the share" in found.study.cannot_run()["poisson"]
    assert "8 train/test splits" in tables_in_markdown(*found.decision_tables("all"))


@pytest.mark.parametrize(("runs", "folds"), [(5, 2), (1, 10), (3, 3)])
def test_every_design_of_cross_validation_is_read_from_the_table(runs, folds):
    found = compare(splits(runs=runs, folds=folds), hierarchical=False)
    assert (found.study["runs"], found.study["folds"]) == (runs, folds)
    assert (found.posteriors["df"] == runs * folds - 1).all()


def mixed():
    """Accuracies of which one data set has fewer runs."""
    table = splits(runs=4, folds=5)
    return table[(table["dataset"] != "d1") | (table["run"] <= 2)]


def test_a_data_set_of_another_design_has_the_test_that_it_has_alone():
    fewer = mixed()
    found = compare(fewer)
    assert found.study.designs == dict.fromkeys(("d0", "d2", "d3"), (4, 5)) | {
        "d1": (2, 5)
    }
    assert "20 runs" not in tables_in_markdown(*found.decision_tables("all"))
    assert (
        "4 runs of 5-fold cross-validation, on d1 2 runs of 5-fold"
        in tables_in_markdown(*found.decision_tables("all"))
    )
    for names in (["d1"], ["d0", "d2", "d3"]):
        some = fewer[fewer["dataset"].isin(names)]
        twins = some.assign(dataset=some["dataset"] + " again")
        both = pd.concat([some, twins])
        rest = compare(both, duplicates="allow").posteriors
        ours = found.posteriors[found.posteriors["dataset"].isin(names)]
        theirs = rest[rest["dataset"].isin(names)]
        pd.testing.assert_frame_equal(
            ours.reset_index(drop=True), theirs.reset_index(drop=True)
        )
    assert list(found.posteriors["dataset"][:4]) == ["d0", "d1", "d2", "d3"]
    assert found.subsets["all"]["hierarchical"].notna().all(axis=None)


def test_other_folds_of_a_data_set_have_their_own_correlation():
    ten, five = splits(runs=2, folds=10), splits(runs=2, folds=5)
    mixed = pd.concat([ten[ten["dataset"] != "d3"], five[five["dataset"] == "d3"]])
    found = compare(mixed)
    # What the policies vary begins with the study's own decision.
    sensitivity = found.subsets["all"]["sensitivity"]
    own = sensitivity.query(
        "test == 'poisson' and zero_variance == 'half' and threshold == 'more' and "
        "alpha == 0.05 and rho == 0.1"
    ).set_index(["row", "column"])
    ours = found.subsets["all"]["poisson"].set_index(["row", "column"])
    for pair in itertools.combinations(NAMES, 2):
        assert own.loc[pair, "number_column"] == pytest.approx(
            ours.loc[pair, "p_column"]
        )


def test_names_may_be_whole_numbers():
    table = splits().replace({"classifier": {"A": 1, "B": 2, "C": 3}})
    table["dataset"] = table["dataset"].str[1:].astype(int)
    found = compare(table, control=2, labels={3: "third"}, groups={"two": [0, 1]})
    assert found.study["control"] == "2"
    assert found.study.labels == {"1": "1", "2": "2", "3": "third"}
    assert found.study.groups == {"two": ["0", "1"]}
    grouped = found.subsets["all"]["grouped"]
    assert grouped["poisson"].isna().all()
    assert grouped["n"].max() <= 3


def test_published_decisions_come_from_a_file_or_from_the_settings(tmp_path):
    path = tmp_path / "theirs.csv"
    path.write_text("a,b,test,winner\nC4.5,C4.5+m,wilcoxon,C4.5+m\n")
    decisions = {"C4.5": {"C4.5+m": "-/1"}, "C4.5+m": {"C4.5": "-/0"}}
    mapping = {"source": "theirs.csv", "decisions": {"all": decisions}}
    how = {"metric": "auc"}
    of_file, of_mapping = (
        compare(table_6(), published=x, **how) for x in (str(path), mapping)
    )
    pd.testing.assert_frame_equal(of_file.published, of_mapping.published)
    assert of_file.published["agrees"].tolist() == [1, 1]
    assert "Published: 2 of 2 decisions of theirs.csv come out here." in str(of_file)
