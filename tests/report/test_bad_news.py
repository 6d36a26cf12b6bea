"""Reports of studies that support little: what they say, word by word."""

import re
from types import SimpleNamespace

import pandas as pd
import pytest

from page_elements import Page
from tenbyten import compare

pytestmark = pytest.mark.slow

# What the page adds to its sentences.
STABILITY = re.compile(
    r" (Not stable( in Table 4's layout)?|The verdict by the rope is not stable)\."
)
# Ten folds of a classifier around its mean: they sum to zero.
WOBBLE = [2, -2, 1, -1, 0, 0, 3, -3, 1, -1]
# By study the correct predictions of 100, by which each classifier but the first is
# ahead on each data set, and the settings of a study file.
STUDIES = {
    "identical": ({"B": [0] * 8}, {}),
    "identical, win": ({"B": [0] * 8}, {"zero_variance": "win"}),
    "two": ({"B": [6, 9]}, {}),
    "four": ({"B": [6, 9, 4, 12]}, {}),
    "edge": ({"B": [1, 1, 1, 1, 1, 2, 3, 4]}, {}),
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
            html = (folder / "report.html").read_text(encoding="utf-8")
            tables = {
                path.relative_to(folder / "tables").as_posix(): path.read_text()
                for path in (folder / "tables").rglob("*")
                if path.suffix in (".md", ".tex")
            }
            texts = Page(html).sections
            made[name] = SimpleNamespace(
                found=texts["found"].removeprefix("Results "),
                paper=texts["sentences"],
                page=" ".join(texts.values()),
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
        assert not re.search(r"p = [01]\b(?!\.)", text)
        assert not re.search(r"\b(nan|inf|None)\b", text)
        assert "agrees" not in text


@pytest.mark.parametrize("name", STUDIES)
def test_the_text_for_a_paper_has_the_results(reports, name):
    report = reports(name)
    assert STABILITY.sub("", report.found) in (report.paper)


def test_identical_classifiers_have_no_winner(reports):
    report = reports("identical")
    assert report.found == (
        "The two-sided signed-rank test on the 8 data sets finds no difference. Alike "
        "in every fold on the 8 data sets: A and B."
    )
    markdown = report.tables["all.md"]
    ((*_, better, rope),) = rows(markdown, "| row | column | mean")
    assert (better, rope) == ("none found", "equivalent")
    assert rows(markdown, "|  | A | B |") == [["A", "-", "0/0"], ["B", "0/0", "-"]]
    assert "rejects that" not in report.page
    assert report.paper.count("does not reject that both classifiers") == 3


def test_identical_classifiers_are_contradictory_where_a_tie_is_a_win(reports):
    report = reports("identical, win")
    assert report.found == (
        "The two-sided signed-rank test on the 8 data sets finds no difference. Alike "
        "in every fold on the 8 data sets: A and B. Under zero_variance = win the "
        "Poisson test contradicts itself, and nothing follows from it, on A and B."
    )
    markdown = report.tables["all.md"]
    assert rows(markdown, "|  | A | B |") == [["A", "-", "!/0"], ["B", "!/0", "-"]]
    for text in (report.found, report.paper):
        assert not re.search(r"more accurate|better|significant", text)


def test_on_two_data_sets_nothing_could_be_significant(reports):
    report = reports("two")
    hint = (
        "With 2 data sets no two-sided result could be significant: the smallest p of "
        "the signed-rank test is 0.5, not below alpha = 0.05. It takes at least 6 data "
        "sets."
    )
    assert report.found == (
        f"The two-sided signed-rank test on the 2 data sets finds no difference. "
        f"{hint} No difference is found on the 2 data sets between A and B. That is no "
        f"evidence that they are equal either. The Poisson test asks another question, "
        f"about just these data sets, which it takes as independent; nothing is "
        f"adjusted. On more than half of these 2 data sets B is more accurate than A, "
        f"with probability 0.9998 (Poisson test; where the two exchange their "
        f"names at random on each data set, the test marks one of them with "
        f"probability 0.50). Not stable."
    )
    assert hint in report.tables["all.md"]
    assert "no two-sided result could be significant" in report.tables["all.tex"]
    ((*_, better, _),) = rows(report.tables["all.md"], "| row | column | mean")
    assert better == "none found"
    assert "rejects that" not in report.page
    assert "no results of 2 classifiers on 2 data sets have p below 0.5" in report.paper
    assert "no interval" in report.tables["all.md"]


def test_four_data_sets_all_won_are_no_significant_difference(reports):
    report = reports("four")
    assert report.found.startswith(
        "The two-sided signed-rank test on the 4 data sets finds no difference. With 4 "
        "data sets no two-sided result could be significant: the smallest p of the "
        "signed-rank test is 0.125, not below alpha = 0.05. It takes at least 6 data "
        "sets. The verdicts by the rope rest on these few data sets as well. No "
        "difference is found on the 4 data sets between A and B"
    )
    assert "marks one of them with probability 0.62)" in report.found
    # The normal approximation's p, which finds a difference.
    assert "0.0339" not in report.page
    markdown = report.tables["all.md"]
    ((*_, p, better, _),) = rows(markdown, "| row | column | mean")
    assert (p, better) == ("0.1250", "none found")
    assert rows(markdown, "|  | A | B |") == [["A", "-", "1/0"], ["B", "0/0", "-"]]
    ((*_, of_column, _),) = rows(markdown, "| row | column | P(X")
    assert of_column == "0.0625"
    assert "rejects that" not in report.page


def test_a_verdict_on_the_edge_of_the_rope_is_a_caution(reports):
    report = reports("edge")
    assert report.found.startswith(
        "The two-sided signed-rank test on the 8 data sets finds a difference. B is "
        "more accurate than A (two-sided signed-rank test on the 8 data sets, p = "
        "0.0078). The mean difference in its favour is 1.75 percentage points, the "
        "pseudomedian 1.50 (95% interval 1.00 to 3.00), the rank-biserial "
        "correlation 1.00; by the rope of 1 percentage point it is undecided whether "
        "it matters (Bayesian signed-rank test: no outcome has a posterior "
        "probability above 0.95). Caution: the mean difference on 5 data sets is just "
        "the rope, so that a last digit can turn this verdict."
    )
    notes = [
        line[-1] for line in rows(report.tables["all.md"], "| row | column | mean")
    ]
    assert notes == ["undecided"]
    assert "posterior of the Bayesian signed-rank test against the rope" in report.page


def test_where_no_omnibus_test_rejects_nothing_is_made_of_ranks(reports):
    report = reports("alike")
    assert report.found.startswith(
        "Adjusted by Holm's procedure over all 3 pairs, the two-sided signed-rank test "
        "on the 8 data sets finds a difference in none of them. No difference is found "
        "on the 8 data sets between"
    )
    assert "more accurate" not in report.found
    assert report.paper.count("does not reject that all 3 classifiers") == 3
    assert "rejects that" not in report.page
    assert (
        "That a test does not reject is no evidence that the classifiers perform"
        in (report.paper)
    )
    assert r"\textbf" not in report.tables["exported/all-post_hoc.tex"]
    assert "no p of ranks or means is a finding here" in report.page
    better = [
        line[-2] for line in rows(report.tables["all.md"], "| row | column | mean")
    ]
    assert better == ["none found"] * 3
