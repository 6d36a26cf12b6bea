"""A problem's page on numbers by hand, and statements judged by them."""

import sys
from functools import partial
from types import ModuleType

import pandas as pd
import pytest

from tenbyten.report.contents import Figure
from tenbyten.report.document import build, number_column
from tenbyten.report.figures.plan import Planned
from tenbyten.report.figures.scatter import draw_scatter
from tenbyten.report.simulated import PAGES
from tenbyten.report.simulated.contents import Contents
from tenbyten.simulation.statements import judge

STATEMENTS = [
    {
        "says": "Both tests are <calibrated>",
        "tests": ["poisson", "signed_rank"],
        "at": {"difference": 0},
        "is": "below",
        "than": 0.05,
    },
    {
        "says": "Poisson is the more powerful one",
        "tests": ["poisson"],
        "at": {"difference": "above 0", "runs": [1, 10]},
        "is": "above",
        "than": "signed_rank",
    },
    {
        "says": "Runs do not matter",
        "tests": ["signed_rank"],
        "is": "near",
        "than": {"runs": 1},
        "within": 0.05,
    },
]
SETTINGS = {
    "title": "Rates & powers",
    "simulation": {"problem": "by_hand"},
    "zero_variance": "half",
    "alpha": 0.05,
    "seed": 7,
    "published": {"source": "Them (1999)", "statements": STATEMENTS},
}
RATES = [
    (0.0, 1, "poisson", "half", 0.0),
    (0.0, 1, "poisson", "win", 0.16),
    (0.0, 1, "signed_rank", "split", 0.0),
    (0.0, 10, "poisson", "half", 0.0),
    (0.0, 10, "poisson", "win", 0.05),
    (0.0, 10, "signed_rank", "split", 0.0),
    (0.04, 1, "poisson", "half", 0.27),
    (0.04, 1, "poisson", "win", 0.9),
    (0.04, 1, "signed_rank", "split", 0.37),
    (0.04, 10, "poisson", "half", 0.34),
    (0.04, 10, "poisson", "win", 0.9),
    (0.04, 10, "signed_rank", "split", 0.34),
]
PROVENANCE = {
    "python": "CPython 3.11.7",
    "machine": "Linux",
    "processors": 2,
    "command": "snakemake --cores 8 --config study=by-hand",
    "time": "2026-01-01 12:00",
    "java": "",
    "packages": {"snakemake": "9.0", "numpy": "2.0"},
    "modules": {},
    "study": {"name": "by-hand.yaml", "sha256": "ab12", "text": "seed: 7\n"},
    "sheet": {},
    "reads": [{"name": "pilot.csv", "sha256": "cd34"}],
    "weka": {},
    "values": {"name": "estimates.csv", "sha256": "ef56"},
    "code": "0a1b",
    "data": {},
    "folds": {},
}
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 9 9" '
    'aria-labelledby="title desc" style="stroke-linejoin: round">'
    '<title id="title">T</title><desc id="desc">D</desc>'
    '<path d="M0 0L9 9" style="stroke: #1f2328"/></svg>\n'
)


class PageByHand:
    """A page with one of everything."""

    methods = ("poisson", "signed_rank")

    def facts(self, settings):
        """What is drawn."""
        return [("Drawn", "nothing <at all>")]

    def sentences(self, collected, settings):
        """One sentence."""
        return [f"The largest rate is {collected['estimates']['value'].max():g}."]

    def tables(self, collected, settings):
        """A table with numbers behind it, and one without."""
        frame = collected["estimates"].head(2)
        columns = [number_column("rate", "value", "{:.2f}".format)]
        rates = {"name": "rates", "title": "Rates", "frame": frame}
        return [
            build(frame, columns, **rates),
            build(frame, columns, name="texts", title="Rates in words"),
        ]

    def figures(self, collected, settings):
        """One figure."""
        a, b = pd.Series([0.5, 0.7]), pd.Series([0.6, 0.6])
        draw = partial(draw_scatter, a, b, row="a", column="b", rope=0.01)
        return [Planned("power", "power", "", "", "", draw)]

    def text(self, collected, settings):
        """One sentence to paste."""
        return ["We simulated."]


@pytest.fixture
def page_by_hand(monkeypatch):
    """Register the page of a problem ``by_hand``."""
    module = ModuleType("page_by_hand")
    module.PAGE = PageByHand()
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(PAGES, "by_hand", module.__name__)


@pytest.fixture
def estimates():
    """Rates of 5,000 experiments each."""
    columns = ["difference", "runs", "test", "policy", "value"]
    table = pd.DataFrame(RATES, columns=columns)
    error = (table["value"] * (1 - table["value"]) / 5000) ** 0.5
    return table.assign(error=error, experiments=5000, measure="rejection_rate")


@pytest.fixture
def judged(estimates):
    """Verdicts on all statements."""
    return judge(STATEMENTS, estimates)


@pytest.fixture
def contents(page_by_hand, estimates, judged):
    """Everything that the page shows."""
    named = {"subset": "", "row": "", "column": "", "title": "Power", "alt": "Curves"}
    figure = Figure(name="power", kind="power", svg=DRAWING, **named)
    return Contents(
        name="by-hand",
        settings=SETTINGS,
        collected={"estimates": estimates},
        judged=judged,
        figures=(figure,),
        provenance=PROVENANCE,
    )
