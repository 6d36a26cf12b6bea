"""Read the first findings from a report."""

from __future__ import annotations

import textwrap
from html.parser import HTMLParser
from pathlib import Path

_SECTION = "found"
_PARAGRAPHS = 3
_LONGEST = 300
_WIDTH = 88


def first_findings(report: str | Path) -> str:
    """Return the first paragraphs of a report's results, as lines of text.

    Empty if there is no such section. A paragraph that leads elsewhere is no finding.
    """
    reader = _Reader()
    reader.feed(Path(report).read_text(encoding="utf-8"))
    texts = [" ".join(text.split()) for text in reader.paragraphs[:_PARAGRAPHS]]
    shown = (textwrap.shorten(text, _LONGEST, placeholder=" ...") for text in texts)
    wrapper = textwrap.TextWrapper(
        _WIDTH, initial_indent="  ", subsequent_indent="  ", break_long_words=False
    )
    return "\n".join(wrapper.fill(text) for text in shown if text)


class _Reader(HTMLParser):
    """Take the paragraphs and items of the section with the results."""

    def __init__(self) -> None:
        super().__init__()
        self.paragraphs: list[str] = []
        self._is_inside = self._is_read = False
        self._leads_elsewhere = False

    def handle_starttag(self, tag, attrs):
        if tag == "section":
            self._is_inside = dict(attrs).get("aria-labelledby") == _SECTION
        elif tag in ("p", "li") and self._is_inside:
            self._is_read, self._leads_elsewhere = True, False
            self.paragraphs.append("")
        elif tag == "a" and self._is_read:
            self._leads_elsewhere = True

    def handle_endtag(self, tag):
        if tag == "section":
            self._is_inside = False
        elif tag == "p" and self._is_read:
            self._is_read = False
            if self._leads_elsewhere:
                self.paragraphs.pop()
        elif tag == "li":
            self._is_read = False

    def handle_data(self, data):
        if self._is_read:
            self.paragraphs[-1] += data
