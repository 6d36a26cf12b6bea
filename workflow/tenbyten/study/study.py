"""Hold a study, checked and with its defaults filled in."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tenbyten.designs import Design
from tenbyten.engines import ENGINES, Panel, find_engine, read_offers, twin_engines
from tenbyten.study.arguments import Arguments
from tenbyten.study.not_tested import cannot_run
from tenbyten.study.sheet import Sheet, numbers_of

# What a classifier asks for that says nothing of it.
_LEAST = {"threads": 1, "gpu": 0, "mem_mb": None, "runtime": None}


@dataclass(frozen=True)
class Study:
    """A study file, checked, with the defaults of its schema filled in.

    Attributes
    ----------
    name : str
        Stem of the file's name; results go into a folder of this name.
    path : Path
        The file.
    settings : dict
        Every key of the study schema; `control` is None without one.
    datasets : dict of str to dict
        The rows of the data-set sheet by data-set name, in order; an empty cell is
        left out, and so is the group.
    sheet : Path
        Its file.
    groups : dict of str to list of str
        The data sets of each group of the sheet; those without one are in none.
    """

    name: str
    path: Path
    settings: dict[str, Any]
    datasets: Sheet
    sheet: Path
    groups: dict[str, list[str]]

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key of the study file."""
        return self.settings[key]

    @property
    def arguments(self) -> Arguments:
        """Arguments of the functions behind each stage, from the settings."""
        return Arguments(self)

    @property
    def labels(self) -> dict[str, str]:
        """The classifiers' names in tables for people, by their names in files."""
        return {name: entry["label"] for name, entry in self["classifiers"].items()}

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Every ordered (row, column) pair of different classifiers."""
        return list(itertools.permutations(self["classifiers"], 2))

    @property
    def unordered_pairs(self) -> list[tuple[str, str]]:
        """Every two classifiers once, in the study's order."""
        return list(itertools.combinations(self["classifiers"], 2))

    @property
    def fits_hierarchical(self) -> bool:
        """Whether the hierarchical model is wanted and can be fitted."""
        return self["hierarchical"] and "hierarchical" not in self.cannot_run()

    def cannot_run(self, subset: str | None = None) -> dict[str, str]:
        """Say which tests cannot run, by `not_tested.TESTS`, and why in words.

        On all data sets together, or on those of a subset.
        """
        names = self.datasets_by_subset[subset] if subset else self.datasets
        designs = {name: self.designs[name] for name in names}
        keys = "metric foreign_metrics rho rope"
        return cannot_run(designs, **{key: self[key] for key in keys.split()})

    @property
    def designs(self) -> dict[str, Design]:
        """Runs, and folds of each run, of every data set."""
        usual = dict.fromkeys(self.datasets, (self["runs"], self["folds"]))
        return usual | self.own_designs

    @property
    def own_designs(self) -> dict[str, Design]:
        """Runs and folds of the data sets that have others than the study's."""
        own = self["designs"].items()
        return {name: (each["runs"], each["folds"]) for name, each in own}

    @property
    def datasets_by_subset(self) -> dict[str, list[str]]:
        """The names of the data sets in each subset."""
        numbers = self.numbers.items()
        return {
            subset: [name for name, number in numbers if first <= number <= last]
            for subset, (first, last) in self["subsets"].items()
        }

    @property
    def numbers(self) -> dict[str, int]:
        """The data sets' numbers, to which subsets refer."""
        return numbers_of(self.datasets)

    @property
    def design(self) -> dict[str, Any]:
        """The cells of the long table: arguments of `accuracies.long_table.collect`."""
        cells: dict[str, Any] = {"datasets": list(self.datasets)}
        cells["classifiers"] = [*self["classifiers"]]
        cells |= {"runs": self["runs"], "folds": self["folds"]}
        # Only where there are some, so that other studies stay as they are.
        return cells | ({"designs": self.own_designs} if self["designs"] else {})

    @property
    def instances(self) -> dict[str, int]:
        """The sizes of the data sets whose rows in the sheet state them.

        None where they do not say how many instances a fold tests: folds of a file
        have any size, and instances that lack a class are not counted.
        """
        if self["splitter"] == "file" or self["missing_class"] == "keep":
            return {}
        rows = self.datasets.items()
        return {name: row["instances"] for name, row in rows if "instances" in row}

    @property
    def schemes(self) -> dict[str, tuple[str, str]]:
        """Scheme and options that WEKA's Experimenter calls each classifier by.

        Both are empty where it cannot run the classifier.
        """
        found = {name: ("", "") for name in self["classifiers"]}
        for name, entry in self["classifiers"].items():
            for engine, classifier in read_offers(name, entry).items():
                if any(scheme := find_engine(engine).scheme(classifier)):
                    found[name] = scheme
        return found

    @property
    def twins(self) -> list[str]:
        """The classifiers that are offered by both of `twin_engines`."""
        engines = set(twin_engines())
        return [name for name, e in self["classifiers"].items() if engines <= e.keys()]

    @property
    def policies(self) -> dict[str, Any]:
        """The settings that a table's caption states."""
        keys = (
            "title metric runs folds alpha rope rho zero_variance poisson "
            "poisson_draws seed signed_rank signed_rank_sides"
        )
        made = {"designs": self["designs"], "not_tested": self.cannot_run()}
        return {key: self[key] for key in keys.split()} | made

    @property
    def compared(self) -> str:
        """The long table that the tests read: ``accuracies`` or ``metrics``."""
        return "accuracies" if self["metric"] == "accuracy" else "metrics"

    def where(self, dataset: str) -> str:
        """Locate the row of `dataset` for an error: sheet, row and name."""
        row = [*self.datasets].index(dataset) + 1
        return f"{self.sheet.name}, row {row} ({dataset})"

    def span(self, subset: str) -> tuple[int, int]:
        """Return the numbers of the first and last data set of `subset`."""
        first, last = self["subsets"][subset]
        return first, last

    def panels(self, engine: str) -> dict[str, Panel]:
        """Group the classifiers that one job may evaluate together, by panels' names.

        All that offer `engine`, the machine's, share the panel of its name; those of
        another engine share ``weka-only``, say. These panels ask for the most that
        one of their classifiers asks for. Where an engine splits by classifier, all
        share the panel of its name but those that ask for cores, memory or time of
        their own, and foreign classes: each of these is its own
        (``scikit_learn-Forest``). A panel of one name is the same in every call. A
        classifier that names no engine raises a ValueError.
        """
        panels: dict[str, Panel] = {}
        for name, entry in self["classifiers"].items():
            offers = read_offers(name, entry)
            if not offers:
                raise ValueError(
                    f"{self.path}: classifier {name} names no engine; give it one of "
                    f"{', '.join(ENGINES)}, or bring its results by accuracies=FILE.csv"
                )
            chosen = engine if engine in offers else next(iter(offers))
            asked = {key: entry.get(key) or least for key, least in _LEAST.items()}
            panel = chosen if chosen == engine else f"{chosen}-only"
            if find_engine(chosen).splits_by_classifier:
                own = asked != _LEAST or find_engine(chosen).foreign(offers[chosen])
                panel = f"{chosen}-{name}" if own else chosen
            joined = panels.setdefault(panel, Panel(chosen, []))
            joined.classifiers.append(offers[chosen])
            panels[panel] = _with_the_most(joined, asked)
        return panels


def _with_the_most(panel: Panel, asked: Mapping[str, int | None]) -> Panel:
    """Let a panel ask for as much as one of its classifiers, if that is more."""
    most: dict[str, Any] = {
        key: max(filter(None, (getattr(panel, key), value)), default=_LEAST[key])
        for key, value in asked.items()
    }
    return panel._replace(**most)
