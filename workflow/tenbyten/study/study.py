"""Hold a study, checked and with its defaults filled in."""

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tenbyten.engines import ENGINES, Panel, find_engine, read_offers, twin_engines
from tenbyten.metrics import METRICS
from tenbyten.study.arguments import Arguments

# The rows of a data-set sheet, by data-set name.
Sheet = dict[str, dict[str, Any]]


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
        The rows of the data-set sheet by data-set name, in order of their numbers; an
        empty cell is left out, and so is the group.
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
        """Whether the hierarchical model is wanted and fits the compared metric."""
        fits = METRICS[self["metric"]].largest <= 1 and self["rope"] > 0
        return self["hierarchical"] and fits and self["runs"] * self["folds"] > 2

    @property
    def datasets_by_subset(self) -> dict[str, list[str]]:
        """The names of the data sets in each subset."""
        names = list(self.datasets)
        return {subset: names[a - 1 : b] for subset, (a, b) in self["subsets"].items()}

    @property
    def design(self) -> dict[str, Any]:
        """The cells of the long table: arguments of `accuracies.long_table.collect`."""
        cells = {"datasets": list(self.datasets), "classifiers": [*self["classifiers"]]}
        return cells | {"runs": self["runs"], "folds": self["folds"]}

    @property
    def instances(self) -> dict[str, int]:
        """The sizes of the data sets whose rows in the sheet state them."""
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
        return {key: self[key] for key in keys.split()}

    @property
    def compared(self) -> str:
        """The long table that the tests read: ``accuracies`` or ``metrics``."""
        return "accuracies" if self["metric"] == "accuracy" else "metrics"

    def where(self, dataset: str) -> str:
        """Locate the row of `dataset` for an error: sheet, row and name."""
        return f"{self.sheet.name}, row {self.datasets[dataset]['number']} ({dataset})"

    def span(self, subset: str) -> tuple[int, int]:
        """Return the numbers of the first and last data set of `subset`."""
        first, last = self["subsets"][subset]
        return first, last

    def panels(self, engine: str) -> dict[str, Panel]:
        """Group the classifiers that one job evaluates together, by the panels' names.

        All that offer `engine`, the machine's, share the panel of its name; those of
        another engine share ``weka-only``, say, or are each their own
        (``scikit_learn-Forest``), according to the engine. A panel of one name is the
        same in every call. A classifier that names no engine raises a ValueError.
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
            panel = chosen if chosen == engine else f"{chosen}-only"
            if not find_engine(chosen).shares_panel:
                panel = f"{chosen}-{name}"
            panels.setdefault(panel, Panel(chosen, []))
            panels[panel].classifiers.append(offers[chosen])
        return panels
