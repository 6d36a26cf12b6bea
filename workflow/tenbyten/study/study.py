"""A study, checked and with its defaults filled in, and the settings of its jobs."""

import itertools
import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tenbyten.datasets.folds.splitters import MARK_COLUMNS
from tenbyten.engines import ENGINES, Panel, find_engine, read_offers, twin_engines
from tenbyten.layout import COMPARISONS
from tenbyten.metrics import DURATIONS
from tenbyten.study.availability import cannot_run
from tenbyten.words import Design

# The rows of a data-set sheet, by data-set name.
Sheet = dict[str, dict[str, Any]]

# Default of the key `top`: classifiers whose pairs are tested in full.
_TOP = 15
# Resources of a classifier by default.
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
        Every key of the schema; `control` is None without one.
    datasets : dict of str to dict
        The rows of the data-set sheet by data-set name, in order, without empty cells
        and groups.
    sheet : Path
        Its file.
    groups : dict of str to list of str
        The data sets of each group of the sheet; those without one are in none.
    further : dict of str to Study
        A study for each further metric that is compared, which differs in `metric` and
        `rope` and has no published decisions.
    rho_file : Path or None
        The file of the sizes of training and test sets that key `rho` names.
    """

    name: str
    path: Path
    settings: dict[str, Any]
    datasets: Sheet
    sheet: Path
    groups: dict[str, list[str]]
    further: dict[str, "Study"] = field(default_factory=dict)
    rho_file: Path | None = None

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key of the file."""
        return self.settings[key]

    def pick(self, keys: str, **renamed: str) -> dict[str, Any]:
        """Return the values of some keys, and those of `renamed` by new names.

        The rope of ratios is returned as its logarithm, a half-width of differences.
        """
        named, known = {key: key for key in keys.split()} | renamed, self.settings
        if known["scale"] == "ratio":
            known = known | {"rope": math.log(known["rope"])}
        return {name: known[key] for name, key in named.items()}

    @property
    def split_options(self) -> dict[str, Any]:
        """The options of the splitter, with all defaults."""
        return self.settings.get("split_options", {})

    @property
    def timing(self) -> dict[str, str]:
        """The key `timing` if times are measured alone; else kept counts lack it."""
        is_alone = self.settings.get("timing") == "alone"
        is_measured = not set(DURATIONS).isdisjoint(self["metrics"])
        return {"timing": "alone"} if is_alone and is_measured else {}

    @property
    def several_seeds(self) -> dict[str, int]:
        """The number of seeds if several; else kept counts lack it."""
        return self.pick("seeds") if self["seeds"] > 1 else {}

    @property
    def looks(self) -> list[int]:
        """Runs at each look, the last with all; empty without `early_stopping`."""
        early, runs = self.settings.get("early_stopping"), self["runs"]
        return [*(x for x in early["looks"] if x < runs), runs] if early else []

    def without_looks(self) -> "Study":
        """Return the study with all its runs."""
        settings = {x: y for x, y in self.settings.items() if x != "early_stopping"}
        further = {x: y.without_looks() for x, y in self.further.items()}
        return replace(self, settings=settings, further=further)

    @property
    def of_looks(self) -> dict[str, Any]:
        """The arguments of `comparisons.early_stopping.look_at`."""
        early, control = self["early_stopping"], self["control"]
        rules = self.pick(
            "alpha rope prior_strength prior_place", share="equivalent_share"
        )
        return {
            "designs": self.designs,
            "subsets": self.datasets_by_subset,
            "pairs": [x for x in self.unordered_pairs if control in (None, *x)],
            "looks": self.looks,
            "error": early["error"],
            "rules": rules if early["by_rope"] else rules | {"rope": 0},
            **self.pick("metric foreign_metrics scale seed seeds"),
            "draws": self["bayesian_draws"],
        }

    @property
    def by_metric(self) -> dict[str, "Study"]:
        """A study for each metric that is compared, this one first."""
        return {self["metric"]: self, **self.further}

    @property
    def correlated_t(self) -> dict[str, Any]:
        """The arguments of `comparisons.three_tests.run_correlated_t`."""
        arguments = self.of_metric | self.pick("runs rho rope zero_variance")
        by_folds = "correlated_t" not in self.cannot_run()
        arguments |= {"pairs": self.pairs, "by_folds": by_folds}
        return arguments | {"counts_runs": bool(self.looks)}

    @property
    def poisson(self) -> dict[str, Any]:
        """The arguments of `comparisons.three_tests.run_poisson`, but subsets."""
        named = {"distribution": "poisson", "draws": "poisson_draws"}
        return self.pick("alpha seed", **named)

    @property
    def signed_rank(self) -> dict[str, Any]:
        """The arguments of `comparisons.three_tests.run_signed_rank`, but subsets."""
        return self.pick("alpha", method="signed_rank", sides="signed_rank_sides")

    @property
    def bayesian(self) -> dict[str, Any]:
        """The arguments of the Bayesian tests over data sets."""
        named = {"draws": "bayesian_draws"}
        return self.pick("rope seed prior_strength prior_place", **named)

    @property
    def predicted(self) -> dict[str, Any]:
        """The arguments of `comparisons.new_datasets.new_datasets`."""
        keys = "alpha rope prior_strength prior_place seed control"
        return self.pick(keys, share="equivalent_share")

    @property
    def shown(self) -> dict[str, Any]:
        """The settings that the report states."""
        return self.settings | self.policies | self.top

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests over a subset, of `layout.COMPARISONS`; empty for one data set."""
        wanted = {
            "poisson": "poisson" not in self.cannot_run(),
            "hierarchical": self.fits_hierarchical,
            "control": self["control"],
            "grouped": self.groups,
        }
        tests = COMPARISONS if len(self.datasets) > 1 else ()
        return tuple(test for test in tests if wanted.get(test, True))

    @property
    def of_metric(self) -> dict[str, Any]:
        """The metric that is compared, and its scale."""
        return self.pick("metric foreign_metrics scale")

    @property
    def imported(self) -> dict[str, Any]:
        """The settings of rule `import_accuracies`."""
        return {
            "design": self.design,
            "metric": self.needed,
            **self.pick("metrics foreign_metrics duplicates missing scale"),
            "schemes": self.schemes,
        }

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
    def top(self) -> dict[str, Any]:
        """The number of classifiers with pairs tested in full; empty if all are."""
        top = self.settings.get("top", _TOP)
        return {"top": top} if len(self["classifiers"]) > top else {}

    @property
    def fits_hierarchical(self) -> bool:
        """Whether the hierarchical model is wanted and can be fitted."""
        return self["hierarchical"] and "hierarchical" not in self.cannot_run()

    def cannot_run(self, subset: str | None = None) -> dict[str, str]:
        """Return why tests cannot run, on all data sets or those of a subset."""
        names = self.datasets_by_subset[subset] if subset else self.datasets
        designs = {name: self.designs[name] for name in names}
        if self.looks:
            designs = {x: (self.looks[0], folds) for x, (_, folds) in designs.items()}
        picked = self.pick("metric foreign_metrics rho rope scale splitter")
        return cannot_run(designs, **picked)

    @property
    def designs(self) -> dict[str, Design]:
        """Runs, and folds of each run, of every data set."""
        usual = dict.fromkeys(self.datasets, (self["runs"], self["folds"]))
        return usual | self.own_designs

    def folds_of(self, dataset: str) -> int:
        """Return the number of folds of each run on a data set."""
        return self.own_designs.get(dataset, (0, self["folds"]))[1]

    @property
    def own_designs(self) -> dict[str, Design]:
        """Runs and folds of data sets whose design differs from the study's."""
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
        """The numbers of the data sets, which subsets use."""
        return numbers_of(self.datasets)

    @property
    def design(self) -> dict[str, Any]:
        """The cells of the long table: arguments of `results.long_table.collect`."""
        cells: dict[str, Any] = {"datasets": list(self.datasets)}
        cells |= {"classifiers": [*self["classifiers"]], "designs": self.own_designs}
        return cells | self.pick("runs folds")

    @property
    def schemes(self) -> dict[str, tuple[str, str]]:
        """Scheme and options of each classifier in WEKA's Experimenter, or empty."""
        schemes = {name: ("", "") for name in self["classifiers"]}
        for name, entry in self["classifiers"].items():
            for engine, classifier in read_offers(name, entry).items():
                if any(scheme := find_engine(engine).scheme(classifier)):
                    schemes[name] = scheme
        return schemes

    @property
    def twins(self) -> list[str]:
        """The classifiers that both of `twin_engines` offer."""
        engines = set(twin_engines())
        return [name for name, e in self["classifiers"].items() if engines <= e.keys()]

    @property
    def policies(self) -> dict[str, Any]:
        """The settings that a table's caption states."""
        keys = (
            "title metric runs folds alpha rope rho zero_variance poisson "
            "poisson_draws seed signed_rank signed_rank_sides designs equivalent_share "
            "prior_strength scale"
        )
        picked = self.pick(keys) | self.several_seeds
        picked |= {"not_tested": self.cannot_run()}
        if self["splitter"] in ("holdout", *MARK_COLUMNS):
            picked |= self.pick("splitter") | {"split_options": self.split_options}
        return picked

    @property
    def compared(self) -> str:
        """The long table that the tests read: ``accuracies`` or ``metrics``."""
        return "accuracies" if self["metric"] == "accuracy" else "metrics"

    @property
    def needed(self) -> str:
        """The metric that results must have: accuracy if compared, or the first one."""
        return "accuracy" if "accuracy" in self.further else self["metric"]

    def where(self, dataset: str) -> str:
        """Locate the row of `dataset` for an error: sheet, row and name."""
        row = [*self.datasets].index(dataset) + 1
        return f"{self.sheet.name}, row {row} ({dataset})"

    def panels(self, engine: str) -> dict[str, Panel]:
        """Group the classifiers that one job may evaluate together, by panels' names.

        Classifiers that offer `engine`, the machine's, share the panel of its name;
        those of another engine share one such as ``weka-only``. These panels ask for
        the most that one of their classifiers asks for. If an engine splits by
        classifier, those that ask for cores, memory or time of their own and foreign
        classes each have a panel (``scikit_learn-Forest``), and the others share one.
        Panels of one name are equal in every call.

        Parameters
        ----------
        engine : str
            The machine's engine.

        Returns
        -------
        dict of str to Panel

        Raises
        ------
        ValueError
            If a classifier names no engine.
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
            most: dict[str, Any] = {
                key: max(filter(None, (getattr(joined, key), x)), default=_LEAST[key])
                for key, x in asked.items()
            }
            panels[panel] = joined._replace(**most)
        return panels


def numbers_of(datasets: Sheet) -> dict[str, int]:
    """Return the data sets' numbers in the sheet, by default their positions."""
    rows = enumerate(datasets.items(), start=1)
    return {name: row.get("number", position) for position, (name, row) in rows}
