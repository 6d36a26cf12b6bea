"""The first screen of whole studies: short, in sight, and true to the result files."""

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests

from page_elements import lay_out
from score_table import table_of
from tenbyten import compare

# By study the most visible words of its page; the whole page has three times as many.
BUDGETS = {
    "demo": 1200,
    "2 x 2": 500,
    "one data set": 500,
    "11 x 30, a control": 1200,
    "50 x 12": 2000,
    "18 x 104": 2000,
}
ALPHA = 0.05


def comparison_of(name):
    """Compare what a study's name says."""
    if name == "one data set":
        rng = np.random.default_rng(1)
        folds = rng.normal([[0.80], [0.83], [0.81]], 0.03, (3, 100))
        arrays = dict(zip(["c0", "c1", "c2"], folds, strict=True))
        return compare(arrays, runs=10, dataset="mine")
    numbers = map(int, re.findall(r"\d+", name))
    control = {"control": "c3"} if "control" in name else {}
    return compare(table_of(*numbers), bayesian_draws=2000, **control)


SLOW = ("2 x 2", "11 x 30, a control", "50 x 12", "18 x 104")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(x, marks=pytest.mark.slow) if x in SLOW else x for x in BUDGETS
    ],
)
def study(request, tmp_path_factory):
    """A study's name and its folder."""
    name = request.param
    if name == "demo":
        return name, Path(request.getfixturevalue("demo"))
    folder = tmp_path_factory.mktemp("studies") / "study"
    comparison_of(name).write(folder)
    return name, folder


class Words(HTMLParser):
    """Words of a page: all, and those that are seen before anything is opened."""

    def __init__(self, html):
        super().__init__()
        self.every, self.seen, self.board = [], [], [[]]
        self.hidden, self.closed, self.summary = 0, 0, 0
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        """Go into an element."""
        self.hidden += tag in ("head", "style")
        self.closed += tag == "details"
        self.summary += tag == "summary"

    def handle_endtag(self, tag):
        """Leave an element."""
        if tag in ("thead", "tr"):
            self.board.append([])
        self.hidden -= tag in ("head", "style")
        self.closed -= tag == "details"
        self.summary -= tag == "summary"

    def handle_data(self, data):
        """Take text."""
        if self.hidden:
            return
        self.every += data.split()
        if not self.closed or (self.summary and self.closed == 1):
            self.seen += data.split()
            self.board[-1] += data.split()


@pytest.fixture(scope="module")
def words(study):
    """The words of a study's page."""
    return Words((study[1] / "report.html").read_text(encoding="utf-8"))


def test_the_page_keeps_within_its_budget_of_words(study, words):
    most = BUDGETS[study[0]]
    assert 100 < len(words.seen) <= most
    assert len(words.every) <= 3 * most


# A reader's questions, answered from the files of results


def pairs_of(folder):
    """Lines of the comparisons asked for, adjusted over them: found is a sign."""
    study = (folder / "provenance.json").read_text(encoding="utf-8")
    control = "c3" if "control: c3" in json.loads(study)["study"]["text"] else None
    frame = pd.read_csv(next((folder / "tables").glob("all.csv")))
    if "dataset" in frame:
        return frame, control
    frame = pd.read_csv(folder / "comparisons" / "all" / "adjusted.csv")
    if control:
        frame = frame[(frame[["row", "column"]] == control).any(axis=1)]
    adjusted = multipletests(frame["p"], ALPHA, method="holm")[1]
    return frame.assign(holm_p=adjusted), control


def answers(folder):
    """By question the answer, as text of the first screen; lists are all there."""
    pairs, control = pairs_of(folder)
    values = pd.read_csv(folder / "accuracies.csv")
    means = values.groupby(["dataset", "classifier"])["accuracy"].mean().unstack()
    ranks = means.round(12).rank(axis=1, ascending=False).mean()
    best = control or ranks.idxmin()
    many, found = len(pairs), int((pairs["holm_p"] < ALPHA).sum())
    one = len(means) == 1
    with_best = pairs[(pairs[["row", "column"]] == best).any(axis=1)]
    sign = np.where(with_best["row"] == best, 1, -1)
    estimate = "mean_difference" if one else "pseudomedian"
    gains = [f"{100 * x:.2f}" for x in sign * with_best[estimate]]
    gains = [x.removeprefix("-") if float(x) == 0 else x for x in gains]
    others = np.where(with_best["row"] == best, with_best["column"], with_best["row"])
    few = 2.0 ** (1 - len(means)) * many >= ALPHA and not one
    sure = "No difference is found" if not found else f"{found} of {many} pairs"
    not_found = with_best["holm_p"].to_numpy() >= ALPHA
    equal = sorted(others[not_found], key=ranks.get)
    if control and found:
        sure = f"no difference is found from {equal[0]}" if equal else best
    return {
        "who is best": best,
        "is it sure": "No difference could have been found" if few else sure,
        "by how much": dict(zip(others, gains, strict=True)),
        "with which test": "correlated t-test" if one else "signed-rank test",
        "adjusted": "Holm" if many > 1 else "",
        "over how many": str(many) if many > 1 else "",
        "on how many data sets": f"{len(means)} data set",
        "what could not be found": set(equal),
    }


def test_the_first_screen_answers_a_readers_questions(study, words):
    name, folder = study
    labels = {"NaiveBayes": "naive Bayes"} if name == "demo" else {}
    asked = answers(folder)
    text = " ".join(words.seen).partition("Text for a paper")[0]
    verdict = text.partition("classifier mean")[0]
    board = [" ".join(line) for line in words.board if line]
    lines = {
        x: [line for line in board if line.startswith(f"{labels.get(x, x)} ")]
        for x in asked["by how much"]
    }
    best = labels.get(asked["who is best"], asked["who is best"])
    assert any(line.startswith(f"{best} ") for line in board)
    if asked["is it sure"].endswith("pairs"):
        assert best in verdict
    assert asked["is it sure"] in verdict
    for question in ("with which test", "adjusted", "over how many"):
        assert asked[question] in text, question
    assert asked["on how many data sets"] in text or name == "one data set"
    shown = {x: line[0] for x, line in lines.items() if line}
    # The others are one click away.
    assert len(shown) == min(len(lines), 14)
    for x, line in shown.items():
        assert f" {asked['by how much'][x]} " in line
        verdict = line.rpartition(")")[2]
        said = any(word in verdict for word in ("better", "worse", "unclear"))
        assert said == (x not in asked["what could not be found"])


# In a browser

MEASURE = """<script>
onload = () => {
  const board = document.querySelector(".scroll");
  const first = document.querySelector(".board tbody tr") ?? document.body;
  document.title = JSON.stringify({
    y: first.getBoundingClientRect().top,
    window: innerWidth,
    page: document.documentElement.scrollWidth,
    hidden: board.scrollWidth - board.clientWidth,
  });
};
</script></body>"""
FRAME = """<body style="margin:0"><iframe src="page.html" style="width:390px;
height:844px;border:0"></iframe><script>onload = () => {
  document.title = frames[0].document.title;
};</script></body>"""


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("chromium"), reason="no chromium")
def test_the_answer_is_in_sight_on_a_desktop_and_on_a_phone(study, tmp_path):
    html = (study[1] / "report.html").read_text(encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text(html.replace("</body>", MEASURE), encoding="utf-8")
    phone = tmp_path / "phone.html"
    phone.write_text(FRAME, encoding="utf-8")

    def laid_out(path):
        options = ("--allow-file-access-from-files", "--enable-logging=stderr")
        found, said = lay_out(path, tmp_path, width=1400, options=options)
        assert ":CONSOLE" not in said
        return found

    found = laid_out(page)
    assert found["window"] == 1400
    assert 0 < found["y"] < 300
    assert found["page"] <= 1400
    found = laid_out(phone)
    assert found["window"] == 390
    assert found["page"] <= 390
    # The verdicts are seen without scrolling the table.
    assert found["hidden"] <= 0
