"""How often the decisions over a subset find a difference where there is none."""

from functools import partial

import pandas as pd

from tenbyten.report.captions import TEST_NAMES, caption
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.formatting import EMPTY, format_probability
from tenbyten.statistics.reliability.label_permutation import WINS_UP_TO

_SIDES = ("column", "row", "either")
_TESTS = ("poisson", "signed_rank")

_rate = partial(format_probability, decimals=3)


def false_marks_table(frame: pd.DataFrame, contents: Contents) -> Table:
    """Lay out the rates of every pair and test, and at the foot those of any pair.

    `frame` is from `comparisons.reliability.false_marks`.
    """
    of_any = frame[frame["row"] == ""].set_index("test")
    tests = [test for test in _TESTS if test in of_any.index]
    of_pairs = frame[frame["row"] != ""]
    lines = of_pairs.set_index(["row", "column", "test"])
    rates = lines[[f"{side}_rate" for side in _SIDES]].T.to_dict("list")
    rows = []
    for pair in dict.fromkeys(zip(of_pairs["row"], of_pairs["column"], strict=True)):
        texts = [contents.labels[name] for name in pair]
        for test in tests:
            texts += map(_rate, rates[*pair, test])
        rows.append([Cell(text) for text in texts])
    foot = [Cell("any pair"), Cell(EMPTY)]
    for test in tests:
        either = _rate(of_any.loc[test, "either_rate"])
        foot += [Cell(text) for text in (EMPTY, EMPTY, either)]
    heads = [f"{TEST_NAMES[test]}: {side}" for test in tests for side in _SIDES]
    return Table(
        name="false_marks",
        title="Marks where no classifier is better",
        columns=[Column("row", "l"), Column("column", "l"), *map(Column, heads)],
        rows=rows,
        foot=(foot,),
        caption=caption(
            "false_marks",
            s=contents.settings,
            of_pairs=_shares(of_pairs, "exchanges"),
            of_any=_shares(of_any, "permutations"),
            either=_rate(of_any.at["either", "either_rate"])
            if "either" in of_any.index
            else "",
            approximated=WINS_UP_TO if len(contents.datasets) > WINS_UP_TO else 0,
        ),
    )


def _shares(lines: pd.DataFrame, what: str) -> str:
    """Say of what the shares are, and how exact."""
    if not (draws := lines["draws"].max()):
        return f"of all {what}"
    error = f"{0.5 / draws**0.5:.3f}"
    return f"of {draws:g} random {what}, standard error at most {error}"
