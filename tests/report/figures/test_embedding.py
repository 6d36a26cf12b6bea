"""Letters embedded into a PDF."""

import pytest

from tenbyten.report.figures import embedding
from tenbyten.report.figures.drawing import write_figure
from tenbyten.report.figures.style import Drawing, style


@style()
def pdf_of(words, folder):
    """Bytes of a PDF that has words, usual and bold."""
    drawing = Drawing(60)
    drawing.title = drawing.alt = "words"
    drawing.write(10, 20, words)
    drawing.write(10, 40, words, weight="bold")
    write_figure(drawing, folder / "words")
    return (folder / "words.pdf").read_bytes()


# Letters of one part and of two, and marks; the last has one that is not usual.
@pytest.mark.parametrize(
    "words", ["Mean accuracy (%)", "Éñů ±0.5 … \N{MINUS SIGN}1.5", "J48 δ"]
)
def test_the_same_bytes_are_embedded_without_the_part(words, tmp_path, monkeypatch):
    fast = pdf_of(words, tmp_path)
    monkeypatch.setattr(embedding, "_usual_part", lambda path: (b"", {}))
    assert fast == pdf_of(words, tmp_path)


def test_a_font_is_read_once_for_usual_letters_and_again_for_others(
    tmp_path, monkeypatch
):
    read = []
    cut = embedding._leave_out_unread
    monkeypatch.setattr(
        embedding, "_leave_out_unread", lambda font: (read.append(font), cut(font))
    )
    embedding._usual_part.cache_clear()
    for words in ("one", "two, and \N{MINUS SIGN}3", "{}[]|~éÅ"):
        pdf_of(words, tmp_path)
    # The upright font and the bold one.
    assert len(read) == 2
    pdf_of("δ", tmp_path)
    assert len(read) == 4


def test_other_programs_use_their_own(tmp_path):
    before = embedding.subset.Subsetter
    pdf_of("words", tmp_path)
    assert embedding.subset.Subsetter is before
