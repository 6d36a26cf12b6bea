"""Elements and text of a page of HTML, for tests of reports."""

import json
import os
import re
import subprocess
from html import unescape
from html.parser import HTMLParser

import numpy as np

VOID = {"meta", "br", "hr", "path", "rect", "circle", "use", "image"}


class Page(HTMLParser):
    """What a browser finds: elements, text, and whether every one is closed."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.words = [], [], []
        self.terms, self.section, self.texts = [], "", {}
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        """Note an element, which is open now."""
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "section":
            self.section = dict(attributes)["aria-labelledby"]
        self.handle_section(" ")

    def handle_startendtag(self, tag, attributes):
        """Note an element that closes itself."""
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        """Close the innermost element, which must be this one."""
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        """Note text."""
        self.words.append(data)
        self.handle_section(data)
        if self.open[-1:] == ["dt"]:
            self.terms.append(data)

    def handle_section(self, data):
        """Note text of the section; words of two elements stand apart."""
        if "style" not in self.open:
            self.texts[self.section] = self.texts.get(self.section, "") + data

    @property
    def sections(self):
        """The text of each section by its id, in one line."""
        return {id_: " ".join(text.split()) for id_, text in self.texts.items()}

    @property
    def text(self):
        """All text, in one line."""
        return " ".join("".join(self.words).split())

    def all(self, tag):
        """Attributes of every such element."""
        return [attributes for name, attributes in self.elements if name == tag]

    def values(self, attribute):
        """Values of an attribute, wherever it stands."""
        return [a[attribute] for _, a in self.elements if attribute in a]


def contrast(one, other):
    """Contrast ratio of WCAG 2.2 of two colours, as `#rrggbb`."""

    def luminance(colour):
        rgb = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        return linear @ [0.2126, 0.7152, 0.0722]

    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def lay_out(page, folder, *, width, options=()):
    """What a page in Chromium has written into its title, and what Chromium said."""
    done = subprocess.run(
        [
            *("chromium", "--headless", "--no-sandbox", "--disable-gpu"),
            *("--disable-dev-shm-usage", f"--user-data-dir={folder}/profile"),
            *(*options, f"--window-size={width},900", "--dump-dom", page.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"HOME": str(folder)},
    )
    title = re.search("<title>(.*?)</title>", done.stdout)[1]
    return json.loads(unescape(title)), done.stderr
