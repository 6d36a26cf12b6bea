"""Hold and read a study that plans a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tenbyten.study.printable import unprintable
from tenbyten.study.schema import check_against_schema, read_schema


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

    @property
    def has_pilot(self) -> bool:
        """Whether comparisons are drawn from a table of accuracies."""
        return "sizes" not in self["planning"]


def make_planning(path: Path, values: Mapping[str, Any]) -> Planning:
    """Make a plan of the values in a file.

    Keys and values that do not fit the schema, or contradict each other, raise a
    ValueError, which names the file, the key, its value and the remedy.
    """
    schema, asked = read_schema("planning"), values["planning"]
    of_pilot = schema["properties"]["planning"]
    without_pilot = schema["$defs"]["without_pilot"]
    if isinstance(asked, dict) and "sizes" in asked:
        known = of_pilot["properties"].keys() - without_pilot["properties"].keys()
        if beside := [key for key in asked if key in known]:
            raise ValueError(
                f"{path}: key planning: has the keys sizes and {' and '.join(beside)}; "
                f"`sizes` plans without a pilot, and the others are about one: take "
                f"`sizes` out, or them"
            )
        schema["properties"]["planning"] = without_pilot
    settings = check_against_schema(dict(values), schema, where=path)
    asked = settings["planning"]
    if asked.get("row") is not None and asked.get("row") == asked.get("column"):
        raise ValueError(
            f"{path}: planning: row and column are both {asked['row']!r}; give two "
            f"classifiers"
        )
    if "sizes" in asked and min(asked["sizes"]) < settings["folds"]:
        raise ValueError(
            f"{path}: sizes: a data set of {min(asked['sizes'])} instances does not "
            f"fill {settings['folds']} folds; leave it out, or ask for fewer `folds`"
        )
    # Folded text of YAML ends with a line feed.
    for fault in unprintable({"title": settings["title"].replace("\n", " ")}):
        raise ValueError(f"{path}: {fault}")
    return Planning(path.stem, path, settings)
