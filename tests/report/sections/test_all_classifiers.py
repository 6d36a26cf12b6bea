"""Tests of all classifiers together over a subset."""

import pytest

from tenbyten.report.sections.all_classifiers import (
    control_table,
    omnibus_table,
    post_hoc_table,
)
from tenbyten.report.sections.registered import tables_of_subset

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
    assert "Its F distribution assumes normal distributions and sphericity" in (
        table.caption
    )


def test_an_infinite_statistic_is_a_sign_and_no_number(small):
    _, davenport = omnibus_table(small.by_subset["all"]["omnibus"], small).rows
    assert davenport[1].text == "\N{INFINITY}"


def test_post_hoc_tests_name_what_ranks_depend_on_and_what_means_assume(small):
    found = small.by_subset["all"]
    for table in (
        post_hoc_table(found["post_hoc"], small),
        control_table(found["control"], small),
    ):
        assert "depends on which others take part" in table.caption
        assert "(Benavoli, Corani and Mangili, 2016)" in table.caption
        assert "assumes normal distributions and sphericity" in table.caption


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
        assert "no p of ranks or means is a finding here, and none is bold" in (
            table.caption
        )


def test_signed_rank_tests_stay_bold_where_friedmans_test_does_not_reject(small):
    pairs, control = after_friedman(with_friedman(small, 0.6))
    places = [
        place
        for place, column in enumerate(pairs.columns)
        if column.heading in SIGNED_RANKS
    ]
    assert len(places) == 4
    assert any(row[place].strong for row in pairs.rows for place in places)
    assert "Signed-rank tests do not need Friedman's test" in pairs.caption
    assert "igned-rank" not in control.caption


def test_other_tables_do_not_wait_for_friedmans_test(small):
    tables = tables_of_subset(with_friedman(small, 0.6), "all")
    (pairwise,) = (table for table in tables if table.name == "all-pairwise")
    assert any(cell.strong for row in pairwise.rows for cell in row)
