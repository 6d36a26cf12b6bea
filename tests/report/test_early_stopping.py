"""Early stopping in report, text and provenance: what it made, what it predicts."""

import re
from html import unescape

import pytest

from report_pages import by_heading, render, render_details
from tenbyten.files import read_json, write_json
from tenbyten.layout import Layout
from tenbyten.report.captions import caption
from tenbyten.report.contents import contents_of
from tenbyten.report.page import write_report
from tenbyten.report.provenance import collect_provenance
from tenbyten.report.sections.trainings import runs_section
from tenbyten.report.summary import in_json, in_text, summarise
from tenbyten.report.text import methods, results

KEY = {"looks": [1, 2, 5], "error": 0.02}
SAID = "Early stopping made 56% of the fits (31% of the cost); predicted probability "
# Of 8 data sets x 3 classifiers x 2 runs x 5 folds: 27 of 48 runs are made.
RUNS = {f"d{i}": {"weak": 1, "strong": 1, "twin": 1} for i in reversed(range(8))}
RUNS["d1"] |= {"strong": 2, "weak": 2}
RUNS["d0"] |= {"twin": 2}
PAIRS = [("weak", "strong", "column", "rope", 0.0004, True)]
PAIRS += [("weak", "twin", "none", "row", 0.0161, False)]
FIELDS = ("row", "column", "decision", "verdict", "turned", "open")
FOUND = {"look": 3, "looks": 3, "is_last": True, "error": 0.02, "probability": 0.0163}
FOUND |= {"covers": ["signed-rank"], "fits": 135, "most_fits": 240, "cost": 0.3149}
FOUND |= {"metric": "accuracy", "expected_fits": 140, "runs": RUNS}
FOUND["pairs"] = [dict(zip(FIELDS, line, strict=True)) for line in PAIRS]


@pytest.fixture
def stopped(results):
    """Make the small study with early stopping, its JSON or settings changed."""

    def make(found=FOUND, **settings):
        settings = results["settings"] | {"early_stopping": KEY} | settings
        return contents_of(**results | {"settings": settings}, early_stopping=found)

    return make


def sentence(contents):
    """The sentence of the first screen, which is on the terminal too."""
    summary = summarise(contents, contents.main)
    text = summary.cautions[0].text
    assert f"- {text}" in " ".join(in_text(summary).split())
    assert text in unescape(render(contents))
    assert (text in results(summary)) != bool(summary.stopping)
    return text


@pytest.mark.parametrize(
    ("covers", "control", "probability", "words"),
    [
        ([], "weak", 0.0163, "decided any comparison with weak one otherwise: 0.016."),
        ([], None, 0.0, "decided any pair otherwise: <0.001."),
        (["rope"], None, 0.0163, "any pair, or its verdict by the rope, otherwise: 0"),
    ],
)
def test_the_sentence_covers_what_was_asked_for(
    stopped, covers, control, probability, words
):
    found = FOUND | {"covers": ["signed-rank", *covers], "probability": probability}
    text = sentence(stopped(found, control=control))
    assert text.startswith(f"{SAID}that all 2 runs would have ")
    assert words in text
    assert text.endswith("other test or subset, and no p-value, estimate or interval.")


def test_without_a_prediction_none_is_claimed(stopped, small):
    every = stopped(FOUND | {"fits": 240, "cost": 1.0})
    assert sentence(every) == "Early stopping made all of the fits."
    further = stopped({})
    assert sentence(further).endswith("of those by accuracy nothing is predicted.")
    assert runs_section(further) == [] == runs_section(small)
    assert "early_stopping" not in in_json(summarise(small, "all"))
    for page in (render(small), render_details(small)):
        assert not re.search("early|stopping|up to 2 runs|runs that", page)


def test_programs_and_papers_get_the_same_numbers(stopped):
    summary = summarise(stopped(), "all")
    told, text = in_json(summary)["early_stopping"], methods(summary)
    assert told["share_of_fits"] == pytest.approx(135 / 240)
    assert told["runs"] == {"least": 1, "median": 1, "most": 2}
    for key in ("looks", "probability", "error", "covers"):
        assert told[key] == FOUND[key]
    for words in (
        "in up to 2 runs of 5-fold cross-validation",
        "from 1 run on every data set, open pairs got up to 2; after 3 looks",
        "comparison with weak one otherwise was 0.016 (limit 0.02).",
        "56% of the fits (31% of the cost: instances x (attributes + classes))",
        "runs per data set and classifier: 1 to 2 (median 1).",
        "All p-values, estimates and intervals are those of the runs made.",
    ):
        assert words in text


def test_captions_say_which_runs_numbers_are_of(stopped):
    usual = {"runs": 10, "folds": 10}
    usual |= {"early_stopping": {"looks": [2, 10], "error": 0.01}}
    assert caption("of_runs", s=usual) == "on the runs that both have (2 to 10)"
    page = render_details(stopped())
    for words in (
        "The correlated t-test on the runs that both have (1 to 2) takes",
        "The model on the runs that both have (1 to 2) takes",
        "Means are on the runs that all classifiers have (1 to 2).",
        "test on 8 data sets, on the runs that both have (1 to 2), exact",
        "t-test on each data set on the runs that both have (1 to 2), two-sided",
    ):
        assert words in page


def test_details_have_runs_and_pairs(stopped):
    found = FOUND | {"covers": ["signed-rank", "rope"]}
    made, predicted = runs_section(stopped(found))
    assert [row[0].text for row in made.rows] == [f"d{i}" for i in range(8)]
    assert list(by_heading(made, 1).values()) == ["d1", "2", "2", "1"]
    first, second = (by_heading(predicted, i) for i in (0, 1))
    assert (first["better"], first["by the rope"]) == ("strong_1", "typically alike")
    assert (second["better"], second["by the rope"]) == (
        "none found",
        "weak one better",
    )
    assert (first["P: another"], second["P: another"]) == ("<0.001", "0.016")
    assert "0.016 (key early_stopping: error 0.02)" in predicted.caption


def test_files_have_it(stopped, tmp_path):
    layout = Layout(tmp_path)
    write_report(stopped(), layout)
    assert read_json(layout.answer)["early_stopping"]["looks"] == 3
    exported = tmp_path / "tables" / "exported" / "runs.csv"
    assert exported.read_text().startswith("dataset,weak,")
    some = dict.fromkeys(["study_file", "sheet", "values"], layout.report)
    file = tmp_path / "early_stopping.json"
    write_json(FOUND, file)
    found = collect_provenance(**some, command="", early_stopping=file)
    assert found["early_stopping"] == FOUND
