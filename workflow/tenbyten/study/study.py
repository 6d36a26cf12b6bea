"""A study, checked and with its defaults filled in."""

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tenbyten.engines import Classifier
from tenbyten.metrics import METRICS

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
        Every key of the study schema.
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

    def __getitem__(self, key):
        """Return the value of a key of the study file."""
        return self.settings[key]

    @property
    def labels(self):
        """The classifiers' names in tables for people, by their names in files."""
        classifiers = self["classifiers"].items()
        return {name: entry.get("label", name) for name, entry in classifiers}

    @property
    def pairs(self):
        """Every ordered (row, column) pair of different classifiers."""
        return list(itertools.permutations(self["classifiers"], 2))

    @property
    def unordered_pairs(self):
        """Every two classifiers once, in the study's order."""
        return list(itertools.combinations(self["classifiers"], 2))

    @property
    def control(self):
        """The control classifier, None without one."""
        return self.settings.get("control")

    @property
    def hierarchical(self):
        """Whether the hierarchical model is wanted and fits what is compared."""
        fits = METRICS[self["metric"]].largest <= 1 and self["rope"] > 0
        return self["hierarchical"] and fits

    @property
    def subsets(self):
        """The names of the data sets in each subset."""
        names = list(self.datasets)
        ranges = self.settings.get("subsets", {"all": [1, len(names)]})
        return {subset: names[a - 1 : b] for subset, (a, b) in ranges.items()}

    @property
    def design(self):
        """What the long table must hold: arguments of `accuracies.table.collect`."""
        return {
            "datasets": list(self.datasets),
            "classifiers": list(self["classifiers"]),
            "runs": self["runs"],
            "folds": self["folds"],
        }

    @property
    def schemes(self):
        """WEKA class and options of every classifier, empty where it has none."""
        weka = {
            name: entry.get("weka", {"learner": "", "options": ""})
            for name, entry in self["classifiers"].items()
        }
        return {
            name: (entry["learner"], entry["options"]) for name, entry in weka.items()
        }

    @property
    def twins(self):
        """The classifiers that are offered both natively and in WEKA."""
        classifiers = self["classifiers"].items()
        return [name for name, e in classifiers if {"native", "weka"} <= e.keys()]

    @property
    def policies(self):
        """The settings that a table's caption states."""
        keys = (
            "title metric runs folds alpha rho zero_variance poisson poisson_draws "
            "seed signed_rank signed_rank_sides"
        )
        return {key: self[key] for key in keys.split()}

    @property
    def compared(self):
        """The long table that the tests read: ``accuracies`` or ``metrics``."""
        return "accuracies" if self["metric"] == "accuracy" else "metrics"

    @property
    def wording(self):
        """Names and policies that tables for people print."""
        return {"labels": self.labels, "policies": self.policies}

    def tabulating(self, subset):
        """Arguments of `stages.tabulate`."""
        return self.wording | {
            "datasets": self.subsets[subset],
            "span": self.span(subset),
        }

    # Rules get the settings of a step as one dictionary: Snakemake compares the values
    # of params without their names, and would not see 10 runs of 5 folds become
    # 5 runs of 10.

    @property
    def splitting(self):
        """Arguments of `folds.split.split`."""
        return {key: self[key] for key in ("splitter", "runs", "folds", "seed")}

    @property
    def on_each_dataset(self):
        """Arguments of `on_each_dataset.compare_on_each`."""
        keys = ["metric", "runs", "rho", "rope", "zero_variance"]
        return {key: self[key] for key in keys} | {"pairs": self.pairs}

    @property
    def poisson(self):
        """Arguments of `poisson.poisson_tests`."""
        return {
            "alpha": self["alpha"],
            "distribution": self["poisson"],
            "draws": self["poisson_draws"],
            "seed": self["seed"],
        }

    @property
    def signed_rank(self):
        """Arguments of `signed_rank.signed_rank_tests`."""
        return {
            "alpha": self["alpha"],
            "method": self["signed_rank"],
            "sides": self["signed_rank_sides"],
        }

    @property
    def over_datasets(self):
        """Arguments of `comparisons.over_datasets.compare_over_datasets`."""
        alpha, seed, rho = self["alpha"], self["seed"], self["rho"]
        arguments = {
            "pairwise": {"alpha": alpha, "bayesian": self.bayesian},
            "many_classifiers": {"alpha": alpha, "control": self.control},
            "replicability": {
                "alpha": alpha,
                "seed": seed,
                "drawn": self["replicability_drawn"],
                "draws": self["replicability_draws"],
            },
            "sensitivity": {"alpha": alpha, "folds": self["folds"], "rho": rho},
            "leave_one_out": self.signed_rank,
        }
        if self.hierarchical:
            model = {"runs": self["runs"], "rho": rho, "rope": self["rope"]}
            arguments["hierarchical"] = model
        return {
            "pairs": self.unordered_pairs,
            "metric": self["metric"],
            "arguments": arguments,
        }

    @property
    def bayesian(self):
        """Arguments of the Bayesian sign test and signed-rank test."""
        keys = ["rope", "seed", "prior_strength", "prior_place"]
        return {key: self[key] for key in keys} | {"draws": self["bayesian_draws"]}

    @property
    def drawing(self):
        """What settles the figures: arguments of `report.figures.choice.draw_study`."""
        keys = ["metric", "alpha", "rope", "prior_strength", "prior_place", "seed"]
        return {key: self[key] for key in keys} | {
            "labels": self.labels,
            "subsets": self.subsets,
            "control": self.control,
            "draws": self["bayesian_draws"],
        }

    @property
    def page(self):
        """What the report is written from: arguments of `report.read_contents`."""
        return {
            "settings": self.settings,
            "labels": self.labels,
            "subsets": self.subsets,
            "spans": {subset: self.span(subset) for subset in self.subsets},
            "higher_is_better": METRICS[self["metric"]].higher_is_better,
        }

    @property
    def published(self):
        """The published decisions, by subset, row and column; none by default."""
        return self.settings.get("published", {"source": "", "decisions": {}})

    def where(self, dataset):
        """Where `dataset` is described, for an error: sheet, row and name."""
        return f"{self.sheet.name}, row {self.datasets[dataset]['number']} ({dataset})"

    def span(self, subset):
        """The numbers of the first and last data set of `subset`."""
        names = self.subsets[subset]
        return self.datasets[names[0]]["number"], self.datasets[names[-1]]["number"]

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
