"""A subset's decisions in Table 4's layout, with marks and words."""

from typing import NamedTuple

from tenbyten.report.layout import caption, heading, p_of
from tenbyten.report.numbers import probability

BETTER, WORSE, NEITHER = "▲", "▼", "○"

_WORDS = {
    BETTER: "column better",
    WORSE: "row better",
    NEITHER: "no difference found",
}

# With more classifiers a cell shows its marks alone, the numbers on hover.
_MOST_WITH_NUMBERS = 8


class Decision(NamedTuple):
    """What one test says of a pair: a mark, its words, and the number behind it."""

    test: str
    mark: str
    words: str
    number: str


class DecisionTable(NamedTuple):
    """Table 4's layout.

    Attributes
    ----------
    heading, caption : str
        Which data sets; what the marks mean and which policies are behind them.
    columns : list of str
        The classifiers' labels.
    rows : list of (str, list of (str, tuple of Decision) or None)
        A row's label, and in each cell what Table 4 prints and both decisions; None
        on and below the diagonal.
    compact : bool
        Whether cells show their marks alone.
    """

    heading: str
    caption: str
    columns: list[str]
    rows: list[tuple[str, list[tuple[str, tuple[Decision, Decision]] | None]]]
    compact: bool


def decision_table(contents, subset):
    """Lay a subset's decisions out.

    Parameters
    ----------
    contents : Contents
    subset : str

    Returns
    -------
    DecisionTable
    """
    lines = {
        (line.row, line.column): line
        for line in contents.decisions[subset].itertuples(index=False)
    }
    names, p = list(contents.labels), p_of(contents.settings)
    rows = []
    for i, row in enumerate(names[:-1]):
        cells = [None] * (i + 1)
        for column in names[i + 1 :]:
            there, back = lines[row, column], lines[column, row]
            decisions = (
                _decision("Poisson", "poisson", "p_column", there, back),
                _decision("signed-rank", "signed_rank", p, there, back),
            )
            cells.append((f"{there.poisson}/{there.signed_rank}", decisions))
        rows.append((contents.labels[row], cells))
    marks = ", ".join(f"{mark} {words}" for mark, words in _WORDS.items())
    compact = len(names) > _MOST_WITH_NUMBERS
    return DecisionTable(
        heading(contents.spans[subset]),
        f"{caption(contents.settings)} The marks say the same for both directions: "
        f"{marks}. The number beside a mark is P(X > q/2) of the Poisson test or p of "
        "the signed-rank test, for the better one where there is one, else for the "
        "column's.",
        list(contents.labels.values()),
        rows,
        compact,
    )


def _decision(test, name, number, there, back):
    """What a test says of a pair, asked in both directions."""
    mark = NEITHER
    if getattr(there, name):
        mark = BETTER
    elif getattr(back, name):
        mark = WORSE
    line = back if mark == WORSE else there
    return Decision(test, mark, _WORDS[mark], probability(getattr(line, number)))
