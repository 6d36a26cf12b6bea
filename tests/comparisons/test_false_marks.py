"""How often the decisions find a difference where there is none."""

import itertools

import numpy as np
import pandas as pd
import pytest
from policies import EXACT
from three_classifiers import CLASSIFIERS, DATASETS, compared

from tenbyten.comparisons.decisions import poisson_tests, signed_rank_tests
from tenbyten.comparisons.reliability import LEAST, MOST, draws_of, false_marks

PAIRS = list(itertools.combinations(CLASSIFIERS, 2))
SETTINGS = {"alpha": 0.05, "method": "auto", "sides": "one", "seed": 1}


def _measured(posteriors, datasets=DATASETS, pairs=PAIRS, **changed):
    settings = {"datasets": datasets, "pairs": pairs, **SETTINGS, **changed}
    return false_marks(posteriors, **settings)


def _exchanged(posteriors, names):
    """The posteriors after the names on each data set were exchanged."""
    parts = []
    for dataset, exchanged in names.items():
        part = posteriors[posteriors["dataset"] == dataset]
        if exchanged:
            part = part.rename(columns={"row": "column", "column": "row"})
        parts.append(part)
    table = pd.concat(parts)
    return table.sort_values(["row", "column"], kind="stable", ignore_index=True)


@pytest.mark.parametrize("zero_variance", ["half", "win", "drop"])
@pytest.mark.parametrize(("method", "sides"), [("approximate", "one"), ("auto", "two")])
@pytest.mark.parametrize("pair", [("weak", "strong"), ("strong", "twin")])
def test_the_decisions_are_those_of_both_tests_on_every_exchange(
    zero_variance, method, sides, pair
):
    datasets, (row, column) = DATASETS[:4], pair
    posteriors = compared(zero_variance)
    # Ranks are not all tied, so that there are more p than two.
    posteriors["mean_difference"] *= posteriors["dataset"].str[1:].astype(int) + 1
    own = posteriors[posteriors["row"].isin(pair) & posteriors["column"].isin(pair)]
    own = own[own["dataset"].isin(datasets)]
    marks = {"poisson": [], "signed_rank": []}
    settings = {"alpha": 0.2, "method": method, "sides": sides}
    for exchanged in itertools.product([False, True], repeat=4):
        table = _exchanged(own, dict(zip(datasets, exchanged, strict=True)))
        poisson = poisson_tests(table, datasets=datasets, **EXACT | {"alpha": 0.2})
        ranked = signed_rank_tests(table, datasets=datasets, **settings)
        for test, lines in (("poisson", poisson), ("signed_rank", ranked)):
            decided = lines.set_index(["row", "column"])["decision"]
            both = [decided[row, column], decided[column, row]]
            marks[test].append([*both, max(both)])
    found = _measured(posteriors, datasets, [pair], **settings)
    rates = found.set_index("test")[["column_rate", "row_rate", "either_rate"]]
    for test, decisions in marks.items():
        of_pair = rates.loc[[test]].iloc[0].tolist()
        assert of_pair == np.mean(decisions, axis=0).tolist()
    assert (found["draws"] == 0).all()
    # Of two classifiers any pair is this pair.
    assert found["either_rate"][2] == np.mean(marks["poisson"], axis=0)[2]
    assert found["either_rate"][3] == np.mean(marks["signed_rank"], axis=0)[2]
    either = np.maximum(*(np.array(decisions)[:, 2] for decisions in marks.values()))
    assert found["either_rate"][4] == np.mean(either)


def test_lines_are_pairs_and_tests_and_any_pair_at_the_end():
    table = _measured(compared())
    keys = table[["test", "row", "column"]].itertuples(index=False, name=None)
    tests = ["poisson", "signed_rank"]
    of_pairs = [(test, *pair) for pair in PAIRS for test in tests]
    assert list(keys) == [*of_pairs, *((test, "", "") for test in [*tests, "either"])]
    assert table["draws"].tolist() == [0] * 6 + [MOST] * 3
    assert table[["column_rate", "row_rate"]].iloc[6:].isna().all(axis=None)
    assert table["either_rate"].between(0, 1).all()


def test_draws_are_fewer_for_many_pairs_on_many_data_sets():
    assert draws_of(10, 54) == draws_of(435, 10) == MOST == 5000
    assert LEAST < draws_of(435, 54) < 1000
    assert draws_of(10, 5000) == LEAST == 500


@pytest.mark.slow
def test_the_paper_s_decisions_are_liberal(study, posteriors):
    tables = {
        subset: _measured(
            posteriors, datasets, study.unordered_pairs, method="approximate"
        )
        for subset, datasets in study.datasets_by_subset.items()
    }
    # A share of 5,000 draws has a standard error of 0.007 at most.
    for table in tables.values():
        pairs, every = table[table["row"] != ""], table[table["row"] == ""]
        ranked = pairs[pairs["test"] == "signed_rank"]
        # The size of the test, both ways.
        assert ranked["either_rate"].to_numpy() == pytest.approx(0.1, abs=0.02)
        poisson, signed_rank, either = every["either_rate"]
        assert signed_rank == pytest.approx(0.51, abs=0.03)
        assert max(poisson, signed_rank) <= either <= poisson + signed_rank
    of_all = tables["all"].set_index(["test", "row", "column"])["either_rate"]
    assert of_all["poisson", "NaiveBayes", "HNB"] == pytest.approx(0.174, abs=0.03)
    # On hardly any data set does one of the two win for sure.
    assert of_all["poisson", "J48", "J48graft"] == 0
    # No data set is a tie of 27, and half of them can be one of 54.
    first, second = (tables[x].groupby("test")["either_rate"] for x in list(tables)[:2])
    assert first.max()["poisson"] > of_all["poisson"][:-1].max()
    assert second.max()["poisson"] > of_all["poisson"][:-1].max()
