"""Read what the problems after Nadeau and Bengio found, and name it for people."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

LOSSES = {"A": "A", "B": "B", "AB": "A \N{MINUS SIGN} B"}
_PARTS = {"half": "n/2", "tenth": "n/10", "nine": "9n/10"}


def as_text(collected: Mapping[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Return the tables with the names of cases as text, empty where there is none.

    In a file such a name can look like a number.
    """
    found = {}
    for name, table in collected.items():
        columns = [column for column in ("case", "mu_of") if column in table]
        found[name] = table.assign(**{x: table[x].map(_as_text) for x in columns})
    return found


def label_of(problem: str) -> Callable[[str], str]:
    """Return what names a case of a problem for people."""
    if problem == "letters":
        return lambda case: "all w" if case == "all" else f"w = {case}"
    return lambda case: f"simulation {case}"


def quantity_in_words(quantity: str) -> str:
    """Name a quantity of the tables: mu_half_A is μ of A, trained on n/2.

    Two parts are the training and the test part.
    """
    kind, *parts, loss = quantity.split("_")
    words = {"mu": "\N{GREEK SMALL LETTER MU}", "rho": "\N{GREEK SMALL LETTER RHO}"}
    shares = [_PARTS[part] for part in parts]
    of = f" ({', '.join(shares)})" if shares else ""
    return f"{words.get(kind, kind)}{of} of {LOSSES[loss]}"


def sizes(estimates: pd.DataFrame) -> pd.DataFrame:
    """Return the rates at which true hypotheses are rejected."""
    return estimates[(estimates["distance"] == 0) & _is_own(estimates)]


def on_grid(estimates: pd.DataFrame) -> pd.DataFrame:
    """Return the rates of hypotheses at the study's distances from the truth."""
    return estimates[(estimates["mu_of"] == "") | _is_own(estimates)]


def of_section_5_1(estimates: pd.DataFrame, asked: Mapping[str, Any]) -> pd.DataFrame:
    """Return the rates where one half is trained on, with the J and M of all tests."""
    return _at(estimates[estimates["train"] == 0.5], asked, ("splits", "halvings"))


def by_splits(estimates: pd.DataFrame, asked: Mapping[str, Any]) -> pd.DataFrame:
    """Return the rates where nine tenths are trained on, by J."""
    return _at(estimates[estimates["train"] == 0.9], asked, ("halvings",))


def by_halvings(estimates: pd.DataFrame, asked: Mapping[str, Any]) -> pd.DataFrame:
    """Return the rates of the conservative Z where 9n/10 are trained on, by M."""
    nine = estimates[estimates["train"] == 0.9]
    chosen = _at(nine, asked, ("splits",))
    return chosen[chosen["test"] == "conservative_z"]


def _at(
    table: pd.DataFrame, asked: Mapping[str, Any], names: tuple[str, ...]
) -> pd.DataFrame:
    """Return the lines with the study's own number of splits or halvings."""
    for name in names:
        table = table[table[name] == asked[name]]
    return table


def _is_own(estimates: pd.DataFrame) -> pd.Series:
    """Return where the hypothesis is the case's own truth."""
    return estimates["mu_of"] == estimates["case"]


def _as_text(value: Any) -> str:
    """Write a case's name as the study has it."""
    if pd.isna(value):
        return ""
    return value if isinstance(value, str) else f"{value:g}"
