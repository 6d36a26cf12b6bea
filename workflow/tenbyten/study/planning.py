"""Hold and read a study that plans a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tenbyten.study.printable import unprintable
from tenbyten.study.schema import check_against_schema, read_schema

# Keys of earlier plans, and what is in their places.
_GONE = {"folds": "folds are those of the pilot; take it out"}
_GONE |= {"draws": "give `resamples`, the pilots that are drawn for the intervals"}
_GONE |= {"signed_rank_sides": "give `sides` in `planning`"}
_GONE |= dict.fromkeys(
    (
        *("rho", "zero_variance", "signed_rank", "rope"),
        *("prior_strength", "prior_place", "bayesian_draws"),
    ),
    "the planner is of the exact signed-rank test alone; take it out",
)


@dataclass(frozen=True)
class Planning:
    """A plan for a comparison, checked, with the defaults of its schema filled in.

    Attributes
    ----------
    name : str
        Stem of the file's name; results go into a folder of this name.
    path : Path
        The file.
    settings : dict
        Every key of the schema.
    """

    name: str
    path: Path
    settings: dict[str, Any]

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key of the study file."""
        return self.settings[key]


def make_planning(path: Path, values: Mapping[str, Any]) -> Planning:
    """Make a plan of the values in a file.

    Keys and values that do not fit the schema, or contradict each other, raise a
    ValueError, which names the file, the key, its value and the remedy.
    """
    asked = values["planning"]
    if isinstance(asked, dict) and "sizes" in asked:
        raise ValueError(
            f"{path}: planning: the key sizes is gone, and with it planning without a "
            f"pilot; run a small study first, and give its accuracies.csv by "
            f"`accuracies`"
        )
    for key, instead in _GONE.items():
        if key in values or (isinstance(asked, dict) and key in asked):
            raise ValueError(f"{path}: the key {key} is gone: {instead}")
    settings = check_against_schema(dict(values), read_schema("planning"), where=path)
    asked = settings["planning"]
    if asked.get("row") is not None and asked.get("row") == asked.get("column"):
        raise ValueError(
            f"{path}: planning: row and column are both {asked['row']!r}; give two "
            f"classifiers"
        )
    # Folded text of YAML ends with a line feed.
    for fault in unprintable({"title": settings["title"].replace("\n", " ")}):
        raise ValueError(f"{path}: {fault}")
    return Planning(path.stem, path, settings)
