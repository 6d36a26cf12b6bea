"""Reports of studies that support little: what they say, word by word."""

import re
from types import SimpleNamespace

import pandas as pd
import pytest

from page_elements import Page
from tenbyten import compare

pytestmark = pytest.mark.slow

# Ten folds of a classifier around its mean: they sum to zero.
WOBBLE = [2, -2, 1, -1, 0, 0, 3, -3, 1, -1]
# By study the correct predictions of 100, by which each classifier but the first is
# ahead on each data set, and the settings of a study file.
STUDIES = {
    "identical": ({"B": [0] * 8}, {}),
    "identical, win": ({"B": [0] * 8}, {"zero_variance": "win"}),
    "four": ({"B": [6, 9, 4, 12]}, {}),
    "alike": (
        {"B": [5, -4, 3, -2, 1, -1, 2, -3], "C": [-2, 4, -5, 3, 2, -4, 1, 1]},
        {},
    ),
}


def counts(ahead):
    """The long table: A has 70 of 100 right in every fold, the others wobble."""
    rows = []
    for place, (name, gains) in enumerate([("A", None), *ahead.items()]):
        wobble = WOBBLE[place:] + WOBBLE[:place]
        for dataset in range(len(next(iter(ahead.values())))):
            for fold in range(10):
                correct = 70
                if gains and any(gains):
                    correct += gains[dataset] + wobble[fold]
                cell = (f"d{dataset}", name, fold // 5 + 1, fold % 5 + 1, 100, correct)
                rows.append(cell)
    columns = ["dataset", "classifier", "run", "fold", "tested", "correct"]
    return pd.DataFrame(rows, columns=columns)


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """Compare and write each study when it is asked for: its texts."""
    made = {}

    def read(name):
        if name not in made:
            ahead, settings = STUDIES[name]
            folder = tmp_path_factory.mktemp("bad") / "study"
            settings = settings | {"hierarchical": False, "bayesian_draws": 10000}
            compare(counts(ahead), **settings).write(folder)
            pages = [
                Page((folder / f"{name}.html").read_text(encoding="utf-8")).sections
                for name in ("report", "details")
            ]
            tables = {
                path.relative_to(folder / "tables").as_posix(): path.read_text()
                for path in (folder / "tables").rglob("*")
                if path.suffix in (".md", ".tex")
            }
            made[name] = SimpleNamespace(
                found=pages[0]["found"].removeprefix("Result "),
                paper=pages[0]["text"],
                page=" ".join(text for page in pages for text in page.values()),
                terminal=(folder / "summary.txt").read_text(encoding="utf-8"),
                tables=tables,
            )
        return made[name]

    return read


def rows(markdown, heads):
    """Rows of the table of a Markdown file whose heading begins with `heads`."""
    lines = iter(markdown.splitlines())
    for line in lines:
        if line.startswith(heads):
            next(lines)
            break
    cells = []
    while (line := next(lines, "")).startswith("|"):
        cells.append([cell.strip() for cell in line.strip("|").split("|")])
    return cells


@pytest.mark.parametrize("name", STUDIES)
def test_no_text_claims_certainty_or_prints_what_is_no_number(reports, name):
    report = reports(name)
    for text in (report.page, *report.tables.values()):
        assert not re.search(r"(?<![\d.])[01]\.0000\b", text)
        assert not re.search(r"p = 0\b(?!\.)|p = 1\.0", text)
        assert not re.search(r"\b(nan|inf|None)\b", text)
        assert "agrees" not in text


@pytest.mark.parametrize("name", STUDIES)
def test_page_terminal_and_text_for_a_paper_say_the_same(reports, name):
    report = reports(name)
    verdict = report.found.partition(" classifier mean ")[0]
    assert verdict.endswith(".")
    assert verdict in report.paper
    assert verdict in " ".join(report.terminal.split())


def test_identical_classifiers_have_no_winner(reports):
    report = reports("identical")
    assert report.found.startswith(
        "No difference is found between the two (two-sided signed-rank test on 8 data "
        "sets, alpha = 0.05)."
    )
    markdown = report.tables["all.md"]
    ((*_, better, rope),) = rows(markdown, "| row | column | mean")
    assert (better, rope) == ("none found", "typically alike")
    assert rows(markdown, "|  | A | B |") == [["A", "-", "0/0"], ["B", "0/0", "-"]]


def test_identical_classifiers_are_contradictory_where_a_tie_is_a_win(reports):
    report = reports("identical, win")
    assert (
        "Under zero_variance = win the Poisson test contradicts itself on 1 pair, and "
        "nothing follows from it there."
    ) in report.paper
    markdown = report.tables["all.md"]
    assert rows(markdown, "|  | A | B |") == [["A", "-", "!/0"], ["B", "!/0", "-"]]
    assert not re.search(r"more accurate|significant|marks", report.paper)


def test_four_data_sets_all_won_are_no_significant_difference(reports):
    report = reports("four")
    assert report.found.startswith(
        "No difference could have been found. With 4 data sets no two-sided result "
        "could be significant: the smallest p of the test is 0.125, not "
        "below alpha = 0.05. It takes at least 6 data sets."
    )
    # The normal approximation's p, which finds a difference.
    assert "0.0339" not in report.page
    markdown = report.tables["all.md"]
    ((*_, p, better, _),) = rows(markdown, "| row | column | mean")
    assert (p, better) == ("0.1250", "none found")
    assert rows(markdown, "|  | A | B |") == [["A", "-", "1/0"], ["B", "0/0", "-"]]
    ((*_, of_column, _),) = rows(markdown, "| row | column | P(X")
    assert of_column == "0.0625"
