"""The page of a simulation study: whole, harmless, everything on it."""

import re

import pytest

from page_elements import Page
from tenbyten.report.citations import SOURCES
from tenbyten.report.simulated import PAGES, find_page
from tenbyten.report.simulated.page import render
from tenbyten.simulation import PROBLEMS


@pytest.fixture
def page(contents):
    """The page by hand."""
    return Page(render(contents))


def test_every_element_is_closed_and_every_link_leads_somewhere(page):
    assert page.open == []
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    within = {link[1:] for link in page.values("href") if link.startswith("#")}
    assert len(within) == 8
    assert within <= set(ids)


def test_nothing_is_fetched_and_nothing_runs(page):
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "link", "img", "iframe", "at", "calibrated"}
    assert not [x for x in page.values("href") if re.match(r"\w+:|//", x)]


def test_everything_is_on_the_page(page):
    for words in (
        "Rates & powers",
        "What tests find in simulated experiments, after Them (1999).",
        "nothing <at all>",
        "5,000 behind each value; seed 7",
        "alpha = 0.05 is meant to limit",
        "The largest rate is 0.9.",
        "Of 3 statements under win: 2 hold (2 and 3) and 1 is mixed (1).",
        "Both tests are <calibrated>",
        "Cells in which a statement fails",
        "Rates in words",
        "We simulated.",
        "@article{Corani2015,",
        "pilot.csv, SHA-256 cd34",
        "Estimates",
        "estimates.csv, SHA-256 ef56",
        "snakemake --cores 8 --config study=by-hand",
    ):
        assert words in page.text
    assert "imported" not in page.text
    assert "Data-set sheet" not in page.text
    links = page.values("href")
    assert {"tables/statements.csv", "tables/rates.tex", "figures/index.csv"} <= {
        *links
    }


def test_a_study_without_statements_figures_and_text_has_a_page_without_them(
    contents, monkeypatch
):
    page = find_page("by_hand")
    monkeypatch.delattr(type(page), "text")
    monkeypatch.setattr(type(page), "tables", lambda *_: [])
    bare = contents._replace(judged=contents.judged.head(0), figures=(), provenance={})
    found = Page(render(bare))
    ids = set(found.values("id"))
    assert not ids & {"statements", "figures", "tables", "sentences"}
    assert {x[1:] for x in found.values("href") if x[0] == "#"} <= ids
    assert "Not recorded." in found.text


def test_figures_that_do_not_fit_are_counted(contents):
    figure = contents.figures[0]
    svg = figure.svg.replace("</svg>", "<desc>" + 2_000_000 * "x" + "</desc></svg>")
    html = render(contents._replace(figures=(figure._replace(svg=svg),) * 3))
    assert len(html.encode()) < 5_000_000
    assert (
        "Figures that do not fit on this page: 1; figures/index.csv lists all."
        in Page(html).text
    )


def test_every_problem_has_its_page():
    assert PAGES.keys() == PROBLEMS.keys()


@pytest.mark.parametrize("problem", PAGES)
def test_a_page_has_what_the_protocol_asks_for(problem):
    page = find_page(problem)
    assert page.methods
    assert set(page.methods) <= SOURCES.keys()
    for name in ("facts", "sentences", "tables", "figures"):
        assert callable(getattr(page, name))
