"""A subset's decisions in the layout of Corani & Benavoli's Table 4."""

from pathlib import Path

import pandas as pd

_KEYS = ["row", "column"]


def decide(poisson, signed_rank):
    """Join both tests: one line a pair, decisions first, every number behind them.

    Parameters
    ----------
    poisson, signed_rank : DataFrame
        From `comparisons.poisson_tests` and `comparisons.signed_rank_tests`.

    Returns
    -------
    DataFrame
        row, column, poisson, signed_rank (1 where the column is better), then the
        numbers of both tests.
    """
    poisson = poisson.rename(columns={"decision": "poisson"})
    signed_rank = signed_rank.rename(columns={"decision": "signed_rank"})
    table = poisson.merge(signed_rank, on=_KEYS, validate="one_to_one")
    first = [*_KEYS, "poisson", "signed_rank"]
    return table[[*first, *table.columns.difference(first, sort=False)]]


def in_markdown(table, *, labels, span, policies):
    """Lay a subset's decisions out for reading.

    Parameters
    ----------
    table : DataFrame
        From `decide`.
    labels : dict of str to str
        The classifiers' names for people, in the order of rows and columns.
    span : tuple of (int, int)
        Numbers of the first and last data set.
    policies : dict
        The study's settings of the tests, for the caption.

    Returns
    -------
    str
        Table 4's layout, the significant pairs below its diagonal, the numbers
        behind the decisions, and the caption.
    """
    names = list(labels.values())
    lines = [f"**{_heading(span)}**", "", _markdown_row(["", *names])]
    lines.append(_markdown_row(["---", *[":---:"] * len(names)]))
    lines += [_markdown_row(cells) for cells in _layout(table, labels)]
    lines += ["", _caption(policies), "", _other_way_round(table, labels), ""]
    lines.append("| row | column | P(X > q/2) | P(X = q/2) | q | R+ | R- | z | p |")
    lines.append(_markdown_row(["---", "---", *["---:"] * 7]))
    p = _p_of(policies)
    for line in _upper(table, labels).itertuples():
        numbers = [
            _probability(line.p_column),
            _probability(line.p_tie),
            str(line.q),
            f"{line.rank_sum_column:g}",
            f"{line.rank_sum_row:g}",
            f"{line.z:.3f}",
            _probability(getattr(line, p)),
        ]
        lines.append(_markdown_row([labels[line.row], labels[line.column], *numbers]))
    return "\n".join(lines) + "\n"


def in_latex(table, *, labels, span, policies):
    """Lay a subset's decisions out as a LaTeX table for the booktabs package.

    Parameters
    ----------
    table, labels, span, policies
        As in `in_markdown`.

    Returns
    -------
    str
        A table environment with caption.
    """
    names = [_escape(name) for name in labels.values()]
    body = [
        " & ".join(_escape(cell) for cell in cells) + r" \\"
        for cells in _layout(table, labels)
    ]
    lines = [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_escape(_heading(span))}. {_escape(_caption(policies))}}}",
        rf"\begin{{tabular}}{{l{'c' * len(names)}}}",
        r"\toprule",
        " & ".join(["", *names]) + r" \\",
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def read_decisions(paths):
    """Read tables of `decide` from CSV files: a dict by subset, the files' stems."""
    types = dict.fromkeys(_KEYS, str)
    return {
        Path(path).stem: pd.read_csv(path, dtype=types, keep_default_na=False)
        for path in paths
    }


def write_text(text, path):
    """Write a table made by `in_markdown` or `in_latex`."""
    Path(path).write_text(text, encoding="utf-8")


def _upper(table, labels):
    """The pairs above the diagonal: the row's classifier comes first in the study."""
    place = {name: i for i, name in enumerate(labels)}
    return table[table["row"].map(place) < table["column"].map(place)]


def _layout(table, labels):
    """Cells of Table 4, the row's name first; the last classifier has no row."""
    decisions = {
        (line.row, line.column): f"{line.poisson}/{line.signed_rank}"
        for line in _upper(table, labels).itertuples()
    }
    names = list(labels)
    return [
        [labels[row], *(decisions.get((row, column), "-") for column in names)]
        for row in names[:-1]
    ]


def _other_way_round(table, labels):
    """A sentence on the pairs where the row's classifier is the better one."""
    lower = table.drop(_upper(table, labels).index)
    better = [
        f"{labels[line.column]} over {labels[line.row]} "
        f"({line.poisson}/{line.signed_rank})"
        for line in lower.itertuples()
        if line.poisson or line.signed_rank
    ]
    found = "; ".join(better) or "none"
    return (
        f"The other way round, the row significantly better than the column: {found}."
    )


def _heading(span):
    """Name the subset as the paper does."""
    first, last = span
    return f"Data sets {first}-{last}" if first != last else f"Data set {first}"


def _caption(policies):
    """Say what the marks mean and which policies are behind them."""
    zero = {
        "half": "counts 1/2",
        "win": "counts as a win of the column",
        "drop": "leaves the data set out",
    }[policies["zero_variance"]]
    poisson = "exact"
    if policies["poisson"] == "simulated":
        poisson = f"from {policies['poisson_draws']} draws, seed {policies['seed']}"
    sides = f"{policies['signed_rank_sides']}-sided"
    method = {"approximate": "normal approximation", "exact": "exact"}
    title = f"{policies['title']}. " if policies["title"] else ""
    return (
        f"{title}Each cell is Poisson/signed-rank: 1 where the test finds the column's "
        f"classifier significantly more accurate than the row's, else 0 (alpha = "
        f"{policies['alpha']}). {policies['runs']} runs of {policies['folds']}-fold "
        f"cross-validation. Poisson test: P(X > q/2) > 1 - alpha, {poisson}; "
        f"correlated t-test with rho = {policies['rho']}; an all-zero "
        f"difference {zero}. Signed-rank test: {sides}, "
        f"{method[policies['signed_rank']]}, zeros split evenly."
    )


def _p_of(policies):
    """Name the column of p that decides."""
    return f"p_{policies['signed_rank_sides']}_sided"


def _probability(value):
    """Four decimals, or the power of ten of what would be 0.0000."""
    return f"{value:.4f}" if value >= 5e-5 or value == 0 else f"{value:.1e}"


def _markdown_row(cells):
    """One line of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def _escape(text):
    """Text as LaTeX prints it."""
    marks = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}"}
    marks |= {"^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}"}
    marks |= {mark: "\\" + mark for mark in "&%$#_{}"}
    return "".join(marks.get(mark, mark) for mark in text)
