"""The report: one page with the answer, and one with all details."""

import itertools
import math
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from markupsafe import Markup

from tenbyten.comparisons.files import write_comparisons
from tenbyten.files import write_json, write_text
from tenbyten.layout import FILES, Layout
from tenbyten.report import captions, html, text
from tenbyten.report.citations import OF_DETAILS, cite, methods_of
from tenbyten.report.contents import Contents
from tenbyten.report.document import Table, tables_in_latex, tables_in_markdown
from tenbyten.report.formatting import is_order, join_words
from tenbyten.report.sections.datasets import costs_section
from tenbyten.report.sections.registry import (
    STUDY_TABLES,
    tables_of_decisions,
    tables_of_study,
    tables_of_subset,
)
from tenbyten.report.summary import (
    MOST_LINES,
    Summary,
    headline,
    in_json,
    in_text,
    leaderboard,
    shown_pairs,
    summarise,
)
from tenbyten.results.exclusions import describe_exclusions
from tenbyten.statistics.many_datasets.signed_rank import fewest_datasets

Tables = dict[str, list[Table]]

# Studies with more subsets show fewer rows.
_SUBSETS = 3


def write_report(contents: Contents, layout: Layout) -> None:
    """Write both pages, the summary, the text for a paper and the exported tables.

    Parameters
    ----------
    contents : Contents
    layout : Layout
        Where the files of the study are.
    """
    found, tables = summarise(contents, contents.main), tables_of(contents)
    write_text(render(found), layout.report)
    write_text(render_details(contents, *tables), layout.details)
    write_text(f"{in_text(found)}\n", layout.summary)
    write_json(in_json(found), layout.answer)
    said = [text.methods(found), text.results(found)]
    _, bibtex = cite(methods_of(contents))
    parts = "\n\n".join(map(text.in_markdown, said))
    write_text(f"{parts}\n\n```bibtex\n{bibtex}```\n", layout.text_markdown)
    parts = "\n\n".join(map(text.in_latex, said))
    entries = "".join(f"% {line}\n" for line in bibtex.splitlines())
    write_text(f"{parts}\n\n{entries}", layout.text_latex)
    export(found, *tables, Path(layout.exported))


def _common(contents: Contents) -> dict[str, Any]:
    """Return the variables that the templates of both pages share."""
    settings, left_out = contents.settings, ""
    if (failed := contents.failures) is not None:
        datasets = len(contents.datasets) + failed["dataset"].nunique()
        left_out = describe_exclusions(failed, datasets=datasets)
    return {
        "contents": contents,
        "settings": settings,
        "title": settings["title"] or contents.name,
        "css": html.stylesheet("page", "board"),
        "design": captions.design_in_words(settings),
        "one_score": settings["runs"] == settings["folds"] == 1
        and settings["splitter"] != "predefined",
        "left_out_datasets": left_out,
        "files": FILES,
    }


def render(summary: Summary) -> str:
    """Make the page with the answer, in HTML without scripts, all names escaped."""
    contents, settings = summary.contents, summary.contents.settings
    layout: list[Markup] = []
    has_layout = settings["layout"] == "corani-benavoli" and not is_order(settings)
    if has_layout and not contents.on_one_dataset:
        subsets = sorted(contents.subsets, key=lambda name: name != contents.main)
        tables = [tables_of_decisions(contents, subset)[1] for subset in subsets]
        layout = [
            html.table_in_html(
                table._replace(caption="" if i else table.paragraphs[0]),
                index=i,
                most_rows=html.MOST_ROWS,
            )
            for i, table in enumerate(tables)
        ]
    shown: Any = {"index": len(layout), "most_rows": html.MOST_ROWS}
    costs = [html.table_in_html(x, **shown) for x in costs_section(contents)[:1]]
    picture, _ = html.fit_figures(_pictures(contents), html.MOST_BYTES)
    citations, bibtex = cite(methods_of(contents) - OF_DETAILS)
    return html.ENVIRONMENT.get_template("report.html.j2").render(
        **_common(contents),
        board=board_in_html(summary),
        cautions=summary.cautions,
        picture=picture,
        layout=layout,
        costs=costs,
        texts=[*map(text.in_html, (text.methods(summary), text.results(summary)))],
        citations=citations,
        bibtex=bibtex,
    )


def board_in_html(summary: Summary) -> Markup:
    """Write the verdict and the table of the classifiers, each with a plot."""
    first, others = summary.standings[:MOST_LINES], summary.standings[MOST_LINES:]
    return Markup(
        html.ENVIRONMENT.get_template("board.html.j2").render(
            headline=headline(summary),
            board=leaderboard(summary),
            plots=_plots(summary, first) + _plots(summary, others),
            most_lines=MOST_LINES,
            reference=summary.contents.labels[summary.reference],
            rope=summary.contents.settings["rope"],
        )
    )


def _pictures(contents: Contents) -> list[Any]:
    """Return the figure that shows all data sets, if there is one."""
    pair = [x for x in contents.figures if x.kind == "density"]
    every = ("differences", contents.main)
    found = [x for x in contents.figures if (x.kind, x.subset) == every]
    return found or (pair if len(pair) == 1 else [])


def tables_of(contents: Contents) -> tuple[Tables, Tables]:
    """Make the tables of the study, by section, and those of every subset."""
    of_subsets = {x: tables_of_subset(contents, x) for x in contents.subsets}
    return tables_of_study(contents), of_subsets


def render_details(contents: Contents, of_study: Tables, of_subsets: Tables) -> str:
    """Make the page with all details from its tables, in HTML like `render`."""
    most = html.MOST_ROWS * _SUBSETS // max(_SUBSETS, len(contents.subsets))
    indices = itertools.count(1)
    above: dict[str, int] = {}

    def lay_out(table: Table) -> Markup:
        index = next(indices)
        code = html.table_in_html(table, index=index, most_rows=most, notes_above=above)
        above.update((x, index) for x in table.paragraphs[1:] if x not in above)
        return code

    # The main subset comes first, and all decisions before the other tables: a note is
    # shown below the first table that has it.
    subsets = sorted(contents.subsets, key=lambda name: name != contents.main)
    decisions = {x: [*map(lay_out, tables_of_decisions(contents, x))] for x in subsets}
    parts = [
        {
            "heading": f"Data set {contents.datasets[0]}"
            if contents.on_one_dataset
            else captions.named_heading(contents.heading(subset), subset),
            "main": subset == contents.main,
            "decisions": decisions[subset],
            "tables": [*map(lay_out, of_subsets[subset])],
        }
        for subset in subsets
    ]
    tables = {section: [*map(lay_out, x)] for section, x in of_study.items()}
    settings, pairs = contents.settings, math.comb(len(contents.labels), 2)
    page = partial(
        html.ENVIRONMENT.get_template("details.html.j2").render,
        **_common(contents),
        classifiers=join_words(contents.labels.values()),
        parts=parts,
        shown_pairs=shown_pairs(contents, contents.main),
        compared=any(part["tables"] for part in parts),
        rope=captions.caption("rope_in_words", s=settings),
        rho=captions.caption("rho", s=settings),
        pairs=pairs,
        fewest=fewest_datasets(settings["alpha"]),
        fewest_adjusted=fewest_datasets(settings["alpha"], pairs=pairs),
        type_1_errors=captions.is_tested(settings, "poisson")
        and captions.type_1_error_sentences(settings),
        not_tested={x: join_words(tests) for x, tests in contents.not_tested.items()},
        tested=partial(captions.is_tested, settings),
        tables=tables,
        sections=[
            (section, name) for section, name, _ in STUDY_TABLES if tables[section]
        ],
        provenance=contents.provenance,
    )
    words = page(general=[], of_pairs={}, left_out=0)
    most_bytes = html.FEWER_BYTES if settings.get("top") else html.MOST_BYTES
    figures = _figures(contents, most_bytes - len(words.encode()))
    return page(**figures)


def export(
    summary: Summary, of_study: Tables, of_subsets: Tables, folder: Path
) -> None:
    """Write the tables of the pages as LaTeX and CSV, unless another file has them.

    The files are ``<name>.tex`` and ``<name>.csv``, and also ``summary.md`` and
    ``summary.html`` for the answer.
    """
    folder.mkdir(parents=True, exist_ok=True)
    board = leaderboard(summary)
    write_text(tables_in_markdown(board), folder / f"{board.name}.md")
    write_text(board_in_html(summary), folder / f"{board.name}.html")
    for table in itertools.chain([board], *of_study.values(), *of_subsets.values()):
        if not table.tex:
            write_text(tables_in_latex(table), folder / f"{table.name}.tex")
        if table.frame is not None:
            write_comparisons(table.frame, folder / f"{table.name}.csv")


def _figures(contents: Contents, room: int) -> dict[str, Any]:
    """Inline the figures that fit into a number of bytes, and count the others."""
    # Figures of all classifiers come before those of single pairs.
    fitting = sorted(contents.figures, key=lambda figure: bool(figure.row))
    drawings, left_out = html.fit_figures(fitting, room)
    by_pair: dict[str, html.Drawings] = {"": []}
    for figure, drawing in drawings:
        names = (contents.labels[x] for x in (figure.row, figure.column) if x)
        by_pair.setdefault(" and ".join(names), []).append((figure, drawing))
    return {"general": by_pair.pop(""), "of_pairs": by_pair, "left_out": left_out}


# Small plots in the lines of a table

_PLOT_WIDTH = 240


def _plots(summary: Summary, lines: pd.DataFrame) -> list[dict[str, Any] | None]:
    """Place differences, intervals, zero and the rope on one scale from 0 to 240."""
    if is_order(summary.contents.settings):
        return [None] * len(lines)
    rope = summary.contents.settings["rope"]
    ends = lines[["low", "high", "difference"]].to_numpy(float).ravel()
    ends = np.append(ends[np.isfinite(ends)], [-rope, rope, 0.0])
    least, width = ends.min(), (np.ptp(ends) or 1) * 1.04

    def place(value: float) -> float:
        return round(float((value - least) / width + 0.02) * _PLOT_WIDTH, 1)

    common = {"zero": place(0), "rope": (place(-rope), place(rope))}
    return [
        None
        if line.classifier == summary.reference
        else common
        | {
            "at": place(line.difference),
            "low": place(line.difference if pd.isna(line.low) else line.low),
            "high": place(line.difference if pd.isna(line.high) else line.high),
            "found": int(line.found),
        }
        for line in lines.itertuples(index=False)
    ]
