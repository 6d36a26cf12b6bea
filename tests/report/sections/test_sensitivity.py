"""Decisions that policies, single data sets or groups of them change."""

import itertools

import pandas as pd
import pytest
from policies import POLICIES

from tenbyten.comparisons.sensitivity import FACTORS
from tenbyten.report.document import tables_in_markdown
from tenbyten.report.sections.sensitivity import (
    _MOST_LINES,
    grouped_section,
    sensitivity_section,
    sensitivity_tables,
)

# Policies and single data sets

LABELS = {"a": "Mr. 50%", "b": "B|b"}
STABLE = {"subset": "all", "row": "a", "column": "b", "test": "poisson", "stable": 1}
STABLE |= {"decision": "column", "becomes": "", "hangs_on": "", "data_sets": ""}
STABLE |= {"apart": ""}


def made(*lines, **policies):
    """Make the tables of decisions that differ so from a stable one."""
    frame = pd.DataFrame([STABLE | line for line in lines or [{}]])
    frame["becomes"] = frame["becomes"].replace("", "neither")
    frame["stable"] = (frame["hangs_on"].eq("") & frame["data_sets"].eq("")).astype(int)
    return sensitivity_tables(frame, labels=LABELS, policies=POLICIES | policies)


def cells(table):
    """The texts of a table."""
    return [[cell.text for cell in row] for row in table.rows]


def test_subset_and_test_have_their_counts():
    counts, *_ = made(
        {},
        {"test": "signed_rank", "hangs_on": "alpha = 0.1"},
        {"test": "signed_rank", "hangs_on": "rho = 0.2 and alpha = 0.1"},
        {"test": "signed_rank", "hangs_on": "zeros = drop"},
        {"test": "signed_rank", "data_sets": "x; y"},
        {"subset": "some", "apart": "rho = 0"},
    )
    assert cells(counts) == [
        # Decisions, stable, on one key, one data set, only on more; zeros is no key.
        ["all", "Poisson", "1", "1", "0", "0", "0"],
        ["all", "signed-rank", "4", "0", "1", "1", "2"],
        ["some", "Poisson", "1", "1", "0", "0", "0"],
    ]


def test_what_a_single_key_or_data_set_changes_comes_first():
    several = {"becomes": "row", "hangs_on": "rho = 0.2 and alpha = 0.1"}
    one = {"becomes": "both", "hangs_on": "alpha = 0.1"}
    left_out = {"becomes": "neither", "data_sets": "x"}
    _, unstable, apart = made(several, one, several, left_out)
    assert [row[5] for row in cells(unstable)] == [
        "contradictory",
        "no difference found",
        "Mr. 50% better",
        "Mr. 50% better",
    ]
    assert not apart.rows


def test_verdicts_are_told_in_words():
    verdict = {"test": "bayesian_signed_rank", "decision": "undecided"}
    verdict |= {"becomes": "column; rope", "hangs_on": "rope = 0.005"}
    _, unstable, _ = made(verdict)
    assert cells(unstable)[0][3:6] == [
        "Bayesian signed-rank",
        "undecided",
        "B|b better or typically alike",
    ]


def test_policies_of_publications_stand_apart():
    counts, unstable, apart = made({"decision": "neither", "apart": "rho = 0"})
    assert cells(counts) == [["all", "Poisson", "1", "1", "0", "0", "0"]]
    assert not unstable.rows
    row = ["all", "Mr. 50%", "B|b", "Poisson", "no difference found", "rho = 0"]
    assert cells(apart) == [row]


def test_stable_differences_are_named_with_the_better_one_first():
    text = tables_in_markdown(*made({}, {"test": "signed_rank", "decision": "row"}))
    assert (
        "Differences that none of this changes: all: B\\|b over Mr. 50% (Poisson), "
        "Mr. 50% over B\\|b (signed-rank)." in text
    )
    # Once, with all its tests.
    counts, *_ = made({}, {"test": "signed_rank"})
    assert counts.caption.count(" over ") == 1
    assert counts.caption.endswith("50% (Poisson and signed-rank).")


@pytest.mark.parametrize("decision", ["neither", "both", "equivalent", "undecided"])
def test_no_other_decision_is_called_a_difference(decision):
    counts, *_ = made({"decision": decision})
    assert "Differences that none of this changes: none." in counts.caption


def test_the_caption_names_every_policy_that_is_varied_and_which_are_keys(root):
    counts, *_ = made()
    text = (root / "workflow" / "schemas" / "study.schema.yaml").read_text()
    for key in ("zero_variance", "rho", "alpha", "signed_rank_sides", "rope"):
        assert f"{key} (" in counts.caption or f"{key} and" in counts.caption
    for factor in {*itertools.chain(*FACTORS.values())} - {"sides", "method"}:
        assert factor in counts.caption
        is_key = f"\n  {factor}:\n" in text
        assert is_key == (factor not in ("zeros", "threshold"))


def test_the_page_lists_the_main_subset_and_counts_all(small):
    other = small.sensitivity.assign(subset="first")
    contents = small._replace(sensitivity=pd.concat([other, small.sensitivity]))
    counts, unstable, apart = sensitivity_section(contents)
    assert [row[:4] for row in cells(counts)] == [
        ["first", "Poisson", "3", "0"],
        ["all", "Poisson", "3", "0"],
    ]
    assert {row[0] for row in cells(unstable) + cells(apart)} == {"all"}
    assert len(unstable.rows) == len(apart.rows) == 3
    assert unstable.title == "Decisions that are not stable: data sets 1-8"


def test_the_page_has_no_empty_list(small):
    stable = small.sensitivity.assign(stable=1, hangs_on="", data_sets="", apart="")
    (counts,) = sensitivity_section(small._replace(sensitivity=stable))
    assert counts.name == "sensitivity"
    assert sensitivity_section(small._replace(sensitivity=None)) == []


# Groups of data sets


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


def test_what_is_the_same_as_over_all_data_sets_is_not_marked(tables):
    found = {"poisson": [1, 1, 0, 0, 0, 0], "signed_rank": [1, 1, 0, 0, 0, 0]}
    _, table = tables(over_all=found)
    # Over all data sets, the last decision on weak one and twin is another one.
    assert cells(table) == [
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
    assert cells(table)[0][2:4] == [
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
        assert not [*grouped_section(small._replace(by_subset=by_subset))]


def test_of_many_pairs_only_those_that_differ_are_listed(tables, monkeypatch):
    assert _MOST_LINES == 40
    monkeypatch.setattr("tenbyten.report.sections.sensitivity._MOST_LINES", 2)
    found = {"poisson": [1, 1, 0, 0, 0, 0], "signed_rank": [1, 0, 0, 0, 0, 0]}
    _, table = tables(over_all=found)
    assert [row[1] for row in cells(table)] == ["twin"]
    assert "2 of 9 decisions differ" in table.paragraphs[0]
