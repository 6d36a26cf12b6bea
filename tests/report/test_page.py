"""The pages: whole, harmless, readable, small."""

import re
from itertools import pairwise

import pandas as pd
import pytest

from page_elements import Page, contrast
from report_pages import render, render_details
from tenbyten.report import TEMPLATES
from tenbyten.results.files import FAILURES


@pytest.fixture(scope="module", params=[render, render_details])
def pages(small, hostile, request):
    """Both pages of the small study and of the hostile one."""
    return Page(request.param(small)), Page(request.param(hostile))


@pytest.fixture(scope="module")
def page(small):
    """The details of the small study."""
    return Page(render_details(small))


def test_every_element_is_closed_and_every_id_is_one(pages):
    for found in pages:
        assert found.open == []
        ids = found.values("id")
        assert len(ids) == len(set(ids))


def test_links_within_the_pages_lead_somewhere(small):
    answer, details = Page(render(small)), Page(render_details(small))
    theirs = [x for x in answer.values("href") if x.startswith("details.html#")]
    assert len(theirs) >= 3
    inside = [x for x in details.values("href") if x.startswith("#")]
    targets = {link.partition("#")[2] for link in [*theirs, *inside]}
    assert len(targets) >= 8
    assert targets <= set(details.values("id"))
    for found in (answer, details):
        for name in found.values("aria-labelledby"):
            assert set(name.split()) <= set(found.values("id"))


def test_headings_go_down_one_step_at_a_time(pages):
    for page in pages:
        tags = [tag for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
        levels = [int(tag[1]) for tag in tags]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))


def test_nothing_is_fetched_and_nothing_runs(pages):
    for found in pages:
        tags = {tag for tag, _ in found.elements}
        assert not tags & {"script", "link", "img", "iframe", "object", "base", "form"}
        names = {name for _, attributes in found.elements for name in attributes}
        assert not {name for name in names if name.startswith("on")} | names & {"src"}
        assert not [x for x in found.values("href") if re.match(r"\w+:|//", x)]
    assert "url(" not in (TEMPLATES / "page.css").read_text()
    assert "@import" not in (TEMPLATES / "page.css").read_text()


@pytest.mark.parametrize(
    ("command", "verified"),
    [("snakemake -c2", "snakemake verify"), ("tenbyten run a", "tenbyten verify")],
)
def test_verification_is_called_as_the_study_was(small, command, verified):
    provenance = small.provenance | {"command": command}
    assert f"<code>{verified}</code>" in render_details(
        small._replace(provenance=provenance)
    )


def test_hostile_names_stay_text(pages, hostile):
    page, hostile_page = pages
    tags = {tag for tag, _ in page.elements} | {"span"}  # Around long words.
    assert {tag for tag, _ in hostile_page.elements} <= tags
    for label in hostile.labels.values():
        assert label in hostile_page.text
    text = Page(render_details(hostile)).text
    assert all(dataset in text for dataset in hostile.datasets)


def test_wide_tables_scroll_in_a_box_that_the_keyboard_reaches(pages):
    for page in pages:
        boxes = [
            a for _, a in page.elements if a.get("class") in ("scroll", "drawing-box")
        ]
        drawn = [a for a in page.all("svg") if a.get("role") == "img"]
        assert len(boxes) == len(page.all("table")) + len(drawn) + len(page.all("pre"))
        assert all(box["tabindex"] == "0" and box["role"] == "region" for box in boxes)
        assert all("scope" in cell for cell in page.all("th"))


def test_the_answer_stands_first_and_a_strangers_page_has_no_published_layout(small):
    text = Page(render(small)).text
    verdict = text.index("weak one is worse than")
    assert verdict < text.index("mean rank") < text.index("Each cell is Poisson/")
    assert text.index("Each cell is") < text.index("Text for a paper")
    stranger = small._replace(settings=small.settings | {"layout": "answer"})
    text = " ".join(Page(render(stranger)).sections.values())
    assert not re.search(r"Table 4|\b(row|column)\b|Poisson/", text)


def test_more_classifiers_than_fifteen_are_one_click_away(large):
    page = Page(render(large))
    assert page.open == []
    assert "The other 5 classifiers" in page.text
    assert len(page.all("details")) == 2


def test_how_to_read_it_stands_before_the_main_subset_which_stands_first(page):
    places = [
        page.text.index(words)
        for words in (
            "Report the adjusted decisions",
            "1-8 (all): decisions adjusted",
            "1-4 (first): decisions adjusted",
            "1-8 (all): decisions of single tests",
            "1-4 (first): decisions of single tests",
        )
    ]
    assert places[0] == min(places)
    assert places[1] < places[2]
    assert places[3] < places[4]
    for term in ("P(X > q/2)", "q", "R+, R-", "rho = 1/folds", "alpha = 0.05", "Holm"):
        assert term in page.terms


def test_a_study_without_the_other_tests_has_a_page_without_them(small):
    needed = ("adjusted", "decided", "pairwise")
    by_subset = {
        subset: {name: tables[name] for name in needed}
        for subset, tables in small.by_subset.items()
    }
    none = {"sensitivity": None, "published": None}
    none |= {"origins": {}, "figures": (), "provenance": {}}
    bare = small._replace(by_subset=by_subset, **none)
    page = Page(render_details(bare))
    ids = set(page.values("id"))
    assert not ids & {"figures", "sensitivity", "published", "datasets", "failures"}
    assert {link[1:] for link in page.values("href") if link[0] == "#"} <= ids
    assert "Average ranks" not in page.text


def test_failures_are_told(small):
    failed = [["glass", "J48", "2", "3", "late"], ["zoo", "J48", "", "", "<no labels>"]]
    failed = pd.DataFrame(failed, columns=FAILURES)
    page = Page(render_details(small._replace(failures=failed)))
    assert "What could not be computed" in page.text
    datasets = len(small.datasets) + 2
    first = f"2 of {datasets} data sets left out for all classifiers"
    assert "glass (J48: late), zoo (J48: <no labels>)." in page.text
    assert page.text.index(first) < page.text.index("Contents")


def test_the_largest_study_stays_below_five_megabytes(large):
    html = render_details(large)
    assert len(html.encode()) < 5_000_000
    page = Page(html)
    assert page.open == []
    assert "The first 200 of 1000 rows; all are in the files." in page.text
    drawn = len(page.all("svg"))
    assert drawn > 30
    assert f"{760 - drawn} more figures do not fit on this page" in page.text


def test_words_have_the_contrast_that_wcag_asks_for_in_both_schemes():
    css = (TEMPLATES / "page.css").read_text()
    light, dark = re.findall(r":root \{(.*?)\}", css, flags=re.DOTALL)[:2]
    for scheme in (light, dark):
        colours = dict(re.findall(r"--([\w-]+): (#\w{6})", scheme))
        for ground in ("surface", "raised"):
            for words in ("ink", "muted", "link"):
                assert contrast(colours[words], colours[ground]) >= 4.5
            for drawn in ("accent-1", "accent-2"):
                assert contrast(colours[drawn], colours[ground]) >= 3
