"""The whole analysis from Python is the workflow's."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from paper_counts import long_table

from long_cells import CELL, cells_of
from pages import PAGES, blocks
from tenbyten.analysis import compare
from tenbyten.files import read_json
from tenbyten.report.document import tables_in_markdown
from tenbyten.study import read_study

LABELS = {"NaiveBayes": "naive Bayes", "J48graft": "J48 & graft"}
GROUPS = {"credit": ["credit-a", "credit-australian"], "alone": ["glass"]}


@pytest.fixture(scope="module")
def table(root):
    """Three classifiers on the first twelve data sets of the paper."""
    study = read_study("paper", root)
    table = long_table(study)
    datasets = list(study.datasets)[:12]
    classifiers = ["NaiveBayes", "J48graft", "AODE"]
    kept = table["dataset"].isin(datasets) & table["classifier"].isin(classifiers)
    return table[kept].drop(columns="accuracy")


@pytest.fixture(scope="module")
def comparison(table):
    """All of them compared."""
    return compare(table, labels=LABELS, control="NaiveBayes", groups=GROUPS)


@pytest.mark.slow
def test_what_it_writes_is_what_the_workflow_makes(comparison, root, tmp_path):
    ours, theirs = tmp_path / "study", tmp_path / "study" / "results" / "study"
    # As an earlier run of the study would have left it.
    dataset = next(iter(comparison.study.datasets))
    for folder in (ours, theirs):
        (folder / "data").mkdir(parents=True)
        (folder / "data" / f"{dataset}.json").write_text('{"source": "openml"}')
    comparison.write(ours)
    # The command that the report names.
    program, *words = read_json(ours / "provenance.json")["command"].split()
    assert program == "tenbyten"
    command = [sys.executable, "-m", program, *words, "--cores", "2"]
    done = subprocess.run(command, cwd=ours, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    files = [
        file.relative_to(theirs)
        for part in ("comparisons", "tables", "figures")
        for file in (theirs / part).rglob("*.*")
        if not file.name.startswith(".")
    ]
    assert len(files) > 45
    differ = [f for f in files if (ours / f).read_bytes() != (theirs / f).read_bytes()]
    assert differ == []
    for folder in (ours, theirs):
        page = (folder / "details.html").read_text(encoding="utf-8")
        assert len(page) > 100_000
        assert 'id="datasets"' not in page
        assert "OpenML" not in page


def test_it_prints_the_answer(comparison):
    printed = str(comparison)
    assert "p adjusted by Holm over 2 comparisons with naive Bayes" in " ".join(
        printed.split()
    )
    assert max(map(len, printed.splitlines())) <= 80
    printed = tables_in_markdown(*comparison.decision_tables("all"))
    assert "**Data sets 1-12: decisions adjusted for the number of pairs**" in printed
    assert "**Data sets 1-12: decisions of single tests, not adjusted**" in printed
    assert "|  | naive Bayes | J48 &amp; graft | AODE |" in printed


def test_a_group_counts_once(comparison):
    assert comparison.study.groups == GROUPS
    tables = comparison.subsets["all"]
    assert (tables["grouped"]["q"] == 11).all()
    assert (tables["poisson"]["q"] == 12).all()


def test_one_data_set_gets_the_correlated_t_test_of_every_pair(table, comparison):
    alone = table[table["dataset"] == "glass"]
    found = compare(alone, labels=LABELS)
    posteriors = comparison.posteriors.query("dataset == 'glass'")
    both = [x.reset_index(drop=True) for x in (found.posteriors, posteriors)]
    pd.testing.assert_frame_equal(*both)
    decisions = found.decisions["all"].set_index(["row", "column"])
    line = posteriors.query("row == 'NaiveBayes' and column == 'AODE'").iloc[0]
    assert decisions.loc[("NaiveBayes", "AODE"), "p"] == line["p_two_sided"]
    # Holm's factor of the smallest of three p.
    smallest = decisions["p"].idxmin()
    assert decisions.loc[smallest, "holm_p"] == pytest.approx(
        3 * decisions.loc[smallest, "p"]
    )
    (decided,) = found.decision_tables("all")
    assert decided.title == "Data set glass: decisions by the correlated t-test"
    assert found.subsets == {}
    with pytest.raises(ValueError, match="stability: there is one data set"):
        found.stability  # noqa: B018


def test_arrays_of_one_data_set_are_compared_as_its_table_is(table):
    alone = table.query("dataset == 'glass' and classifier != 'AODE'")
    alone = alone.assign(accuracy=alone["correct"] / alone["tested"])
    alone = alone.drop(columns=["correct", "tested"])
    arrays = {
        name: part["accuracy"].to_numpy().reshape(10, 10)
        for name, part in alone.groupby("classifier", sort=False)
    }
    from_table, from_arrays = compare(alone), compare(arrays, dataset="glass")
    assert str(from_arrays) == str(from_table)
    flat = {name: array.ravel() for name, array in arrays.items()}
    assert str(compare(flat, runs=10, dataset="glass")) == str(from_table)
    with pytest.raises(ValueError, match=r"J48graft .10, 10., and runs is 3"):
        compare(arrays, runs=3)
    with pytest.raises(ValueError, match=r"no test can run on one data set .* set rho"):
        compare(flat, runs=100)
    lower = compare(flat, runs=10, metric="brier").decisions["all"]
    assert lower["mean_difference"].item() == pytest.approx(
        -from_table.decisions["all"]["mean_difference"].item()
    )


def test_the_documented_call_with_arrays_runs_as_shown():
    (shown,) = blocks(PAGES["how-to/one-data-set"], "python")
    command = [sys.executable, "-c", shown]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "(two-sided correlated t-test on 1 data set" in " ".join(done.stdout.split())


def test_it_draws_without_a_fork_unless_asked(table, tmp_path, monkeypatch):
    # A fork of a process with other threads, such as those of a JVM, can wait forever.
    monkeypatch.delattr(os, "fork")
    one = compare(table[table["dataset"] == table["dataset"][0]])
    one.write(tmp_path / "one")
    assert list((tmp_path / "one" / "figures").glob("*.svg"))


def test_a_page_about_one_data_set_speaks_of_no_other_test(table, tmp_path):
    found = compare(table[table["dataset"] == "glass"], labels=LABELS)
    found.write(tmp_path)
    files = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.*")}
    pairs = ["NaiveBayes-J48graft", "NaiveBayes-AODE", "J48graft-AODE"]
    names = [f"density-{pair}" for pair in pairs]
    drawn = {f"figures/{name}.svg" for name in names}
    tables = {f"tables/all.{form}" for form in ("csv", "md", "tex")}
    tables |= {f"tables/exported/means.{form}" for form in ("csv", "tex")}
    forms = ("csv", "md", "tex", "html")
    tables |= {f"tables/exported/summary.{form}" for form in forms}
    assert files == drawn | tables | {
        *("figures/index.csv", "comparisons/correlated_t.csv", "accuracies.csv"),
        *("study.yaml", "datasets.tsv", "provenance.json", "report.html"),
        *("details.html", "summary.txt", "summary.json", "text.md", "text.tex"),
    }
    page = (tmp_path / "details.html").read_text(encoding="utf-8")
    said, _, left_out = page.partition("</style>")[2].partition('id="not-tested"')
    left_out = left_out.partition('id="provenance"')[0]
    for word in ("Poisson", "signed-rank", "Friedman", "ensitivity", "subset"):
        assert word not in said, word
    for word in ("Poisson", "signed-rank", "Friedman", "takes two or more"):
        assert word in left_out
    assert "3 classifiers on the data set glass" in page
    assert page.count("<svg") == 3
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for key in ("Nadeau2003", "Corani2015", "Holm1979"):
        assert key in page


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"ropes": 0.01}, "did you mean rope?"),
        ({"runs": 10}, "runs is what the table says"),
        ({"labels": {"HNB": "x"}}, "no classifier of the table"),
        ({"metric": "auc"}, "no column auc; it has"),
        ({"groups": {"x": ["credit-a", "c"]}}, "groups: 'c' of x is no data set"),
        ({"groups": {"x": ["glass"], "y": ["glass"]}}, "'glass' of y .*in two groups"),
        ({"groups": {"a\tb": ["glass"]}}, "key group of glass: the character '.t'"),
    ],
)
def test_a_wrong_setting_is_refused(table, settings, words):
    with pytest.raises(ValueError, match=words):
        compare(table, **settings)


def test_a_table_of_one_classifier_is_refused(table):
    with pytest.raises(ValueError, match="'AODE' is the only classifier of the table;"):
        compare(table[table["classifier"] == "AODE"])


def test_the_long_tables_have_the_metrics_that_the_table_brings(table):
    names = list(table["dataset"].unique()[:3])
    few = table[table["dataset"].isin(names)].assign(f1=0.5)
    few["f1"] += few["correct"] / few["tested"] / 10
    asked = {"metrics": ["auc", "f1"]}
    counted = compare(few, **asked)
    assert list(counted.measured) == ["accuracies", "metrics"]
    assert list(counted.measured["metrics"])[4:] == ["f1"]
    assert "correct" in counted.values
    valued = compare(few.drop(columns=["correct", "tested"]), metric="f1", **asked)
    assert list(valued.measured) == ["metrics"]
    assert "f1" in valued.values


QUICK = {"hierarchical": False}


@pytest.mark.parametrize(
    ("given", "files"),
    [
        (["e\u0301", "森林, 500", "?!"], ["é", "森林_500", "classifier"]),
        (["NB", "nb", "Nb"], ["NB", "nb-2", "Nb-3"]),
        (["a b", "a_b", "a/b"], ["a_b-2", "a_b", "a_b-3"]),
        (["x" * 70, "x" * 71, 7], ["x" * 64, "x" * 60 + "-2", "7"]),
    ],
)
def test_every_name_gets_a_file_of_its_own_and_stays_a_label(table, given, files):
    ours = ["NaiveBayes", "J48graft", "AODE"]
    renamed = table["classifier"].map(dict(zip(ours, given, strict=True)))
    labels = {given[1]: "the second"}
    comparison = compare(
        table.assign(classifier=renamed), control=given[0], labels=labels, **QUICK
    )
    found = comparison.study.labels
    assert sorted(found) == sorted(files)
    assert [*map(found.get, files)] == [str(given[0]), "the second", str(given[2])]
    assert comparison.study["control"] == files[0]


def test_data_sets_get_names_that_files_can_bear_and_groups_follow(table):
    names = list(table["dataset"].unique()[:3])
    few = table[table["dataset"].isin(names)].replace({names[0]: "my data"})
    found = compare(few, groups={"both": ["my data", names[1]]}, **QUICK)
    assert list(found.study.datasets) == ["my_data", *names[1:]]
    assert found.study.groups == {"both": ["my_data", names[1]]}


@pytest.mark.parametrize("digits", [10, 6, 4, 3])
@pytest.mark.parametrize("known", [["tested"], []])
def test_ties_survive_rounding(digits, known):
    # Two classifiers that exchange their counts between equal folds, on 10 of 24.
    rng = np.random.default_rng(1)
    tested = np.repeat(rng.integers(12, 40, 24), 20).reshape(24, 2, 10)
    correct = rng.binomial(tested, 0.8)
    a, b = correct[:10, 0], correct[:10, 1]
    # A mean of 4 counts is that of others with the same sum.
    b[:], b[:, 0], b[:, 1] = a, np.maximum(a[:, 0] - 1, 0), a[:, 1] + (a[:, 0] > 0)
    tested[:, :, :] = np.maximum(tested, correct.max(axis=(1, 2))[:, None, None])
    table = cells_of([f"d{i}" for i in range(24)], ["A", "B"], 2, 5)
    table = table.assign(tested=tested.ravel(), correct=correct.ravel())
    counted = compare(table, **QUICK).subsets["all"]["pairwise"].iloc[0]
    assert counted["ties"] >= 10
    accuracy = (table["correct"] / table["tested"]).round(digits)
    rounded = table[[*CELL, *known]].assign(accuracy=accuracy)
    again = compare(rounded, **QUICK).subsets["all"]["pairwise"].iloc[0]
    # Of fewer digits, differences on two data sets may be told apart no longer.
    same = ["wins", "ties", "losses", *["signed_rank_p"] * bool(known or digits > 4)]
    assert again[same].tolist() == counted[same].tolist()


def test_the_answer_does_not_wait_for_tests_that_it_does_not_show(table, monkeypatch):
    def fit(*arguments, **settings):
        raise AssertionError("fitted")

    monkeypatch.setattr("tenbyten.over_datasets.hierarchical_tests", fit)
    found = compare(table)
    assert "Holm's p" in str(found)
    with pytest.raises(AssertionError, match="fitted"):
        found.subsets["all"]["hierarchical"]


def test_early_stopping_predicts_nothing_of_another_metric(table):
    found = compare(table)
    results = found.results._replace(early_stopping={"metric": "auc", "looks": 1})
    answer = replace(found, results=results).answer()
    assert answer == found.answer()
    assert "early_stopping" not in answer
