"""Contents of the page, from tables."""

import pandas as pd
import pytest

from long_cells import cells_of
from report_pages import render, render_details
from tenbyten.report.contents import contents_of, precision_sentence
from tenbyten.report.sections.registry import tables_of_decisions, tables_of_subset
from tenbyten.results.files import FAILURES


def test_the_reference_is_the_control_or_the_first_classifier(small):
    assert small.reference == "weak"
    settings = small.settings | {"control": "twin"}
    assert small._replace(settings=settings).reference == "twin"
    settings = small.settings | {"control": None}
    assert small._replace(settings=settings).reference == "weak"


def test_a_heading_names_the_first_data_sets_that_were_left_out(small):
    left_out = ["Glass", "zoo", "wine", "iris", "yeast"]
    for count, names in ((1, "Glass"), (3, "Glass, zoo, wine")):
        few = small._replace(left_out={"all": left_out[:count]})
        assert few.heading("all") == f"Data sets 1-8 without {names}"
    every = small._replace(left_out={"all": left_out}).heading("all")
    assert every == "Data sets 1-8 without Glass, zoo, wine and 2 more"


def test_data_sets_left_out_leave_their_subsets(results):
    failed = pd.DataFrame([("d1", "weak", "1", "1", "too slow")], columns=FAILURES)
    contents = contents_of(**results | {"failures": failed})
    assert contents.subsets["first"] == ["d0", "d2", "d3"]
    assert contents.settings["left_out"] == "d1 (weak: too slow)"
    assert "too slow" in render_details(contents)


def test_titles_name_the_data_sets_that_failures_left_out(small):
    subset = "all"
    without = small._replace(left_out={subset: ["Zoo"]})
    assert small.heading(subset) == without.heading(subset).removesuffix(" without Zoo")
    tables = tables_of_decisions(without, subset)
    for table in tables:
        assert table.title.startswith(f"{small.heading(subset)} without Zoo")
    titles = [table.title for table in tables_of_subset(without, subset)]
    assert any("data sets " in title for title in titles)
    for title in titles:
        assert title.count("data sets ") == title.count(" without Zoo")
    assert f"{small.heading(subset)} without Zoo" in render_details(without)
    assert "without Zoo" not in render_details(small)


# Rounded values


@pytest.fixture
def values():
    """Return two data sets of which one has counts, given with four digits."""
    table = cells_of(["iris", "zoo"], "AB", 1, 2).assign(
        tested=[15] * 4 + [pd.NA] * 4, correct=[14, 13, 14, 12] + [pd.NA] * 4
    )
    accuracy = [0.9333, 0.8667, 0.9333, 0.8, 0.3333, 0.6667, 0.1429, 0.5]
    counts = {"tested": "Int64", "correct": "Int64"}
    return table.assign(accuracy=accuracy).astype(counts)


def test_recovered_counts_and_differences_taken_for_0_are_counted(values):
    assert precision_sentence(values, "accuracy") == (
        "the accuracies are rounded, and the counts behind them were recovered on 1 of "
        "2 data sets; accuracy is rounded and its counts are not known on 1 of 2 data "
        "sets: mean differences below 7.1e-05, which the rounding of single folds can "
        "make, are taken for 0 there"
    )
    # Counts in the place of what is missing, and accuracies in full.
    whole = values.fillna({"tested": 42, "correct": 6})
    exact = whole.assign(accuracy=whole["correct"] / whole["tested"])
    assert precision_sentence(exact, "accuracy") == ""


def test_data_sets_of_different_designs_are_counted_together(values):
    more = pd.concat([values, values[values["dataset"] == "zoo"].assign(run=2)])
    more = more.sort_values(["dataset", "classifier", "run"], ignore_index=True)
    said = precision_sentence(more, "accuracy")
    # 0.0001 / sqrt(4), where two folds alone have 0.0001 / sqrt(2).
    fewer = precision_sentence(values, "accuracy")
    assert said == fewer.replace("below 7.1e-05", "below 5e-05")


def test_the_page_says_so(results):
    table = results["values"]
    # Its accuracies are multiples of a twentieth, their roots are not.
    accuracy = (table["accuracy"] ** 0.5).round(3)
    rounded = table.assign(tested=pd.NA, correct=pd.NA, accuracy=accuracy)
    # 0.001 / sqrt(10): two runs of five folds.
    words = "mean differences below 0.00032, which the rounding of single folds can"
    assert words in render(contents_of(**results | {"values": rounded}))
    assert words not in render(contents_of(**results))
