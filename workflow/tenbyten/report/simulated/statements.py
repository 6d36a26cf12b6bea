"""Tables of what a paper says, and whether it comes out in a simulation study."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from tenbyten.layout import FILES
from tenbyten.report.captions import TEST_NAMES
from tenbyten.report.document import Cell, Column, ColumnOfLines, Table, build
from tenbyten.report.formatting import format_number, join_words
from tenbyten.report.simulated.figures.pseudo_power import TESTS
from tenbyten.simulation.statements import summarise
from tenbyten.words import count_of

_TEST_NAMES = TEST_NAMES | TESTS

# Verdicts on statements, those of all cells together.
_VERDICTS = ("holds", "mixed", "fails", "undecided")
_OF_MANY = {"holds": "hold", "fails": "fail"}

_ERRORS = {
    "paired": "The error of a difference between two tests is that of the difference "
    "in each experiment, as both saw the same experiments.",
    "independent": "The errors of two rates are joined as if other experiments were "
    "behind each; where the same are, this is mostly too large.",
    "score": "The error of a rate against a number is that of a rate whose true value "
    "is the number.",
    "own": "The error of a value against a number is the value's own.",
}


def statement_tables(judged: pd.DataFrame, settings: Mapping[str, Any]) -> list[Table]:
    """Make the tables of verdicts, and of the cells in which a statement fails.

    `judged` is from `simulation.statements.judge`; without statements there are none.
    """
    if not len(judged):
        return []
    tables = [_verdicts(judged, settings)]
    if (judged["verdict"] == "fails").any():
        tables.append(_failures(judged))
    return tables


def statement_sentences(judged: pd.DataFrame, settings: Mapping[str, Any]) -> list[str]:
    """Count the statements by their verdicts, under each policy."""
    if not len(judged):
        return []
    policies, found = _by_policy(judged)
    sentences = []
    for policy in policies:
        verdicts = [lines[policy].verdict for lines in found.values()]
        counts = {x: verdicts.count(x) for x in _VERDICTS}
        own = policy == settings["zero_variance"]
        under = f" under {policy}" + ", the policy of this study" * own
        told = [
            f"{many} {_is(verdict, many)} ({_numbers(found, policy, verdict)})"
            for verdict, many in counts.items()
            if many
        ]
        of = count_of(len(verdicts), "statement")
        sentences.append(f"Of {of}{under if policy else ''}: {join_words(told)}.")
    return sentences


def _numbers(found: dict[int, dict[str, Any]], policy: str, verdict: str) -> str:
    """List the statements of a verdict by their numbers."""
    named = [str(x) for x, lines in found.items() if lines[policy].verdict == verdict]
    return join_words(named)


def _is(verdict: str, many: int) -> str:
    """Write a verdict as the end of a sentence."""
    if verdict not in _OF_MANY:
        return f"{'is' if many == 1 else 'are'} {verdict}"
    return verdict if many == 1 else _OF_MANY[verdict]


def _by_policy(judged: pd.DataFrame) -> tuple[list[str], dict[int, dict[str, Any]]]:
    """Return the policies, and the line of `summarise` of each statement and policy.

    A statement in which no test has several policies has the same verdict under all.
    """
    summary = summarise(judged)
    policies = [policy for policy in summary["policy"].unique() if policy] or [""]
    found: dict[int, dict[str, Any]] = {}
    for line in summary.itertuples(index=False):
        under = {line.policy: line} if line.policy else dict.fromkeys(policies, line)
        found.setdefault(line.statement, {}).update(under)
    return policies, found


def _verdicts(judged: pd.DataFrame, settings: Mapping[str, Any]) -> Table:
    """Lay out the verdict of each statement under each policy."""
    published = settings["published"]
    policies, found = _by_policy(judged)
    rows = [
        [
            Cell(str(number)),
            Cell(" ".join(statement["says"].split())),
            Cell(in_words(statement)),
            *(_verdict(found[number][policy]) for policy in policies),
        ]
        for number, statement in enumerate(published["statements"], 1)
    ]
    headings = ["no.", "it says", "judged as"]
    headings += [policy or "verdict" for policy in policies]
    by_policy = (
        " under each policy of the Poisson test for data sets whose differences are "
        "all zero"
        if policies != [""]
        else ""
    )
    errors = [_ERRORS[kind] for kind in judged["errors"].unique()]
    caption = [
        f"Every statement is judged in every cell that it speaks of{by_policy}. In "
        "brackets: cells in which it holds / in which it fails / in all. It holds if "
        "it holds in at least one cell and fails in none, fails if it is the other way "
        "round, and is mixed if it does both" + _of_some(published["statements"]),
        "In a cell it holds, or fails, where the difference is on its side, or the "
        "other, by more than two standard errors; else the cell is undecided. Where "
        "nothing differs, about one cell in forty fails by chance. Cells in which the "
        "two sides are both 0, or both 1, are counted apart: they do not tell which "
        "is larger.",
        " ".join(errors),
        f"All cells are in {FILES['statements']}.",
    ]
    return Table(
        name="statements",
        title=f"What {published['source']} says",
        columns=[Column(heading, "l") for heading in headings],
        rows=rows,
        caption="\n\n".join(caption),
        frame=summarise(judged),
    )


def _of_some(statements: Sequence[Mapping[str, Any]]) -> str:
    """Say when a statement on some of its cells holds, if there is one."""
    if not any(statement.get("somewhere") for statement in statements):
        return "."
    return "; one on at least one cell holds if it holds in one."


def _verdict(line: Any) -> Cell:
    """Write a verdict, and the number of cells behind it."""
    counts = f"{line.holds}/{line.fails}/{line.cells}"
    return Cell(f"{line.verdict} ({counts})", strong=line.verdict in ("mixed", "fails"))


def in_words(statement: Mapping[str, Any]) -> str:
    """Write how a statement is judged, such as ``rejection rate of t below 0.05``."""
    measure = statement.get("measure", "rejection_rate").replace("_", " ")
    tests = join_words(map(test_name, statement["tests"]))
    than = statement["than"]
    if isinstance(than, Mapping):
        than = f"that at {_cell(than)}"
    elif isinstance(than, str):
        than = f"that of {test_name(than)}"
    compared = {"near": f"within {statement.get('within')} of"}
    how = compared.get(statement["is"], statement["is"])
    at = f", at {_cell(statement['at'])}" if statement.get("at") else ""
    some = " in at least one cell" if statement.get("somewhere") else ""
    judged = f"{measure} of {tests} {how} {than}{some}{at}"
    return f"cannot be decided here; {judged}" if statement.get("open") else judged


def test_name(test: str) -> str:
    """Return the name of a test for people."""
    return _TEST_NAMES.get(test, test.replace("_", " "))


def _cell(at: Mapping[str, Any]) -> str:
    """Write the values that tell cells apart."""
    return ", ".join(
        f"{column.replace('_', ' ')} {_value(value)}" for column, value in at.items()
    )


def _value(value: Any) -> str:
    """Write a value, or the values of a list."""
    return join_words(map(_value, value)) if isinstance(value, list) else str(value)


def _failures(judged: pd.DataFrame) -> Table:
    """List the cells in which a statement fails, by what tells them apart."""
    names = list(judged)
    keys = names[names.index("policy") + 1 : names.index("test")]
    keys = [key for key in keys if judged[key].nunique(dropna=False) > 1]
    failed = judged[judged["verdict"] == "fails"]
    policy: list[ColumnOfLines] = [("policy", "l", lambda line: line.policy)]
    # Columns of the problem may have names that a named tuple refuses.
    places = {key: f"key_{place}" for place, key in enumerate(keys)}
    columns: list[ColumnOfLines] = [
        ("no.", "l", lambda line: str(line.statement)),
        *(policy if failed["policy"].any() else []),
        ("test", "l", lambda line: test_name(line.test)),
        *(_key_column(key, place) for key, place in places.items()),
        ("value", "r", lambda line: format_number(line.value, ".4f")),
        ("should be", "l", _claimed),
        ("difference", "r", lambda line: format_number(line.gap, "z.4f")),
        ("standard error", "r", lambda line: format_number(line.gap_error, ".4f")),
    ]
    # `is` is a keyword.
    lines = failed.rename(columns={**places, "is": "comparison"})
    return build(
        lines,
        columns,
        name="failures",
        title="Cells in which a statement fails",
        caption="Statements by their numbers in the table above; difference: value "
        "minus what it is compared with.",
        frame=failed,
    )


def _key_column(key: str, place: str) -> ColumnOfLines:
    """Return the column of values that tell cells apart."""

    def write(line: Any) -> str:
        value = getattr(line, place)
        return value if isinstance(value, str) else format_number(value, "g")

    return key.replace("_", " "), "l", write


def _claimed(line: Any) -> str:
    """Write what the statement claims of a value."""
    how = f"within {line.within:g} of" if line.comparison == "near" else line.comparison
    return f"{how} {line.than_value:.4g}"
