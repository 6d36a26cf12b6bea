"""Map the keys of a study file to the arguments of each stage.

A stage gets its settings as one dictionary: Snakemake compares the values of `params`
without their names, and would not see 10 runs of 5 folds become 5 runs of 10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tenbyten.study.not_tested import by_reason

if TYPE_CHECKING:
    from tenbyten.study.study import Study


class Arguments:
    """Arguments of the functions behind each stage, taken from a study's settings."""

    def __init__(self, study: Study) -> None:
        self._study = study

    def _settings(self, keys: str, **renamed: str) -> dict[str, Any]:
        """Return the values of some keys; those of `renamed` by other names."""
        named = {key: key for key in keys.split()} | renamed
        return {name: self._study[key] for name, key in named.items()}

    @property
    def split(self) -> dict[str, Any]:
        """Arguments of `folds.split.split`."""
        return self._settings("splitter runs folds seed")

    @property
    def crossvalidate(self) -> dict[str, Any]:
        """Arguments of `engines.cross_validation.evaluate_panel` on every data set."""
        return self._settings("metrics predictions failures fold_timeout")

    @property
    def import_accuracies(self) -> dict[str, Any]:
        """What rule `import_accuracies` knows of the study."""
        study = self._study
        known = {"instances": study.instances, "schemes": study.schemes}
        return (
            {"design": study.design}
            | known
            | self._settings("metric metrics foreign_metrics")
        )

    @property
    def run_correlated_t(self) -> dict[str, Any]:
        """Arguments of `stages.run_correlated_t`."""
        keys = "metric foreign_metrics runs rho rope zero_variance"
        settings = self._settings(keys)
        by_folds = "correlated_t" not in self._study.cannot_run()
        return settings | {"pairs": self._study.pairs, "by_folds": by_folds}

    @property
    def run_mcnemar(self) -> dict[str, Any]:
        """Arguments of `stages.run_mcnemar`."""
        study = self._study
        return {"datasets": list(study.datasets), "pairs": study.unordered_pairs}

    @property
    def run_poisson(self) -> dict[str, Any]:
        """Arguments of `stages.run_poisson`."""
        renamed = {"distribution": "poisson", "draws": "poisson_draws"}
        return self._settings("alpha seed", **renamed)

    @property
    def run_signed_rank(self) -> dict[str, Any]:
        """Arguments of `stages.run_signed_rank`."""
        renamed = {"method": "signed_rank", "sides": "signed_rank_sides"}
        return self._settings("alpha", **renamed)

    @property
    def bayesian(self) -> dict[str, Any]:
        """Arguments of the Bayesian sign test and signed-rank test."""
        keys = "rope seed prior_strength prior_place"
        return self._settings(keys, draws="bayesian_draws")

    @property
    def run_other_tests(self) -> dict[str, Any]:
        """Arguments of `stages.run_other_tests`."""
        alpha = self._settings("alpha")
        by_table = {
            "pairwise": alpha | {"bayesian": self.bayesian},
            "adjusted": alpha,
            "omnibus": self._settings("alpha seed"),
            "replicability": self._settings(
                "alpha seed",
                method="signed_rank",
                drawn="replicability_drawn",
                draws="replicability_draws",
            ),
            "rope": {"bayesian": self.bayesian},
            "sensitivity": self._settings("alpha folds rho rope") | self._designs,
            "leave_one_out": self.run_signed_rank,
            "false_marks": self.run_signed_rank | self._settings("seed"),
        }
        if self._study.fits_hierarchical:
            by_table["hierarchical"] = self._settings("runs rho rope")
            by_table["hierarchical"] |= self._designs
        if self._study["control"]:
            by_table["control"] = self._settings("control")
        if self._study.groups:
            by_table["grouped"] = {
                "groups": self._study.groups,
                "correlated_t": self.run_correlated_t,
                "signed_rank": self.run_signed_rank,
            }
            if "poisson" not in self._study.cannot_run():
                by_table["grouped"]["poisson"] = self.run_poisson
        pairs = self._study.unordered_pairs
        settings = self._settings("metric foreign_metrics")
        return settings | {"pairs": pairs, "arguments": by_table}

    @property
    def _designs(self) -> dict[str, Any]:
        """Runs and folds of the data sets that have others than the study's, if any."""
        return {"designs": self._study.own_designs} if self._study["designs"] else {}

    def over(self, subset: str, stage: str) -> dict[str, Any]:
        """Return arguments of a stage over the data sets of one subset."""
        datasets = self._study.datasets_by_subset[subset]
        return {"datasets": datasets} | getattr(self, stage)

    def over_subsets(self, stage: str) -> dict[str, dict[str, Any]]:
        """Return arguments of a stage over the data sets of each subset, by subset."""
        return {x: self.over(x, stage) for x in self._study.datasets_by_subset}

    @property
    def assess_sensitivity(self) -> dict[str, Any]:
        """Arguments of `stages.assess_sensitivity`."""
        return {"labels": self._study.labels, "policies": self._study.policies}

    @property
    def compare_with_published(self) -> dict[str, Any]:
        """Arguments of `stages.compare_with_published`."""
        return self.assess_sensitivity | self._settings("published")

    def tabulate(self, subset: str) -> dict[str, Any]:
        """Return arguments of `stages.tabulate`, for one subset."""
        return self.assess_sensitivity | {
            "datasets": self._study.datasets_by_subset[subset],
            "span": self._study.span(subset),
        }

    @property
    def tabulate_on_one_dataset(self) -> dict[str, Any]:
        """Arguments of `stages.tabulate_on_one_dataset`."""
        dataset, pairs = next(iter(self._study.datasets)), self._study.unordered_pairs
        return self.assess_sensitivity | {"dataset": dataset, "pairs": pairs}

    @property
    def draw(self) -> dict[str, Any]:
        """Arguments of `stages.draw`."""
        subsets, labels = self._study.datasets_by_subset, self._study.labels
        settings = self._settings("metric foreign_metrics alpha control")
        settings |= self.bayesian
        return settings | {"labels": labels, "subsets": subsets}

    @property
    def report(self) -> dict[str, Any]:
        """Arguments of `report.contents.read_contents`."""
        subsets = self._study.datasets_by_subset
        return {
            "settings": self._study.settings | self._study.policies,
            "not_tested": by_reason(self._study.cannot_run()),
            "labels": self._study.labels,
            "groups": self._study.groups,
            "subsets": subsets,
            "spans": {subset: self._study.span(subset) for subset in subsets},
        }
