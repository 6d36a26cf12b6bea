"""The first screen of whole studies: short and in sight."""

import re
import shutil
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

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
        self.every, self.seen = [], []
        self.open = Counter()
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        """Go into an element."""
        self.open[tag] += 1

    def handle_endtag(self, tag):
        """Leave an element."""
        self.open[tag] -= 1

    def handle_data(self, data):
        """Take text."""
        if self.open["head"] or self.open["style"]:
            return
        self.every += data.split()
        closed = self.open["details"]
        if not closed or (self.open["summary"] and closed == 1):
            self.seen += data.split()


def test_the_page_keeps_within_its_budget_of_words(study):
    name, folder = study
    words, most = Words((folder / "report.html").read_text("utf-8")), BUDGETS[name]
    assert 100 < len(words.seen) <= most
    assert len(words.every) <= 3 * most


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
