"""Write drawings as SVG and PDF."""

import io
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from tenbyten.files import PathLike, atomic_open, write_text
from tenbyten.report.figures import style
from tenbyten.report.figures.embedding import fast_embedding
from tenbyten.report.figures.inlining import parse_svg
from tenbyten.report.figures.text import FONTS, clean, fonts_with, letters_lacking

_log = logging.getLogger(__name__)

_FONTS = f"'{FONTS[0]}', {', '.join(FONTS[1:])}"
_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")


@style.style()
def write_figure(drawing: style.Drawing, stem: PathLike) -> None:
    """Write ``<stem>.svg`` and ``<stem>.pdf``; equal drawings give equal bytes.

    An SVG is shown in the reader's fonts. Letters that the figures' own font lacks,
    such as Chinese ones, are embedded into the PDF from fonts of this machine; if there
    are none, a box stands for such a letter, and a warning is logged.
    """
    write_text(as_svg(drawing), f"{stem}.svg")
    _choose_fonts(drawing, stem)
    # Without the time and the version of matplotlib.
    metadata = dict.fromkeys(["CreationDate", "Creator", "Producer"])
    metadata["Title"] = clean(drawing.title)
    with atomic_open(f"{stem}.pdf", "wb") as file, fast_embedding(), _no_warnings():
        drawing.savefig(file, format="pdf", metadata=metadata)


def _choose_fonts(drawing, stem):
    """Let words have fonts with all their letters, as far as this machine has some."""
    words = "".join(text.get_text() for text in drawing.texts)
    families, none = fonts_with(letters_lacking(words))
    for text in drawing.texts:
        text.set_fontfamily([FONTS[0], *families])
    if none:
        _log.warning(
            "%s.pdf has boxes in place of %s: no TrueType font of this machine has "
            "them. The SVG shows them in the reader's fonts; for the PDF, install a "
            "font that has them and delete %s",
            stem,
            " ".join(sorted(none)),
            Path(stem).parent,
        )


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Leave out matplotlib's own warning of each letter that a font lacks."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"(?s)Glyph .* missing")
        yield


@style.style()
def as_svg(drawing: style.Drawing) -> str:
    """Turn a drawing into the text of an SVG file.

    Words stay text; the drawing's title and alternative text are its name and
    description; its areas tell their words to the pointer.
    """
    file = io.StringIO()
    with _no_warnings():
        drawing.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    root = parse_svg(file.getvalue())
    for part in root.findall("metadata") + root.findall("defs"):
        root.remove(part)
    _shorten(root)
    root.findall("g/g/path")[0].set("class", "background")
    root.attrib |= {
        "xmlns": "http://www.w3.org/2000/svg",
        "xmlns:xlink": "http://www.w3.org/1999/xlink",
        "role": "img",
        "aria-labelledby": "title desc",
        "style": f"font-family: {_FONTS}; stroke-linejoin: round",
    }
    for i, (tag, words) in enumerate([("title", drawing.title), ("desc", drawing.alt)]):
        element = ElementTree.Element(tag, {"id": tag})
        element.text = clean(words)
        element.tail = "\n"
        root.insert(i, element)
    _add_areas(root, drawing.areas)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _shorten(root):
    """Remove ids, line breaks and far decimals, which no reader sees."""
    for element in root.iter():
        attributes = element.attrib
        # A drawing has neither markers nor clips: nothing refers to an id.
        attributes.pop("id", None)
        for name in attributes.keys() & {"d", "x", "y"}:
            numbers = _NUMBER.sub(_two_decimals, attributes[name])
            attributes[name] = " ".join(numbers.split())
        if element.tag == "text":
            _shorten_text(element)
        elif element.text and not element.text.strip():
            element.text = None
        element.tail = "\n" if element.tag in ("g", "path", "text") else None


def _shorten_text(element):
    """Leave the font, which all words share, to the root."""
    styles = element.get("style").split("; ")
    kept = [entry for entry in styles if not entry.startswith("font-family")]
    element.set("style", "; ".join(kept))
    turn = element.get("transform", "")
    if turn.startswith(("rotate(-0 ", "rotate(0 ")):
        del element.attrib["transform"]
    elif turn:
        element.set("transform", _NUMBER.sub(_two_decimals, turn))


def _add_areas(root, areas):
    """Lay invisible rectangles over the drawing, each with its words."""
    if not areas:
        return
    unseen = {"style": "fill: none; pointer-events: all"}
    group = ElementTree.SubElement(root, "g", unseen)
    for left, top, right, bottom, words in areas:
        numbers = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        written = {name: f"{value:.4g}" for name, value in numbers.items()}
        area = ElementTree.SubElement(group, "rect", written)
        ElementTree.SubElement(area, "title").text = words
        area.tail = "\n"


def _two_decimals(match):
    """Round to a hundredth of a point, finer than any printer."""
    return f"{round(float(match[0]), 2) + 0.0:g}"
