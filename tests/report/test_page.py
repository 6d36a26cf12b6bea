"""The page: whole, harmless, readable, small."""

import re
from itertools import pairwise

import pandas as pd
import pytest

from page_elements import Page, contrast
from tenbyten.report.page import render
from tenbyten.report.templating import TEMPLATES


@pytest.fixture(scope="module")
def page(small):
    """The page of the small study."""
    return Page(render(small))


@pytest.fixture(scope="module")
def hostile_page(hostile):
    """The page of the hostile study."""
    return Page(render(hostile))


def test_every_element_is_closed_and_every_id_is_one(page, hostile_page):
    for found in (page, hostile_page):
        assert found.open == []
        ids = found.values("id")
        assert len(ids) == len(set(ids))


def test_links_within_the_page_lead_somewhere(page):
    ids = set(page.values("id"))
    targets = {link[1:] for link in page.values("href") if link.startswith("#")}
    assert len(targets) >= 9
    assert targets <= ids
    for name in page.values("aria-labelledby"):
        assert set(name.split()) <= ids


def test_headings_go_down_one_step_at_a_time(page):
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_nothing_is_fetched_and_nothing_runs(page, hostile_page):
    for found in (page, hostile_page):
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
    assert f"<code>{verified}</code>" in render(small._replace(provenance=provenance))


def test_hostile_names_stay_text(page, hostile_page, hostile):
    tags = {tag for tag, _ in page.elements}
    assert {tag for tag, _ in hostile_page.elements} <= tags
    for label in hostile.labels.values():
        assert label in hostile_page.text
    for dataset in hostile.datasets:
        assert dataset in hostile_page.text


def test_wide_tables_scroll_in_a_box_that_the_keyboard_reaches(page):
    boxes = [a for _, a in page.elements if a.get("class") in ("scroll", "drawing-box")]
    assert len(boxes) == len(page.all("table")) + len(page.all("svg")) + len(
        page.all("pre")
    )
    assert all(box["tabindex"] == "0" and box["role"] == "region" for box in boxes)
    assert all("scope" in cell for cell in page.all("th"))


def test_drawings_have_names(page):
    drawings = page.all("svg")
    assert len(drawings) == 2
    assert all(d["role"] == "img" and d["aria-label"] for d in drawings)


def test_what_was_found_is_said_first(page):
    sentence = "strong_1 is more accurate than weak one (two-sided signed-rank test on"
    adjusted = page.text.index("Data sets 1-8 (all): decisions adjusted for the number")
    layout = page.text.index("Each cell is Poisson")
    assert page.text.index(sentence) < adjusted < layout
    assert "between strong_1 and twin. That is no evidence" in page.text
    assert "Not stable." in page.text


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("poisson", "Not stable"),
        ("signed_rank", "Not stable in Table 4's layout"),
        ("bayesian_signed_rank", "The verdict by the rope is not stable"),
    ],
)
def test_what_is_not_stable_is_marked_as_what_it_is(small, test, words):
    pair = {"subset": "all", "row": "weak", "column": "strong", "test": test}
    table = small.sensitivity.iloc[:1].assign(**pair, stable=0)
    text = Page(render(small._replace(sensitivity=table))).text
    results = text[text.index("finds a difference in") : text.index("Data sets 1-8 (")]
    told = re.findall(r"\) ?\. (Not stable[^.]*|The verdict[^.]*)\.", results)
    assert told == [words]


def test_how_to_read_it_stands_at_the_top_with_the_studys_numbers(page):
    reading = page.text.index("Report the adjusted decisions")
    assert reading < page.text.index("finds a difference in 2 of them")
    for words in (
        "it takes at least 6 data sets to find any difference between two classifiers, "
        "and at least 7 after Holm's adjustment for 3 pairs.",
        "rope = 1 percentage point",
        "It says nothing about other data sets, takes these as independent",
        "its interval holds for this pair alone and is not adjusted",
        "It does not count that there are 2 subsets",
        "the Poisson test's too, decide above 1 - alpha, which limits no such error",
    ):
        assert words in page.text
    for term in ("P(X > q/2)", "q", "R+, R-", "rho = 1/folds", "alpha = 0.05", "Holm"):
        assert term in page.terms


def test_the_main_subset_stands_first(page):
    for words in (": decisions adjusted", ": decisions of single tests"):
        assert page.text.index(f"1-8 (all){words}") < page.text.index(
            f"1-4 (first){words}"
        )


def test_every_part_of_the_study_is_on_the_page(page):
    for words in (
        "Average ranks: data sets 1-8",
        "Wins, ties and losses",
        "Pairwise tests",
        "p adjusted for their number",
        "Against the control weak one",
        "Replicability",
        "Decisions that are not stable",
        "Our decisions against Them (1999)",
        "ARFF file 3.arff",
        "snakemake --cores 8 --config study=small",
        "@article{Nadeau2003,",
        "title: Weak & strong",
        "mine, SHA-256 6a7b; helpers, SHA-256 8c9d",
        "tables/exported/all-pairwise.tex",
        "comparisons/all/pairwise.csv",
    ):
        assert words in page.text
    assert "/home/someone" not in page.text


def test_a_study_without_the_other_tests_has_a_page_without_them(small):
    needed = ("adjusted", "pairwise", "false_marks")
    by_subset = {
        subset: {name: tables[name] for name in needed}
        for subset, tables in small.by_subset.items()
    }
    bare = small._replace(
        by_subset=by_subset,
        sensitivity=None,
        published=None,
        origins={},
        figures=(),
        provenance={},
    )
    page = Page(render(bare))
    ids = set(page.values("id"))
    assert not ids & {"figures", "sensitivity", "published", "datasets", "failures"}
    assert {link[1:] for link in page.values("href") if link[0] == "#"} <= ids
    assert "Average ranks" not in page.text
    assert "Friedman test rejects" not in page.text
    assert "Not recorded." in page.text


def test_failures_are_told(small):
    failed = pd.DataFrame(
        [["glass", "J48", "2", "3", "late"], ["zoo", "J48", "", "", "<no labels>"]],
        columns=["dataset", "classifier", "run", "fold", "reason"],
    )
    page = Page(render(small._replace(failures=failed)))
    assert "What could not be computed" in page.text
    datasets = len(small.datasets) + 2
    first = f"2 of {datasets} data sets left out for all classifiers"
    assert "glass (J48: late), zoo (J48: <no labels>)." in page.text
    assert page.text.index(first) < page.text.index("Contents")
    assert "left out for all classifiers" not in Page(render(small)).text


def test_the_largest_study_stays_below_five_megabytes(large):
    html = render(large)
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
