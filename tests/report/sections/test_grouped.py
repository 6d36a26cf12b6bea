"""Decisions with one value for each group of data sets, on the page."""

import pytest

from tenbyten.report.sections.grouped import _MOST_LINES, grouped_section


@pytest.fixture
def tables(small):
    """Make the section of the small study, with some decisions changed."""

    def make(groups=small.groups, labels=small.labels, over_all=(), **changed):
        by_subset = {}
        for subset, frames in small.by_subset.items():
            frame = frames["grouped"].assign(**changed)
            by_subset[subset] = frames | {"grouped": frame}
        decisions = {
            subset: frame.assign(**dict(over_all))
            for subset, frame in small.decisions.items()
        }
        contents = small._replace(
            groups=groups, labels=labels, by_subset=by_subset, decisions=decisions
        )
        return grouped_section(contents)

    return make


def _rows(table):
    return [[cell.text for cell in row] for row in table.rows]


def test_what_is_the_same_as_over_all_data_sets_is_not_marked(tables):
    found = {"poisson": [1, 1, 0, 0, 0, 0], "signed_rank": [1, 1, 0, 0, 0, 0]}
    _, table = tables(over_all=found)
    # Over all data sets, the last decision on weak one and twin is another one.
    assert _rows(table) == [
        ["weak one", "strong_1", "strong_1", "strong_1", "strong_1"],
        ["weak one", "twin", *["none found (ungrouped: twin)"] * 3],
        ["strong_1", "twin", "none found", "none found", "none found"],
    ]
    strong = [[cell.strong for cell in row] for row in table.rows]
    assert strong == [[False] * 5, [False, False, True, True, True], [False] * 5]
    assert "3 of 9 decisions differ from those over all" in table.paragraphs[0]


def test_a_decision_for_the_row_is_its_classifier_s_and_one_for_both_is_none(tables):
    none = [0, 0, 0, 0, 0, 0]
    turned = {"poisson": [0, 0, 1, 0, 0, 0], "signed_rank": [1, 0, 1, 0, 0, 0]}
    _, table = tables(over_all={"poisson": none, "signed_rank": none}, **turned)
    assert _rows(table)[0][2:4] == [
        "weak one (ungrouped: none found)",
        "contradictory (ungrouped: none found)",
    ]


def test_it_states_the_groups_of_the_subset_and_the_values_they_leave(tables, small):
    datasets = small.subsets["all"]
    groups = {"a": datasets[:3], "b": datasets[3:5], "alone": datasets[7:]}
    first, every = tables(groups=groups)
    assert every.paragraphs[1] == (
        f"Groups: a: {datasets[0]}, {datasets[1]} and {datasets[2]}; "
        f"b: {datasets[3]} and {datasets[4]}. The 8 data sets give 5 values. One of "
        f"the two numbers is even, where the Poisson test counts a tie for neither "
        f"classifier: its decisions can differ for this alone."
    )
    # The subset has four of the eight data sets, and of group b one.
    assert first.paragraphs[1].endswith("The 4 data sets give 2 values.")
    assert "; b:" not in first.paragraphs[1]
    assert every.csv == "comparisons/all/grouped.csv"


def test_without_groups_there_is_no_section(small):
    frames = small.by_subset["all"]
    empty = {"grouped": frames["grouped"].iloc[:0]}
    for tables in (frames | empty, {"adjusted": frames["adjusted"]}):
        by_subset = dict.fromkeys(small.subsets, tables)
        assert grouped_section(small._replace(by_subset=by_subset)) == []


def test_of_many_pairs_only_those_that_differ_are_listed(tables, monkeypatch):
    assert _MOST_LINES == 40
    monkeypatch.setattr("tenbyten.report.sections.grouped._MOST_LINES", 2)
    found = {"poisson": [1, 1, 0, 0, 0, 0], "signed_rank": [1, 0, 0, 0, 0, 0]}
    _, table = tables(over_all=found)
    assert [row[1] for row in _rows(table)] == ["twin"]
    assert "2 of 9 decisions differ" in table.paragraphs[0]
