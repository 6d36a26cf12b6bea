"""Built pages: links and anchors lead somewhere, nothing is fetched, all is small."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from pages import DOCS, PAGES

BUILT = DOCS / "html"
# Attributes by which a browser fetches something as it shows a page.
FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src"}


class Page(HTMLParser):
    """The ids, the links and what is fetched of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.fetched = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        """Note what a tag has."""
        given = dict(attributes)
        self.ids.add(given.get("id"))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if FETCHED.get(tag) in given:
            self.fetched.append(given[FETCHED[tag]])


@pytest.fixture(scope="module")
def pages():
    """Every page by its path; a skip where none are built."""
    if not (BUILT / "index.html").is_file():
        pytest.skip("no built pages; workflow/docs/developers/documentation.md")
    return {path: Page(path) for path in BUILT.rglob("*.html")}


def is_elsewhere(address):
    """Whether an address names a server or another scheme."""
    return bool(re.match(r"[a-z]+:|//", address))


def target(path, address):
    """The file and the anchor that a relative address leads to."""
    name, _, anchor = unquote(address).partition("#")
    return (path.parent / name).resolve() if name else path, anchor


def test_every_page_is_built(pages):
    built = {path.relative_to(BUILT).with_suffix("").as_posix() for path in pages}
    assert PAGES.keys() <= built


def test_every_link_and_anchor_leads_somewhere(pages):
    lost = []
    for path, page in pages.items():
        for address in page.links:
            if is_elsewhere(address):
                continue
            file, anchor = target(path, address)
            found = file in pages and (not anchor or anchor in pages[file].ids)
            if not found and not (file.is_file() and not anchor):
                lost.append(f"{path.relative_to(BUILT)}: {address}")
    assert lost == []


def test_every_key_has_an_anchor(pages):
    keys = pages[BUILT / "reference" / "keys.html"].ids
    assert {"study-alpha", "classifiers-threads", "tune-inner"} <= keys
    assert "config-engine" in pages[BUILT / "reference" / "machine.html"].ids


def test_every_page_is_within_two_clicks_of_the_first(pages):
    # Links of the text; the side bar has all pages anyway.
    reached = {BUILT / "index.html"}
    for _ in range(2):
        reached |= {
            target(path, address)[0]
            for path in reached
            for address in pages[path].links
            if not is_elsewhere(address) and target(path, address)[0] in pages
        }
    missing = {BUILT / f"{name}.html" for name in PAGES} - reached
    assert missing == set()


def test_fifty_questions_have_answers():
    rows = re.findall(
        r"^\| (?!users|developers|-)(.*) \| (.*) \|$", PAGES["questions"], re.M
    )
    assert len({question for question, _ in rows}) == len(rows) >= 50
    assert all("](" in answer for _, answer in rows)


def test_nothing_is_fetched_from_a_server(pages):
    fetched = {x for page in pages.values() for x in page.fetched if is_elsewhere(x)}
    assert {x for x in fetched if not x.startswith("data:")} == set()
    for path in [*BUILT.rglob("*.css"), *BUILT.rglob("*.js")]:
        text = path.read_text(encoding="utf-8")
        at = r"(?:url\(|@import |import\(|fetch\(|src=)\s*[\"']?(?:https?:)?//[^\"')]+"
        assert re.findall(at, text) == [], path


def test_pages_suit_dark_screens_and_phones_and_can_be_searched(pages):
    text = (BUILT / "index.html").read_text(encoding="utf-8")
    assert 'name="viewport"' in text
    assert 'data-theme="auto"' in text or "prefers-color-scheme" in text
    assert (BUILT / "searchindex.js").is_file()


def test_they_are_below_three_megabytes(pages):
    assert sum(x.stat().st_size for x in BUILT.rglob("*") if x.is_file()) < 3_000_000
