"""Embed into a PDF the letters of a drawing, without reading a whole font."""

import functools
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import matplotlib
from fontTools import subset
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import SFNTReader

# Tables that a PDF does not read: they place letters; when a font was made.
_UNREAD = {"GDEF", "GPOS", "GSUB", "MATH", "kern", "FFTM"}

# Latin letters, and the marks that figures write themselves.
_MARKS = "\N{EN DASH}…\N{MINUS SIGN}≤≥∞μρ\N{REPLACEMENT CHARACTER}"
_USUAL = {*range(0x20, 0x180), *map(ord, _MARKS)}


class _Part(NamedTuple):
    """A font of the usual letters of another; its glyphs by those of the other."""

    data: bytes
    glyphs: dict[int, int]


@contextmanager
def fast_embedding() -> Iterator[None]:
    """Let matplotlib embed letters fast; without, it takes longer than to draw them.

    Tables that no PDF reads are left out before they are thinned out. Fonts that come
    with matplotlib, of thousands of letters each, are read once in a process and cut to
    the usual ones, of which most drawings take theirs. The letters that are embedded
    are the same bytes.
    """
    before = subset.Subsetter
    subset.Subsetter = _FastSubsetter
    try:
        yield
    finally:
        subset.Subsetter = before


class _FastSubsetter(Subsetter):
    """Take letters from those that are usual, where they suffice."""

    glyph_ids_requested: set[int]
    glyph_index_map: dict[int, int]

    def subset(self, font: TTFont) -> None:
        """Cut a font, of which no table has been read, to the letters asked for."""
        path, asked = font.reader.file.name, self.glyph_ids_requested
        if path.startswith(matplotlib.get_data_path()):
            data, glyphs = _usual_part(path)
            if asked <= glyphs.keys() and self.unicodes_requested <= _USUAL:
                font.reader.close()
                font.reader = SFNTReader(io.BytesIO(data))
                self.glyph_ids_requested = {glyphs[glyph] for glyph in asked}
                super().subset(font)
                kept = self.glyph_index_map
                self.glyph_index_map = {x: kept[glyphs[x]] for x in asked}
                return
        _leave_out_unread(font)
        super().subset(font)


@functools.cache
def _usual_part(path: str) -> _Part:
    """Cut a font to the usual letters."""
    options = Options(glyph_names=True, recommended_glyphs=True)
    subsetter, file = Subsetter(options), io.BytesIO()
    with subset.load_font(path, options) as font:
        _leave_out_unread(font)
        subsetter.populate(unicodes=_USUAL)
        subsetter.subset(font)
        font.save(file, reorderTables=False)
    return _Part(file.getvalue(), subsetter.glyph_index_map)


def _leave_out_unread(font: TTFont) -> None:
    """Remove the tables that a PDF does not read."""
    for table in _UNREAD & set(font.keys()):
        del font[table]
