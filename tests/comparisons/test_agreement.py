"""Agreement with published decisions."""

import itertools

import pandas as pd
import pytest
from policies import POLICIES as SAME
from policies import decided
from three_classifiers import CLASSIFIERS, DATASETS, compared, poisson, ranked

from tenbyten.comparisons.agreement import (
    against_published,
    agreement_by_policy,
    read_published,
)
from tenbyten.comparisons.decisions import decide
from tenbyten.tables.our_csv import read_table, write_table

POLICIES = SAME | {"folds": 5}


def under_every_policy(posteriors):
    """Every pair's decisions on all data sets."""
    pairs = list(itertools.combinations(CLASSIFIERS, 2))
    settings = {key: POLICIES[key] for key in ("folds", "rho", "alpha", "rope")}
    return decided(posteriors, DATASETS, pairs=pairs, **settings)


def test_published_decisions_are_held_against_ours():
    published = {"some": {"weak": {"strong": "1/0"}, "strong": {"twin": "0/1"}}}
    posteriors = compared()
    table = decide(poisson(posteriors), ranked(posteriors))
    variants = {"some": under_every_policy(posteriors)}
    study = {"decisions": published, "policies": POLICIES}
    comparison = against_published({"some": table}, variants, **study)
    assert comparison["agrees"].tolist() == [1, 0, 1, 0]
    differing = comparison[comparison["agrees"] == 0]
    ours = table.set_index(["row", "column"])["p_one_sided"]
    assert differing["number"].tolist() == [
        ours["weak", "strong"],
        ours["strong", "twin"],
    ]
    last = comparison.iloc[3]
    assert (last["test"], last["number"]) == ("signed_rank", 0.5)
    assert last["comes_out_under"] == "none"
    by_policy = agreement_by_policy(variants, **study)
    assert by_policy.iloc[0].tolist() == ["study", "some", 2, 4]


def test_published_decisions_of_a_test_that_could_not_run_are_kept(tmp_path):
    published = {"some": {"weak": {"strong": "1/1", "twin": "0/1"}}}
    posteriors = compared()
    table = decide(None, ranked(posteriors))
    variants = under_every_policy(posteriors)
    variants = {"some": variants[variants["test"] == "signed_rank"]}
    study = {"decisions": published, "policies": POLICIES}
    comparison = against_published({"some": table}, variants, **study)
    assert comparison["test"].tolist() == ["poisson", "signed_rank"] * 2
    assert comparison["agrees"].tolist() == [pd.NA, 1, pd.NA, 1]
    assert comparison["comes_out_under"].tolist() == ["not tested", "study"] * 2
    by_policy = agreement_by_policy(variants, **study)
    assert by_policy.iloc[0].tolist() == ["study", "some", 2, 2]
    # As the report reads them.
    write_table(comparison, tmp_path / "published.csv")
    found = read_table(tmp_path / "published.csv")
    assert found["ours"].isna().tolist() == [True, False] * 2


LABELS = {"NB": "naive Bayes", "J48": "J48", "AODE": "AODE"}


def published(tmp_path, *lines, head="row,column,test,decision", subsets=("all",)):
    """Read a file of these lines."""
    path = tmp_path / "theirs.csv"
    path.write_text("\n".join([head, *lines]))
    return read_published(path, labels=LABELS, subsets=subsets)


def test_decisions_of_any_table_are_read_by_usual_headings_and_words(tmp_path):
    lines = ["naive Bayes;J48;signed-rank;none", "J48;AODE;Wilcoxon test;J48"]
    lines += ["NB;AODE;Poisson;Column better", "NB;J48;poisson;1"]
    found = published(tmp_path, *lines, head="Classifier 1;classifier_2;Test;Winner")
    assert found["source"] == "theirs.csv"
    assert found["decisions"] == {
        "all": {
            "NB": {"J48": "1/0", "AODE": "1/-"},
            "J48": {"NB": "-/0", "AODE": "-/0"},
            "AODE": {"J48": "-/1", "NB": "0/-"},
        }
    }
    head, line = "subset,row,column,test,decision", "b,NB,J48,poisson,0"
    found = published(tmp_path, line, head=head, subsets=["a", "b"])
    assert found["decisions"] == {"b": {"NB": {"J48": "0/-"}}}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["J84,NB,poisson,1"], r"theirs.csv, line 2: row is 'J84'; did you mean J48\?"),
        (["NB,J48,t-test,1"], "test is 't-test'; give one of poisson, signed_rank"),
        (["NB,J48,poisson,yes"], "is 'yes'; give one of column, row, none, 1, 0"),
        (["NB,J48,poisson,AODE"], "decision is 'AODE'; give one of column"),
        (
            ["NB,J48,poisson,tie", "J48,NB,poisson,0"],
            "line 3: poisson decides twice on J",
        ),
    ],
)
def test_what_a_published_table_cannot_mean_is_refused(tmp_path, lines, message):
    with pytest.raises(ValueError, match=message):
        published(tmp_path, *lines)


def test_a_published_table_needs_its_columns(tmp_path):
    line = "NB,J48,poisson,1"
    with pytest.raises(ValueError, match=r"0 columns are a decision among .*decides"):
        published(tmp_path, line, head="row,column,test,decides")
    with pytest.raises(ValueError, match="0 columns are a subset among"):
        published(tmp_path, line, subsets=["a", "b"])
    with pytest.raises(FileNotFoundError, match=r"published: no file .*none.csv; corr"):
        read_published(tmp_path / "none.csv", labels=LABELS, subsets=["all"])
