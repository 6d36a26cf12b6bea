"""How often the decisions over a subset find a difference where there is none."""

from functools import partial

import pandas as pd

from tenbyten.report.captions import TEST_NAMES, is_tested
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.formatting import EMPTY, format_probability
from tenbyten.statistics.reliability.exchange import WINS_UP_TO

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
        caption="How often each test decides for the column, for the row, for either, "
        "after the classifiers exchanged their names at random on these data sets."
        f"\n\n{_exchange(of_pairs, of_any, contents)}\n\n{_questions(contents)}",
    )


def _exchange(of_pairs: pd.DataFrame, of_any: pd.DataFrame, contents: Contents) -> str:
    """Say what was exchanged, and how exact the shares are."""
    shares = []
    for lines, what in ((of_pairs, "exchanges"), (of_any, "permutations")):
        draws = lines["draws"].max()
        error = f"{0.5 / max(draws, 1) ** 0.5:.3f}"
        random = f"of {draws:g} random {what}, standard error at most {error}"
        shares.append(random if draws else f"of all {what}")
    either = "."
    if "either" in of_any.index:
        rate = _rate(of_any.loc["either", "either_rate"])
        either = f"; with a mark of either test {rate}."
    return (
        "On each data set, whatever happens on the others, the two classifiers of a "
        "pair exchange their names with probability 1/2. Then chance alone makes one "
        "of them better, and a mark says nothing about the classifiers, even where one "
        f"did win more than half of just these data sets. Shares are {shares[0]}. For "
        "any pair the names of all classifiers are permuted, and the share is that of "
        f"the tables with at least one mark, {shares[1]}{either}"
    )


def _questions(contents: Contents) -> str:
    """Say what each test asks, and what its rates mean."""
    settings = contents.settings
    alpha = settings["alpha"]
    both = alpha if settings["signed_rank_sides"] == "two" else 2 * alpha
    computed = ""
    if settings["poisson"] == "simulated":
        computed = " Here it is computed exactly, although the decisions simulate it."
    if len(contents.datasets) > WINS_UP_TO:
        computed += (
            f" Its probability over more than {WINS_UP_TO} data sets is approximated."
        )
    ranked = (
        "The signed-rank test asks about the population of data sets, of which these "
        "are a sample; it is made for this exchange, in which its exact p decides for "
        f"either with probability {both:g} at most."
    )
    if not is_tested(settings, "poisson"):
        return ranked
    return (
        f"{ranked} The Poisson test asks who wins "
        "more than half of just these data sets and takes them as independent; it "
        "keeps no such limit, and where it decides for either in a share above "
        f"{2 * alpha:g}, it finds a winner on these data sets more easily than a test "
        f"of size alpha = {alpha:g} in each direction.{computed}"
    )
