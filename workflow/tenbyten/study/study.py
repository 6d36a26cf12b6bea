"""A study, checked and with its defaults filled in."""

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tenbyten.engines import Classifier
from tenbyten.metrics import METRICS
from tenbyten.study.arguments import Arguments

# A classifier runs on one of these; the first two are chosen by the machine's `engine`.
ENGINES = ("native", "weka", "scikit_learn")


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
        The rows of the sheet by data-set name, in order of their numbers; an
        empty cell is left out.
    sheet : Path
        The data-set sheet.
    """

    name: str
    path: Path
    settings: dict[str, Any]
    datasets: dict[str, dict[str, Any]]
    sheet: Path

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
        return self["hierarchical"] and fits

    @property
    def datasets_by_subset(self) -> dict[str, list[str]]:
        """The names of the data sets in each subset."""
        names = list(self.datasets)
        return {subset: names[a - 1 : b] for subset, (a, b) in self["subsets"].items()}

    @property
    def design(self) -> dict[str, Any]:
        """The cells of the long table: arguments of `accuracies.long_table.collect`."""
        return {
            "datasets": list(self.datasets),
            "classifiers": list(self["classifiers"]),
            "runs": self["runs"],
            "folds": self["folds"],
        }

    @property
    def schemes(self) -> dict[str, tuple[str, str]]:
        """WEKA class and options of every classifier, empty where it has none."""
        weka = {name: entry.get("weka") for name, entry in self["classifiers"].items()}
        return {
            name: (entry["learner"], entry["options"]) if entry else ("", "")
            for name, entry in weka.items()
        }

    @property
    def twins(self) -> list[str]:
        """The classifiers that are offered both natively and in WEKA."""
        classifiers = self["classifiers"].items()
        return [name for name, e in classifiers if {"native", "weka"} <= e.keys()]

    @property
    def policies(self) -> dict[str, Any]:
        """The settings that a table's caption states."""
        keys = (
            "title metric runs folds alpha rho zero_variance poisson poisson_draws "
            "seed signed_rank signed_rank_sides"
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

    def panels(self, engine):
        """Say which classifiers one job evaluates together.

        Parameters
        ----------
        engine : str
            ``native`` or ``weka``: what runs a classifier that offers both.

        Returns
        -------
        dict of str to tuple of (str, list of Classifier)
            By panel, its engine and classifiers. All that run on `engine` share
            the panel ``native`` or ``weka``; those that the other of the two alone
            offers share ``weka-only`` or ``native-only``; every scikit-learn
            classifier is its own. A panel of one name is the same in every call.

        Raises
        ------
        ValueError
            If a classifier names no engine.
        """
        panels = {}
        for name, entry in self["classifiers"].items():
            offered = [key for key in ENGINES if key in entry]
            if not offered:
                raise ValueError(
                    f"{self.path}: classifier {name} names no engine; give it one "
                    f"of {', '.join(ENGINES)}, or bring its results by "
                    f"accuracies=FILE.csv"
                )
            chosen = engine if engine in offered else offered[0]
            panel = engine if chosen == engine else f"{chosen}-only"
            if chosen == "scikit_learn":
                panel = f"{chosen}-{name}"
            panels.setdefault(panel, (chosen, []))[1].append(
                Classifier(
                    name,
                    entry[chosen]["learner"],
                    entry[chosen].get("settings", {}),
                    entry[chosen].get("options", ""),
                    tuple(entry["preprocessing"]),
                )
            )
        return panels
