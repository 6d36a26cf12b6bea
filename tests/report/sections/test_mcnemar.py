"""McNemar's tests on the page."""

import itertools

import pandas as pd
import pytest

from tenbyten.report.sections.mcnemar import mcnemar_section


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
    rows = [[cell.text for cell in row] for row in table.rows]
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
    assert [column.heading for column in table.columns][2:] == [
        "column better",
        "row better",
    ]


def test_without_predictions_there_is_no_section(small):
    assert mcnemar_section(small) == []
