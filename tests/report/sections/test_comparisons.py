"""Other tests over a subset, as tables."""

import itertools

import pandas as pd
import pytest

from report_pages import by_heading, headings, texts
from tenbyten.report.formatting import EMPTY
from tenbyten.report.sections.comparisons import (
    mcnemar_section,
    new_datasets_table,
    omnibus_table,
    pairwise_table,
    wins_table,
)
from tenbyten.report.sections.registry import tables_of_subset

# All classifiers together

SIGNED_RANKS = ["signed-rank", "its Holm", "its Hochberg", "its Hommel"]


def with_friedman(contents, p):
    """The contents with another p of Friedman's test on all data sets."""
    found = contents.by_subset["all"]
    omnibus = found["omnibus"].copy()
    omnibus.loc[omnibus["test"] == "friedman", "p"] = p
    by_subset = contents.by_subset | {"all": found | {"omnibus": omnibus}}
    return contents._replace(by_subset=by_subset)


def after_friedman(contents):
    """The tables of post-hoc tests over all data sets."""
    tables = {table.name: table for table in tables_of_subset(contents, "all")}
    return tables["all-post_hoc"], tables["all-control"]


def test_what_is_below_alpha_is_bold(small):
    friedman, davenport = omnibus_table(small.by_subset["all"]["omnibus"], small).rows
    assert (friedman[4].text, friedman[4].strong) == ("0.0097", True)
    assert (davenport[4].text, davenport[4].strong) == ("0.3000", False)
    assert [friedman[2].text, davenport[2].text] == ["2", "2, 14"]


def test_an_omnibus_test_says_how_its_p_was_made_and_its_note(small):
    table = omnibus_table(small.by_subset["all"]["omnibus"], small)
    assert table.columns[5].heading == "note"
    notes = ["p is from 100000 random arrangements", "p is approximate"]
    assert [row[5].text for row in table.rows] == notes
    # An infinite statistic is a sign and no number.
    assert table.rows[1][1].text == "\N{INFINITY}"


@pytest.mark.parametrize("p", [0.05, 0.6, 1.0])
def test_no_post_hoc_p_is_bold_where_friedmans_test_does_not_reject(small, p):
    for table in after_friedman(with_friedman(small, 0.0499)):
        assert any(cell.strong for row in table.rows for cell in row)
        assert "Bold: p below alpha = 0.05." in table.caption
        assert "does not reject" not in table.caption
    for table in after_friedman(with_friedman(small, p)):
        ranks = [
            cell
            for row in table.rows
            for cell, column in zip(row, table.columns, strict=True)
            if column.heading not in SIGNED_RANKS
        ]
        assert not any(cell.strong or cell.words for cell in ranks)
        assert "Bold: p" not in table.caption
        said = "no p of ranks or means is a finding here, and none is bold"
        assert said in table.caption


def test_signed_rank_tests_stay_bold_where_friedmans_test_does_not_reject(small):
    pairs, control = after_friedman(with_friedman(small, 0.6))
    places = [
        place
        for place, heading in enumerate(headings(pairs))
        if heading in SIGNED_RANKS
    ]
    assert len(places) == 4
    assert any(row[place].strong for row in pairs.rows for place in places)
    assert "Signed-rank tests do not need Friedman's test" in pairs.caption
    assert "igned-rank" not in control.caption


def test_other_tables_do_not_wait_for_friedmans_test(small):
    tables = tables_of_subset(with_friedman(small, 0.6), "all")
    (pairwise,) = (table for table in tables if table.name == "all-pairwise")
    assert any(cell.strong for row in pairwise.rows for cell in row)


# Pairs of classifiers


def test_wins_are_turned_for_the_other_direction(small):
    table = wins_table(small.by_subset["all"]["pairwise"], small)
    rows = [texts(row) for row in table.rows]
    assert rows[0] == ["weak one", EMPTY, "6/1/1 (4/0)", "6/1/1 (4/0)"]
    assert rows[1] == ["strong_1", "1/1/6 (0/4)", EMPTY, "6/1/1 (4/0)"]


def test_probabilities_stand_in_one_cell_with_their_headings(small):
    table = pairwise_table(small.by_subset["all"]["pairwise"], small)
    row = by_heading(table)
    assert row["P: hierarchical"] == "0.01 / 0.02 / 0.97"
    assert (row["p: signed-rank"], row["data sets"]) == ("0.0200", "8")
    assert row["difference (percentage points)"] == "12.34"
    assert row["note"] == EMPTY


def test_a_note_on_a_pair_is_shown(small):
    note = "the mean difference on 1 data set is just the rope"
    frame = small.by_subset["all"]["pairwise"].assign(note=note)
    assert pairwise_table(frame, small).rows[0][-1].text == note


def test_a_model_that_could_not_be_fitted_has_no_column(small):
    why = {"not_tested": {"hierarchical": "it takes a rope above 0"}}
    without = small._replace(settings=small.settings | why)
    table = pairwise_table(small.by_subset["all"]["pairwise"], without)
    assert "P: hierarchical" not in headings(table)


# Predictions of single runs


@pytest.fixture
def tests(small):
    """Two runs on three data sets: one pair differs on all, another in one run."""
    names = list(small.labels)
    lines = [
        (dataset, run, row, column, 0, 0, 1.0, 1.0)
        for dataset in ("d0", "d1", "d2")
        for run in (1, 2)
        for row, column in itertools.combinations(names, 2)
    ]
    fields = ["dataset", "run", "row", "column", "only_row", "only_column"]
    frame = pd.DataFrame(lines, columns=[*fields, "p_one_sided", "p_two_sided"])
    first = (frame["row"] == names[0]) & (frame["column"] == names[1])
    frame.loc[first, ["only_column", "p_two_sided"]] = [20, 0.001]
    last = (frame["row"] == names[1]) & (frame["column"] == names[2])
    once = last & (frame["run"] == 2) & (frame["dataset"] == "d1")
    frame.loc[once, ["only_row", "p_two_sided"]] = [9, 0.03]
    return frame


def test_data_sets_are_counted_in_the_first_run_and_over_all(small, tests):
    (table,) = mcnemar_section(small._replace(mcnemar=tests))
    rows = [texts(row) for row in table.rows]
    assert [row[2:] for row in rows] == [
        ["3", "0", "3", "0"],
        ["0", "0", "0", "0"],
        ["0", "0", "0", "0 to 1"],
    ]
    assert rows[0][:2] == list(small.labels.values())[:2]
    assert table.csv == "comparisons/mcnemar.csv"
    assert table.caption.startswith("Of 3 data sets, those on which the exact test")


def test_of_a_single_run_there_is_no_range(small, tests):
    first = tests[tests["run"] == 1]
    (table,) = mcnemar_section(small._replace(mcnemar=first))
    assert headings(table)[2:] == ["column better", "row better"]


def test_without_predictions_there_is_no_section(small):
    assert not [*mcnemar_section(small)]


# New data sets


def new_datasets_of(contents, **settings):
    """The first row of the table over all data sets, under other settings."""
    changed = contents._replace(settings=contents.settings | settings)
    frame = contents.by_subset["all"]["new_datasets"]
    table = new_datasets_table(frame, changed)
    return dict(zip(headings(table), table.rows[0], strict=True))


def test_new_data_sets_have_shares_and_intervals_or_say_that_there_is_none(small):
    cells = new_datasets_of(small, control=None)
    assert cells["within the rope (%)"].text == "25 (3 to 65)"
    assert cells["P: equivalent"].text == "0.0009"
    assert cells["mean"].text == "12.34 (5.00 to 20.00)"
    assert cells["median"].text == "11.00 (no interval)"
    p = [cells[f"p: TOST, {test}"] for test in ("t", "signed-rank")]
    assert [(x.text, x.strong) for x in p] == [("0.0300", True), ("0.0600", False)]


def test_of_one_pair_the_tests_of_new_data_sets_are_not_adjusted(small):
    one = new_datasets_table(
        small.by_subset["all"]["new_datasets"].head(1),
        small._replace(
            settings=small.settings | {"control": None},
            labels=dict([*small.labels.items()][:2]),
        ),
    )
    assert [one.rows[0][-2].text, one.rows[0][-1].text] == ["0.0100", "0.0200"]


def test_without_a_rope_new_data_sets_have_typical_differences_alone(small):
    cells = new_datasets_of(small, rope=0)
    assert [*cells] == ["row", "column", "data sets", "mean", "median"]
