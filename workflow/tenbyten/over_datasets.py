"""The tests over a subset of the data sets, each made when it is asked for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.comparisons import many_classifiers as many
from tenbyten.comparisons.by_order import in_order
from tenbyten.comparisons.decisions import (
    adjust_together,
    adjusted_decisions,
    grouped_decisions,
    verdicts,
)
from tenbyten.comparisons.files import round_as_written
from tenbyten.comparisons.new_datasets import new_datasets
from tenbyten.comparisons.on_each_dataset import Names, Pairs
from tenbyten.comparisons.pairwise import (
    PROBABILITIES,
    hierarchical_tests,
    pairwise_tests,
    rope_curves,
)
from tenbyten.comparisons.sensitivity import leave_one_out, policy_variants
from tenbyten.comparisons.three_tests import run_correlated_t
from tenbyten.metrics import metric_of
from tenbyten.results.design import design_of
from tenbyten.results.long_table import collect, collect_metrics
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
    datasets : sequence of str
        The data sets of the subset on which no classifier failed.
    given : dict of str to DataFrame
        Tables that are known already: ``poisson`` and ``signed_rank`` from
        `comparisons.three_tests`.
    threads : int, default=1
        Threads of the hierarchical model; no table depends on it.
    pairs : sequence of (str, str), optional
        Pairs that are compared; by default every two classifiers of the study. Of these
        pairs alone ``decided`` is not adjusted for the control's comparisons: see
        `adjust_together`.
    comparisons : int, optional
        As in `adjusted_decisions`, where `pairs` are given.

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
        datasets: Names,
        given: Mapping[str, pd.DataFrame],
        *,
        threads: int = 1,
        pairs: Pairs | None = None,
        comparisons: int | None = None,
    ) -> None:
        self._study, self._threads, self._tables = study, threads, dict(given)
        self._values, self._posteriors = values, posteriors
        self._datasets, self._pairs = datasets, pairs or study.unordered_pairs
        # Where `pairs` are given all of them are adjusted for, whatever the control.
        self._family_control = None if pairs else study["control"]
        self._comparisons = comparisons
        metric, scale = study["metric"], study["scale"]
        self._kind = metric_of(metric, study["foreign_metrics"], scale)
        self._means = means_of(values, metric, scale=scale).loc[[*datasets]]
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
        if name not in self._tables:
            table = self.unrounded(name)
            if self._study["scale"] == "order":
                table = in_order(name, table)
            self._tables[name] = round_as_written(table)
        return self._tables[name]

    def unrounded(self, name: str) -> pd.DataFrame:
        """Return a table as its test makes it, or ``tested``.

        The latter is ``pairwise`` without the hierarchical model.
        """
        return getattr(self, f"_{name}")

    @cached_property
    def _full(self) -> Bools:
        """Mark the pairs that are tested in full; tests take a pair at least."""
        chosen = {"top": None} | self._study.top | self._study.pick("control")
        full = many.pairs_of_top(self["ranks"], self._pairs, **chosen)
        full[0] |= not full.any()
        return full

    @property
    def _all(self) -> dict[str, Any]:
        """The data sets and all pairs, with marks on those that are tested in full."""
        return {"datasets": self._datasets, "pairs": self._pairs, "full": self._full}

    @property
    def _tested_in_full(self) -> dict[str, Any]:
        """The data sets and the pairs that are tested in full."""
        pairs = [*itertools.compress(self._pairs, self._full)]
        return {"datasets": self._datasets, "pairs": pairs}

    @property
    def _folds(self) -> dict[str, Any]:
        """Correlation and number of the folds, and the data sets that have others."""
        return self._study.pick("rho rope folds") | {"designs": self._study.own_designs}

    @cached_property
    def _ranks(self) -> pd.DataFrame:
        return many.rank_table(self._means, **self._better)

    @cached_property
    def _hierarchical(self) -> pd.DataFrame:
        fitted = hierarchical_tests(
            self._posteriors,
            **self._tested_in_full,
            **self._folds,
            threads=self._threads,
        )
        return round_as_written(fitted)

    @cached_property
    def _tested(self) -> pd.DataFrame:
        return pairwise_tests(
            self._posteriors,
            self._means,
            **self._all,
            alpha=self._study["alpha"],
            bayesian=self._study.bayesian,
            kind=self._kind,
        )

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
        settings = self._study.predicted | {"control": self._family_control}
        return new_datasets(self._posteriors, **self._all, **settings, kind=self._kind)

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
            **self._study.pick("alpha rope"),
            control=self._family_control,
            comparisons=self._comparisons,
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
        return many.post_hoc_tests(
            self._means,
            self._tested,
            pairs=self._pairs,
            full=self._full,
            **self._better,
        )

    @cached_property
    def _control(self) -> pd.DataFrame:
        control = self._study["control"]
        return many.control_tests(self._means, control=control, **self._better)

    @cached_property
    def _rope(self) -> pd.DataFrame:
        curves = rope_curves(
            self._posteriors,
            self._tested[self._full],
            **self._tested_in_full,
            bayesian=self._study.bayesian,
            kind=self._kind,
        )
        return round_as_written(curves)

    @cached_property
    def _grouped(self) -> pd.DataFrame:
        study = self._study
        return grouped_decisions(
            self._posteriors,
            self._values,
            datasets=self._datasets,
            pairs=self._pairs,
            groups=study.groups,
            correlated_t=study.correlated_t,
            signed_rank=study.signed_rank,
            poisson=study.poisson if "poisson" in self else None,
        )

    @cached_property
    def _sensitivity(self) -> pd.DataFrame:
        settings = self._folds | self._study.pick("alpha")
        return policy_variants(
            self._posteriors, self._rope, **self._tested_in_full, **settings
        )

    @cached_property
    def _leave_one_out(self) -> pd.DataFrame:
        settings = self._tested_in_full | self._study.signed_rank
        return leave_one_out(self._posteriors, **settings)


def compare_on_common(
    study: Study, table: pd.DataFrame, *, ranks: pd.DataFrame
) -> dict[str, pd.DataFrame]:
    """Compare each pair on the data sets on which both have all results.

    Parameters
    ----------
    study : Study
        Settings of the tests.
    table : DataFrame
        Long; missing results are nan.
    ranks : DataFrame
        From `many_classifiers.rank_table`, to choose the pairs that are tested in full.

    Returns
    -------
    dict of str to DataFrame
        ``pairwise`` and ``adjusted``, with the number of data sets of each pair as n.
        p are adjusted by Holm's procedure; Shaffer's counts hypotheses that can be true
        together, which says nothing of different data sets: empty.
    """
    metric, control, pairs = study["metric"], study["control"], study.unordered_pairs
    has = table[metric].notna().groupby([table["dataset"], table["classifier"]]).all()
    complete = has.unstack().loc[table["dataset"].unique()]
    # Pairs with the same data sets are compared at once.
    groups: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for pair in pairs:
        common = complete.index[complete[[*pair]].all(axis=1)]
        groups.setdefault(tuple(common), []).append(pair)
    comparisons = sum(control in (None, *pair) for pair in pairs)
    design = study.design | {"designs": design_of(table)}
    tables: dict[str, list[pd.DataFrame]] = {"pairwise": [], "adjusted": []}
    for common, some in groups.items():
        names = list(dict.fromkeys(itertools.chain.from_iterable(some)))
        own = table[table["dataset"].isin(common) & table["classifier"].isin(names)]
        cells = design | {"datasets": common, "classifiers": names}
        if metric == "accuracy":
            values = collect(own, **cells)
        else:
            foreign = study["foreign_metrics"]
            values = collect_metrics(
                own, metrics=[metric], foreign_metrics=foreign, **cells
            )
        both = study.correlated_t | {"pairs": [*some, *(pair[::-1] for pair in some)]}
        compared = OverDatasets(
            study,
            values,
            run_correlated_t(values, **both),
            common,
            {"ranks": ranks},
            pairs=some,
            comparisons=comparisons,
        )
        tables["pairwise"].append(compared.unrounded("tested"))
        tables["adjusted"].append(compared.unrounded("decided"))
    keys = pd.MultiIndex.from_tuples(pairs, names=["row", "column"])
    joined = {
        name: pd.concat(parts).set_index(keys.names).loc[keys].reset_index()
        for name, parts in tables.items()
    }
    joined["adjusted"] = adjust_together(
        joined["adjusted"], **study.pick("alpha control")
    )
    if study["scale"] == "order":
        joined = {name: in_order(name, part) for name, part in joined.items()}
    return {name: round_as_written(part) for name, part in joined.items()}
