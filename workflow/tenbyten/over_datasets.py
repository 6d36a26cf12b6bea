"""The tests over a subset of the data sets, each made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.comparisons import many_classifiers as many
from tenbyten.comparisons.by_order import in_order
from tenbyten.comparisons.decisions import (
    adjusted_decisions,
    grouped_decisions,
    verdicts,
)
from tenbyten.comparisons.files import round_as_written
from tenbyten.comparisons.new_datasets import new_datasets
from tenbyten.comparisons.pairwise import (
    PROBABILITIES,
    hierarchical_tests,
    pairwise_tests,
    rope_curves,
)
from tenbyten.comparisons.sensitivity import leave_one_out, policy_variants
from tenbyten.metrics import metric_of
from tenbyten.results.values import means_of
from tenbyten.statistics.checks import Bools
from tenbyten.study import Study


class OverDatasets(Mapping[str, pd.DataFrame]):
    """The tables of the tests over a subset, by their names in `layout.COMPARISONS`.

    A table is computed when it is asked for, from others where it needs them. Besides
    these it has ``decided``: ``adjusted`` without the verdict of the hierarchical
    model, which takes longest.

    Parameters
    ----------
    study : Study
        Settings of the tests; of more than `top` classifiers all pairs are adjusted
        for, and those of the best and the control are tested in full. Holm's procedure
        bounds the probability of any error among all pairs, and so among those that are
        chosen by the same results.
    values, posteriors : DataFrame
        The long table, and from `run_correlated_t` its comparisons on each data set.
    datasets : list of str
        The data sets of the subset on which no classifier failed.
    given : dict of str to DataFrame
        Tables that are known already: ``poisson`` and ``signed_rank`` from
        `comparisons.three_tests`.
    threads : int, default=1
        Threads of the hierarchical model; no table depends on it.

    Notes
    -----
    On the scale ``order`` differences are signs, of which the signed-rank test is the
    sign test, ties left out: it is called by its usual name in ``sensitivity`` and
    ``leave_one_out``. What compares sizes is left out.
    """

    def __init__(
        self,
        study: Study,
        values: pd.DataFrame,
        posteriors: pd.DataFrame,
        datasets: list[str],
        given: Mapping[str, pd.DataFrame],
        *,
        threads: int = 1,
    ) -> None:
        self._study, self._threads = study, threads
        self._values, self._posteriors = values, posteriors
        self._made = dict(given)
        self._datasets = datasets
        self._pairs = study.unordered_pairs
        metric = study["metric"]
        self._kind = metric_of(metric, study["foreign_metrics"], study["scale"])
        means = means_of(values, metric, scale=study["scale"])
        self._means = means.loc[datasets]
        self._better: dict[str, Any] = {"higher_is_better": self._kind.higher_is_better}

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the tables that have files."""
        return iter(self._study.tests)

    def __len__(self) -> int:
        """Count the tables that have files."""
        return len(self._study.tests)

    def __contains__(self, name: object) -> bool:
        """Say whether there is such a table, without computing it."""
        return name in (*self._study.tests, "decided")

    def __getitem__(self, name: str) -> pd.DataFrame:
        """Return a table, its numbers rounded as its file has them."""
        if name not in self:
            raise KeyError(name)
        if name not in self._made:
            table = getattr(self, f"_{name}")
            if self._study["scale"] == "order":
                table = in_order(name, table)
            self._made[name] = round_as_written(table)
        return self._made[name]

    @cached_property
    def _full(self) -> Bools:
        """Mark the pairs that are tested in full."""
        chosen = {"top": None} | self._study.top | self._study.pick("control")
        return many.pairs_of_top(self._ranks, self._pairs, **chosen)

    @property
    def _of_all(self) -> dict[str, Any]:
        """The data sets and all pairs, with marks on those that are tested in full."""
        return {"datasets": self._datasets, "pairs": self._pairs, "full": self._full}

    @property
    def _of_tested(self) -> dict[str, Any]:
        """The data sets and the pairs that are tested in full."""
        tested = [x for x, full in zip(self._pairs, self._full, strict=True) if full]
        return {"datasets": self._datasets, "pairs": tested}

    @property
    def _designs(self) -> dict[str, Any]:
        """Folds, and the data sets that have others."""
        return self._study.pick("folds") | {"designs": self._study.own_designs}

    @cached_property
    def _ranks(self) -> pd.DataFrame:
        return many.rank_table(self._means, **self._better)

    @cached_property
    def _hierarchical(self) -> pd.DataFrame:
        settings = self._study.pick("rho rope") | self._designs
        settings |= {"threads": self._threads}
        fitted = hierarchical_tests(self._posteriors, **self._of_tested, **settings)
        return round_as_written(fitted)

    @cached_property
    def _tested(self) -> pd.DataFrame:
        """``pairwise`` without the hierarchical model."""
        settings = self._study.pick("alpha") | {"bayesian": self._study.bayesian}
        settings |= {"kind": self._kind}
        means = self._means
        return pairwise_tests(self._posteriors, means, **self._of_all, **settings)

    @cached_property
    def _pairwise(self) -> pd.DataFrame:
        if "hierarchical" not in self:
            return self._tested
        table = self._tested.copy()
        fitted = self._hierarchical[PROBABILITIES].to_numpy()
        table.loc[self._full, PROBABILITIES] = fitted
        return table

    @cached_property
    def _new_datasets(self) -> pd.DataFrame:
        settings = self._study.predicted | {"kind": self._kind}
        return new_datasets(self._posteriors, **self._of_all, **settings)

    @cached_property
    def _decided(self) -> pd.DataFrame:
        equivalence = np.full(len(self._pairs), np.nan)
        equivalence[self._full] = self._new_datasets["equivalence"]
        return adjusted_decisions(
            self._posteriors,
            self._tested,
            pairs=self._pairs,
            datasets=self._datasets,
            equivalence=equivalence,
            **self._study.pick("alpha rope control"),
        )

    @cached_property
    def _adjusted(self) -> pd.DataFrame:
        regions = self._pairwise[PROBABILITIES].to_numpy()
        verdict = verdicts(regions, self._study["alpha"])
        return self._decided.assign(hierarchical_verdict=verdict)

    @cached_property
    def _profiles(self) -> pd.DataFrame:
        return many.profile_table(self._means, kind=self._kind)

    @cached_property
    def _omnibus(self) -> pd.DataFrame:
        return many.omnibus_tests(self._means, **self._study.pick("alpha seed"))

    @cached_property
    def _post_hoc(self) -> pd.DataFrame:
        of: dict[str, Any] = {"pairs": self._pairs, "full": self._full}
        return many.post_hoc_tests(self._means, self._tested, **of, **self._better)

    @cached_property
    def _control(self) -> pd.DataFrame:
        control = self._study.pick("control")
        return many.control_tests(self._means, **control, **self._better)

    @cached_property
    def _rope(self) -> pd.DataFrame:
        settings: dict[str, Any] = {"bayesian": self._study.bayesian}
        settings["kind"] = self._kind
        settings |= self._of_tested
        curves = rope_curves(self._posteriors, self._tested[self._full], **settings)
        return round_as_written(curves)

    @cached_property
    def _grouped(self) -> pd.DataFrame:
        study = self._study
        poisson = {"poisson": study.poisson} if "poisson" in self else {}
        return grouped_decisions(
            self._posteriors,
            self._values,
            datasets=self._datasets,
            pairs=self._pairs,
            groups=study.groups,
            correlated_t=study.correlated_t,
            signed_rank=study.signed_rank,
            **poisson,
        )

    @cached_property
    def _sensitivity(self) -> pd.DataFrame:
        settings = self._study.pick("alpha rho rope") | self._designs
        return policy_variants(
            self._posteriors, self._rope, **self._of_tested, **settings
        )

    @cached_property
    def _leave_one_out(self) -> pd.DataFrame:
        settings = self._of_tested | self._study.signed_rank
        return leave_one_out(self._posteriors, **settings)
