"""The reference has a row for whatever the code has, and for nothing else."""

import re

import pytest

from pages import PAGES
from tenbyten.command import COMMANDS
from tenbyten.layout import COMPARISONS, FILES
from tenbyten.metrics import METRICS
from tenbyten.results.long_table import COLUMNS
from tenbyten.study.schema import read_schema


def first_cells(page):
    """The first cell of each row of a page's tables."""
    return re.findall(r"^\| (.*?) \|", PAGES[f"reference/{page}"], re.MULTILINE)


def codes(texts):
    """All that some texts show as code."""
    return {code for text in texts for code in re.findall(r"`(.+?)`", text)}


def rows_of(page):
    """The cells of each row of a page's tables."""
    lines = re.findall(r"^\| (.*) \|$", PAGES[f"reference/{page}"], re.MULTILINE)
    return [line.split(" | ") for line in lines]


def test_every_metric_has_a_row_with_the_side_that_is_better():
    assert codes(first_cells("metrics")) == METRICS.keys() - {"accuracy"}
    for names, better, *_ in rows_of("metrics")[2:]:
        for name in codes([names]):
            assert (better == "higher") == METRICS[name].higher_is_better, name


def test_every_test_has_a_row_with_its_file():
    files = codes(row[-1] for row in rows_of("tests"))
    assert {f"{name}.csv" for name in COMPARISONS} <= files


def test_the_table_of_accuracies_has_its_columns():
    (contents,) = (x[1] for x in rows_of("files") if x[0] == "`accuracies.csv`")
    assert contents.startswith(f"`{', '.join(COLUMNS)}`")


# What is no result of its own.
HIDDEN = {"study_path", "origin", "failed", "chosen_in_part", "warned_in_part"}
HIDDEN |= {"parity", "parity_markdown"}


@pytest.mark.parametrize("name", sorted(FILES.keys() - HIDDEN))
def test_every_file_of_results_is_in_a_row(name):
    path = FILES[name].replace("{", "<").replace("}", ">")
    stem, dot, form = path.rpartition(".")
    named = codes(first_cells("files"))
    folders = {x for x in named if x.endswith("/") and f"{path}/".startswith(x)}
    folders |= {x for x in named if x.startswith(f"{path}/")}
    # Of the forms of a table those besides the first are suffixes.
    forms = {x for x in named if x.rpartition(".")[0] == stem}
    assert path in named or folders or (forms and f"{dot}{form}" in named)


def test_every_splitter_and_command_has_a_row():
    splitters = read_schema("study")["properties"]["splitter"]["oneOf"][0]["enum"]
    assert codes(first_cells("splitters")) == {*splitters}
    commands = (x.split() for x in codes(first_cells("commands")))
    assert {x[1] for x in commands if x[0] == "tenbyten"} == {*COMMANDS}
