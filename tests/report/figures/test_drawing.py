"""Files of drawings, and drawings in a page."""

import io
import re
import subprocess
import sys
import warnings
import zlib
from contextlib import suppress
from xml.etree import ElementTree

import matplotlib
import pandas as pd
import pytest
from fontTools import subset
from fontTools.ttLib import TTFont
from matplotlib.font_manager import findfont

from tenbyten.report.figures.drawing import as_svg, write_figure
from tenbyten.report.figures.heat_map import draw_heat_map
from tenbyten.report.figures.posteriors import draw_posteriors
from tenbyten.report.figures.scatter import draw_scatter
from tenbyten.report.figures.style import Drawing
from tenbyten.report.figures.text import fonts_with, letters_lacking

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawing(posteriors_of, hostile):
    """One with hostile names of everything."""
    table = posteriors_of(hostile)
    return draw_posteriors(table, row=hostile[0], column=hostile[2], rope=0.01)


@pytest.fixture(scope="module")
def image():
    """One that holds an image."""
    return draw_heat_map(pd.DataFrame({"a": [0.5, 0.75], "b": [0.25, 1.0]}))


def test_both_files_are_the_same_bytes_every_time(
    drawing, image, tmp_path, monkeypatch
):
    for name, figure in (("posteriors", drawing), ("heat_map", image)):
        write_figure(figure, tmp_path / name)
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert sorted(first) == [
        "heat_map.pdf",
        "heat_map.svg",
        "posteriors.pdf",
        "posteriors.svg",
    ]
    # Another day, and another user's settings of matplotlib.
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path"}):
        for name, figure in (("posteriors", drawing), ("heat_map", image)):
            write_figure(figure, tmp_path / name)
    assert first == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_another_process_and_the_users_settings_draw_the_same(tmp_path):
    (tmp_path / "matplotlibrc").write_text("font.size: 30\nlines.linewidth: 9\n")
    program = (
        "import pandas as pd\n"
        "from tenbyten.report.figures.drawing import as_svg\n"
        "from tenbyten.report.figures.scatter import draw_scatter\n"
        "a, b = pd.Series({'x': 0.5}), pd.Series({'x': 0.75})\n"
        "print(as_svg(draw_scatter(a, b, row='r', column='c', rope=0.01)), end='')\n"
    )
    there = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        check=True,
        text=True,
    )
    a, b = pd.Series({"x": 0.5}), pd.Series({"x": 0.75})
    here = as_svg(draw_scatter(a, b, row="r", column="c", rope=0.01))
    assert there.stdout == here


def test_hostile_names_are_text_and_nothing_else(drawing, hostile):
    svg = as_svg(drawing)
    root = ElementTree.fromstring(svg)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "g", "path", "text", "rect"}
    assert "<script" not in svg
    texts = [element.text for element in root.iter(SVG + "text")]
    assert hostile[0] in texts
    assert hostile[1] in texts
    titles = " ".join(element.text for element in root.iter(SVG + "title"))
    assert hostile[2] in titles
    assert all(len(text) < 120 for text in texts)


def test_words_stay_text_and_have_fonts_that_every_machine_has(drawing):
    root = ElementTree.fromstring(as_svg(drawing))
    assert "sans-serif" in root.get("style")
    assert "font-family" not in "".join(
        element.get("style", "") for element in root.iter(SVG + "text")
    )


def test_the_svg_is_an_image_with_a_name_and_a_description(drawing):
    root = ElementTree.fromstring(as_svg(drawing))
    assert root.get("role") == "img"
    words = {element.get("id"): element.text for element in root}
    assert root.get("aria-labelledby").split() == ["title", "desc"]
    assert words["title"].startswith("<script>alert(1)</script> and xxx")
    assert "6 data sets" in words["desc"]


def test_the_pdf_carries_its_title_and_no_time(image, tmp_path):
    write_figure(image, tmp_path / "a")
    pdf = (tmp_path / "a.pdf").read_bytes()
    assert b"Mean accuracy of every classifier" in pdf
    assert b"CreationDate" not in pdf


def test_the_pdf_embeds_letters_without_the_tables_that_place_them(image, tmp_path):
    write_figure(image, tmp_path / "x")
    streams = (tmp_path / "x.pdf").read_bytes().split(b"stream\n")
    fonts = []
    for stream in streams:
        with suppress(zlib.error):
            if (found := zlib.decompressobj().decompress(stream))[:4] == b"\0\1\0\0":
                fonts.append(TTFont(io.BytesIO(found)))
    assert fonts
    for font in fonts:
        assert {"glyf", "head", "hhea", "hmtx", "loca", "maxp"} <= set(font.keys())
        assert not {"GDEF", "GPOS", "GSUB", "MATH", "kern"} & set(font.keys())
        assert len(font["glyf"].keys()) < 100
    # Fonts of other programs keep theirs.
    path = findfont("DejaVu Sans")
    assert "GPOS" in subset.load_font(path, subset.Options())


def lettered(words):
    """A drawing of words alone."""
    drawing = Drawing(40)
    drawing.title = drawing.alt = words
    drawing.write(10, 20, words)
    return drawing


def test_letters_that_no_font_has_are_said_once_and_nothing_else(tmp_path, caplog):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write_figure(lettered("δέντρο"), tmp_path / "greek")
        assert not caplog.messages
        # Of scripts that few machines have a font for.
        rare = "\U00014400\U00016800\U00018800"
        write_figure(lettered(rare), tmp_path / "none")
    _, none = fonts_with(frozenset(rare))
    assert len(caplog.messages) == bool(none)
    for said in caplog.messages:
        assert f"none.pdf has boxes in place of {' '.join(sorted(none))}: no " in said


def test_letters_come_from_a_font_of_the_machine_that_has_them(tmp_path, caplog):
    words = "J48 森林 δέντρο"
    families, none = fonts_with(letters_lacking(words))
    write_figure(lettered(words), tmp_path / "trees")
    assert words in (tmp_path / "trees.svg").read_text()
    pdf = (tmp_path / "trees.pdf").read_bytes()
    fonts = set(re.findall(rb"/BaseFont /[A-Z]{6}\+([\w-]+)", pdf))
    assert b"DejaVuSans" in fonts
    assert len(fonts) >= 1 + len(families)
    # The log says where boxes are.
    assert bool(caplog.messages) == bool(none)
