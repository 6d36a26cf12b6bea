"""Hold and read a simulation study: a problem's settings, and those of the tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tenbyten.simulation import PROBLEMS, Problem, find_problem
from tenbyten.study.printable import unprintable
from tenbyten.study.schema import check_against_schema, read_schema

# Problems of the planner, with a pilot and without.
_PLANNER, _PLANNER_WITHOUT_PILOT = "pilot", "model"
_NOTHING_PUBLISHED: dict[str, Any] = {"source": "", "statements": []}


@dataclass(frozen=True)
class Simulation:
    """A simulation study, checked, with the defaults of its schemas filled in.

    Attributes
    ----------
    name : str
        Stem of the file's name; results go into a folder of this name.
    path : Path
        The file.
    settings : dict
        Every key of the schema; ``simulation`` has the keys of the problem, also
        where the file calls them ``planning``.
    """

    name: str
    path: Path
    settings: dict[str, Any]

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key of the study file."""
        return self.settings[key]

    @property
    def problem(self) -> str:
        """The name of the problem."""
        return str(self["simulation"]["problem"])

    @property
    def plans(self) -> bool:
        """Whether the file plans a comparison, by the key ``planning``."""
        return self.problem in (_PLANNER, _PLANNER_WITHOUT_PILOT)

    @property
    def module(self) -> str:
        """The module of the problem, where its code begins."""
        return PROBLEMS[self.problem]

    def find_problem(self) -> Problem:
        """Import the problem."""
        return find_problem(self.problem)

    @property
    def computed_by(self) -> dict[str, Any]:
        """The settings without what was published, which settles no number."""
        return self.settings | {"title": "", "published": _NOTHING_PUBLISHED}

    @property
    def intervals(self) -> Path | None:
        """The file of published intervals, if there is one."""
        name = self["published"].get("intervals")
        return self.path.parent / name if name else None


def make_simulation(path: Path, values: Mapping[str, Any]) -> Simulation:
    """Make a simulation study of the values in a file.

    Keys and values that fit neither the schema nor that of the problem, or contradict
    each other, raise a ValueError, which names the file, the key, its value and the
    remedy.
    """
    key = "planning" if "planning" in values else "simulation"
    settings = _checked(path, values, key)
    given = settings.pop(key)
    settings = {"published": _NOTHING_PUBLISHED} | settings | {"simulation": given}
    for fault in _faults(settings):
        raise ValueError(f"{path}: {fault}")
    study = Simulation(path.stem, path, settings)
    if study.intervals and not study.intervals.is_file():
        raise FileNotFoundError(
            f"{path}: key published.intervals: no file {study.intervals}; correct the "
            f"path, which starts at the study file"
        )
    try:
        study.find_problem().cells(settings)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return study


def _checked(path: Path, values: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Hold a file to its schema, and the mapping `key` to that of its problem."""
    schema = read_schema("simulation")
    _inline_statement(schema)
    if key == "planning" and isinstance(values[key], dict):
        # Sizes of data sets stand in for those of a pilot.
        problem = _PLANNER_WITHOUT_PILOT if "sizes" in values[key] else _PLANNER
        values = {**values, key: {"problem": problem, **values[key]}}
        _check_planning(path, values[key])
    else:
        # Also what the mapping is, before the problem is known.
        loose = {**schema, "additionalProperties": {}, "required": [key]}
        loose["properties"] = {key: schema["properties"][key]}
        problem = check_against_schema(dict(values), loose, where=path)[key]["problem"]
    of_problem = read_schema(f"problems/{problem}")
    schema["properties"][key] = of_problem
    return check_against_schema(dict(values), schema, where=path)


def _inline_statement(schema: dict[str, Any]) -> None:
    """Put the schema of a statement where it is referred to."""
    statement = schema.pop("$defs")["statement"]
    schema["properties"]["published"]["properties"]["statements"]["items"] = statement


def _check_planning(path: Path, planning: Mapping[str, Any]) -> None:
    """Refuse keys of a pilot where there is none."""
    known = {
        problem: read_schema(f"problems/{problem}")["properties"].keys()
        for problem in (_PLANNER, _PLANNER_WITHOUT_PILOT)
    }
    of_pilot = known[_PLANNER] - known[_PLANNER_WITHOUT_PILOT]
    if "sizes" in planning and (beside := [x for x in planning if x in of_pilot]):
        raise ValueError(
            f"{path}: key planning: has the keys sizes and {' and '.join(beside)}; "
            f"`sizes` plans without a pilot, and the others are about one: take "
            f"`sizes` out, or them"
        )


def _faults(settings: Mapping[str, Any]) -> Iterator[str]:
    """Yield what no schema can tell, each in words."""
    published = settings["published"]
    texts = {"title": settings["title"], "published.source": published["source"]}
    for number, statement in enumerate(published["statements"]):
        key = f"published.statements.{number}"
        texts[f"{key}.says"] = statement["says"]
        if (statement["is"] == "near") != ("within" in statement):
            yield (
                f"key {key}: `is: {statement['is']}` "
                f"{'needs a key' if statement['is'] == 'near' else 'has no'} `within`; "
                f"add it for `near` alone"
            )
    # Folded text of YAML ends with a line feed.
    yield from unprintable({k: text.replace("\n", " ") for k, text in texts.items()})
