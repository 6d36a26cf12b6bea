"""Elements and text of a page of HTML, for tests of reports."""

from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "path", "rect", "circle", "use", "image"}


class Page(HTMLParser):
    """What a browser finds: elements, text, and whether every one is closed."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.words = [], [], []
        self.terms = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        """Note an element, which is open now."""
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

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
        if self.open[-1:] == ["dt"]:
            self.terms.append(data)

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
