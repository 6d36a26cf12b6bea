"""The report of a simulation study: one self-contained page."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

import pandas as pd
from markupsafe import Markup

from tenbyten.layout import FILES
from tenbyten.report.citations import cite
from tenbyten.report.document import Table
from tenbyten.report.figures.plan import Planned
from tenbyten.report.html import table_in_html
from tenbyten.report.page import MOST_BYTES, MOST_ROWS, fit_figures
from tenbyten.report.simulated import find_page
from tenbyten.report.simulated.contents import Contents
from tenbyten.report.simulated.exporting import tables_of
from tenbyten.report.simulated.statements import statement_sentences
from tenbyten.report.templating import ENVIRONMENT, TEMPLATES

Collected = Mapping[str, pd.DataFrame]
Settings = Mapping[str, Any]


class Page(Protocol):
    """What the page of a simulation study says about its problem.

    Pages are stateless objects, registered in `tenbyten.report.simulated`. `collected`
    are the tables of `Problem.collect` by name, as read back from their files;
    `settings` are all keys of the study file, defaults filled in, with those of the
    problem in ``simulation``. A page may have a method `text` besides, with the
    arguments of `sentences`: sentences to be pasted into a paper.

    Attributes
    ----------
    methods : tuple of str
        Methods to cite: keys of `citations.SOURCES`.
    """

    methods: tuple[str, ...]

    def facts(self, settings: Settings) -> list[tuple[str, str]]:
        """Return lines of the header, name and words; the first says what is drawn."""

    def sentences(self, collected: Collected, settings: Settings) -> list[str]:
        """Say what was found: plain sentences with numbers."""

    def tables(self, collected: Collected, settings: Settings) -> list[Table]:
        """Make the tables of the problem, each of a name of its own."""

    def figures(self, collected: Collected, settings: Settings) -> list[Planned]:
        """List the figures of the problem, the one that matters most first."""


def render(contents: Contents) -> str:
    """Make the page: HTML that needs no other file, no script and no network."""
    settings, collected = contents.settings, contents.collected
    page = find_page(settings["simulation"]["problem"])
    indices = itertools.count(1)

    def lay_out(table: Table) -> Markup:
        return table_in_html(table, index=next(indices), most_rows=MOST_ROWS)

    of_statements, of_problem = tables_of(collected, contents.judged, settings)
    methods = {*page.methods}
    if "snakemake" in contents.provenance.get("packages", {}):
        methods.add("snakemake")
    citations, bibtex = cite(methods)
    made = partial(
        ENVIRONMENT.get_template("simulation.html.j2").render,
        contents=contents,
        css=Markup((TEMPLATES / "page.css").read_text(encoding="utf-8")),
        experiments=_experiments(collected),
        facts=page.facts(settings),
        sentences=page.sentences(collected, settings),
        judged=statement_sentences(contents.judged, settings),
        statements=[lay_out(table) for table in of_statements],
        tables=[lay_out(table) for table in of_problem],
        text=page.text(collected, settings) if hasattr(page, "text") else [],
        files=FILES,
        citations=citations,
        bibtex=bibtex,
    )
    words = made(drawings=[], left_out=0)
    room = MOST_BYTES - len(words.encode())
    drawings, left_out = fit_figures(contents.figures, room)
    return made(drawings=drawings, left_out=left_out)


def _experiments(collected: Collected) -> str:
    """Write the number of experiments behind each value, or its range."""
    counts = collected["estimates"]["experiments"]
    ends = dict.fromkeys([int(counts.min()), int(counts.max())])
    return " to ".join(f"{end:,}" for end in ends)
