"""The report: one self-contained page."""

import itertools
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from tenbyten.files import atomic_open
from tenbyten.report import comparison_tables, study_tables
from tenbyten.report.citations import cite, methods_of
from tenbyten.report.decision_table import decision_table
from tenbyten.report.environment import ENVIRONMENT, TEMPLATES
from tenbyten.report.figures.drawing import inline
from tenbyten.report.layout import heading
from tenbyten.report.numbers import listed
from tenbyten.report.sentences import (
    Found,
    method_sentence,
    sentences_of,
    unstable_tests,
)
from tenbyten.report.tables import as_html, export

# The page stays below five megabytes: a table shows so many rows, a subset so many
# sentences, fewer where there are more subsets than three, and drawings fill what is
# left.
MOST_ROWS = 200
MOST_BYTES = 4_800_000
_SUBSETS = 3

# Bytes of a drawing's caption and box; the words are in the drawing twice.
_AROUND = 1000


class Part(NamedTuple):
    """What the page says of one subset."""

    name: str
    heading: str
    main: bool
    decisions: Any
    found: Found
    unstable: dict[tuple[str, str], str]
    method: str
    tables: list[Markup]


def render(contents):
    """Make the page.

    Parameters
    ----------
    contents : Contents

    Returns
    -------
    str
        HTML that needs no other file, no script and no network. What a study or its
        results call things is text in it, whatever it looks like.
    """
    most = MOST_ROWS * _SUBSETS // max(_SUBSETS, len(contents.subsets))
    numbers = itertools.count(1)

    def laid_out(table):
        return as_html(
            table, number=next(numbers), most_rows=most, folder=contents.exported
        )

    tables = study_tables.tables_of(contents)
    parts = [
        Part(
            subset,
            heading(contents.spans[subset]),
            subset == contents.main,
            decision_table(contents, subset),
            sentences_of(contents, subset),
            unstable_tests(contents, subset),
            method_sentence(contents, subset),
            [laid_out(t) for t in comparison_tables.tables_of(contents, subset)],
        )
        for subset in contents.subsets
    ]
    citations, bibtex = cite(methods_of(contents))
    page = partial(
        ENVIRONMENT.get_template("page.html.j2").render,
        contents=contents,
        css=Markup((TEMPLATES / "page.css").read_text(encoding="utf-8")),
        classifiers=listed(contents.labels.values()),
        parts=parts,
        main=next(part for part in parts if part.main),
        most_sentences=most,
        tables={name: laid_out(table) for name, table in tables.items()},
        citations=citations,
        bibtex=bibtex,
    )
    words = page(general=[], pairs=[], left_out=0)
    general, pairs, left_out = _figures(contents, MOST_BYTES - len(words.encode()))
    return page(general=general, pairs=pairs, left_out=left_out)


def write_tables(contents, folder):
    """Write the tables of the page as LaTeX and CSV where no file has them yet.

    The decisions are in ``tables/<subset>.csv`` and ``.tex``, what they hang on in
    ``tables/sensitivity.csv`` and ``.tex``.

    Parameters
    ----------
    contents : Contents
    folder : path
        Where the files go: ``<name>.tex`` and ``<name>.csv``.
    """
    tables = list(study_tables.tables_of(contents).values())
    for subset in contents.subsets:
        tables += comparison_tables.tables_of(contents, subset)
    export(tables, folder)


def write_page(text, path):
    """Write what `render` made."""
    with atomic_open(path, encoding="utf-8") as file:
        file.write(text)


def _figures(contents, room):
    """The figures of the study and of each pair that fit into so many bytes.

    Returns
    -------
    general : list of (Figure, Markup)
    pairs : list of (str, list of (Figure, Markup))
        By the pair's words.
    left_out : int
    """
    general, pairs, left_out = [], {}, 0
    # What speaks of all classifiers goes before single pairs.
    for number, figure in enumerate(sorted(contents.figures, key=_is_of_pair)):
        if len(figure.svg) + _AROUND > room:
            left_out += 1
            continue
        drawing = inline(figure.svg, prefix=f"f{number}")
        room -= len(drawing.encode()) + _AROUND
        drawn = (figure, Markup(drawing))
        if _is_of_pair(figure):
            row, column = contents.labels[figure.row], contents.labels[figure.column]
            pairs.setdefault(f"{row} and {column}", []).append(drawn)
        else:
            general.append(drawn)
    return general, list(pairs.items()), left_out


def _is_of_pair(figure):
    """Whether a figure is about one pair."""
    return bool(figure.row and figure.column)
