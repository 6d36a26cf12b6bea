"""Contents of the page, gathered from a study's tables."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from markupsafe import Markup

from tenbyten.comparisons.costs import cost_tables
from tenbyten.comparisons.many_classifiers import best_of
from tenbyten.files import PathLike
from tenbyten.metrics import METRICS, Metric, metric_of
from tenbyten.report.captions import caption
from tenbyten.report.formatting import is_order, shorten_list
from tenbyten.results.exclusions import described, main_subset, subsets_left
from tenbyten.results.values import (
    deviations_of,
    is_recovered,
    means_of,
    rounding_errors,
)
from tenbyten.tables.our_csv import read_table

# Most data sets that a heading names as left out.
_MOST_LEFT_OUT = 3


class Contents(NamedTuple):
    """Everything that the page shows.

    Attributes
    ----------
    name : str
        The study's name.
    settings : dict
        Every key of the study file, defaults filled in, and `Study.policies`.
    labels : dict of str to str
        The classifiers' names for people, in the study's order.
    subsets, spans : dict by subset
        Its data sets; numbers of its first and last data set.
    left_out : dict of str to sequence of str
        By subset the data sets that failures left out.
    precision : str
        How values with few digits were treated; empty where they have all.
    means, deviations : DataFrame of shape (datasets, classifiers)
        Of the study's metric over all folds; an accuracy is a fraction. On the scale
        ``ratio`` they are those of natural logarithms. A single score has no
        deviation: nan.
    posteriors : DataFrame
        From `comparisons.on_each_dataset.compare_on_each`.
    decisions : dict of str to DataFrame
        From `comparisons.decisions.decide` by subset; on one data set from
        `comparisons.decisions.decide_on_one_dataset`.
    by_subset : dict of str to dict of str to DataFrame
        Other comparisons, by subset and the stem of their file, and ``decided``:
        see `over_datasets.OverDatasets`; none on one data set.
    sensitivity, published : DataFrame or None
        From `comparisons.sensitivity.sensitivity` and
        `comparisons.agreement.against_published`.
    origins : dict of str to dict
        Source, checksums and facts of each data set, and its folds' checksums; empty
        for imported accuracies.
    figures : sequence
        Lines of figures/index.csv (`figures.drawing.PlannedFigure`, `title` and `alt`)
        with the drawing `svg`.
    provenance : dict
        From `provenance.collect_provenance`.
    failures : DataFrame or None
        From `results.files.read_failures`; None if nothing failed.
    groups : dict of str to sequence of str
        Data sets that share a source, by its name.
    mcnemar : DataFrame or None
        From `comparisons.on_each_dataset.mcnemar_tests`, where predictions are kept.
    others : dict of str to tuple of (DataFrame, DataFrame)
        Means and deviations of every other metric that was measured, nan where it is
        undefined in a fold.
    not_tested : dict of str to sequence of str
        The names of the tests that could not run, by the reason in words.
    further : dict of str to Markup
        By further compared metrics `page.board_in_html`: verdict and classifiers.
    read : str
        How columns of results from elsewhere were interpreted; empty if unknown.
    costs : dict of str to DataFrame
        From `comparisons.costs.cost_tables`.
    seeds, chosen : DataFrame or None
        From `results.trainings`, of several seeds and of tuned classifiers.
    warnings : DataFrame or None
        From `results.trainings`, by classifier; None of imported results.
    early_stopping : dict
        Findings of the last look, with the number of `looks`; empty without looks, or
        if they were about another metric.
    """

    name: str
    settings: dict[str, Any]
    labels: dict[str, str]
    subsets: dict[str, list[str]]
    spans: dict[str, tuple[int, int]]
    means: pd.DataFrame
    deviations: pd.DataFrame
    posteriors: pd.DataFrame
    decisions: dict[str, pd.DataFrame]
    by_subset: Mapping[str, Mapping[str, pd.DataFrame]]
    sensitivity: pd.DataFrame | None = None
    published: pd.DataFrame | None = None
    origins: Mapping[str, dict[str, Any]] = {}
    figures: Sequence[Any] = ()
    provenance: Mapping[str, Any] = {}
    failures: pd.DataFrame | None = None
    precision: str = ""
    groups: Mapping[str, Sequence[str]] = {}
    mcnemar: pd.DataFrame | None = None
    others: Mapping[str, tuple[pd.DataFrame, pd.DataFrame]] = {}
    not_tested: Mapping[str, Sequence[str]] = {}
    left_out: Mapping[str, Sequence[str]] = {}
    further: Mapping[str, Markup] = {}
    read: str = ""
    costs: Mapping[str, pd.DataFrame] = {}
    seeds: pd.DataFrame | None = None
    chosen: pd.DataFrame | None = None
    warnings: pd.DataFrame | None = None
    early_stopping: Mapping[str, Any] = {}

    def heading(self, subset: str) -> str:
        """Name a subset by its first and last number, and the data sets left out."""
        first, last = self.spans[subset]
        words = f"Data sets {first}-{last}" if first != last else f"Data set {first}"
        left_out = self.left_out.get(subset, ())
        without = shorten_list("; ".join(left_out), most=_MOST_LEFT_OUT)
        return f"{words} without {without}" if without else words

    def best(self, subset: str) -> dict[str, str]:
        """Return the labels of the classifiers whose pairs the key `top` shows."""
        if self.on_one_dataset or not (top := self.settings.get("top")):
            return self.labels
        best = best_of(self.by_subset[subset]["ranks"], top)
        names = {*best, self.settings["control"]}
        return {name: label for name, label in self.labels.items() if name in names}

    @property
    def metric(self) -> str:
        """Name of the metric that is compared."""
        return self.settings["metric"]

    @property
    def higher_is_better(self) -> bool:
        """Whether more of the metric is better."""
        return self.kind_of(self.metric).higher_is_better

    def kind_of(self, metric: str) -> Metric:
        """Return the properties of a metric, measured here or by another program."""
        return metric_of(metric, self.settings["foreign_metrics"])

    @property
    def has_spread(self) -> bool:
        """Whether there are several folds on a data set."""
        return bool(self.deviations.notna().any(axis=None))

    @property
    def runs(self) -> pd.DataFrame:
        """Runs that early stopping made, of shape (datasets, classifiers)."""
        runs = pd.DataFrame.from_dict(self.early_stopping["runs"], orient="index")
        return runs.loc[self.datasets, list(self.labels)]

    @property
    def datasets(self) -> list[str]:
        """Names of all data sets, in the study's order."""
        return list(self.means.index)

    @property
    def on_one_dataset(self) -> bool:
        """Whether the study has one data set, on which alone the decisions are."""
        return len(self.means) == 1

    @property
    def main(self) -> str:
        """The subset shown first: the largest, of equal ones the last."""
        return main_subset(self.subsets)

    @property
    def reference(self) -> str:
        """The classifier that others are marked against on each data set."""
        return self.settings["control"] or next(iter(self.labels))


def contents_of(
    values: pd.DataFrame,
    measured: Sequence[pd.DataFrame],
    comparisons: Mapping[str, Mapping[str, pd.DataFrame]],
    failures: pd.DataFrame,
    *,
    settings: dict[str, Any],
    subsets: dict[str, list[str]],
    **others: Any,
) -> Contents:
    """Gather the contents of the page from a study's tables.

    Parameters
    ----------
    values : DataFrame
        The long table that is compared.
    measured : sequence of DataFrame
        The other long tables.
    comparisons : dict of str to dict of str to DataFrame
        By subset and name.
    failures : DataFrame
        From `results.files.read_failures`.
    settings, subsets, **others
        Attributes of `Contents`; failures are not yet left out of `subsets`.

    Returns
    -------
    Contents
    """
    metric, scale = settings["metric"], settings.get("scale", "difference")
    if is_order(settings):
        # Sensitivity varies policies of the signed-rank test, which takes sizes.
        others["sensitivity"] = None
    left = subsets_left(subsets, failures)
    return Contents(
        settings=settings | {"left_out": described(failures)},
        subsets=left,
        left_out={x: [y for y in subsets[x] if y not in left[x]] for x in subsets},
        means=means_of(values, metric, scale=scale),
        deviations=deviations_of(values, metric, scale=scale),
        by_subset={x: comparisons.get(x, {}) for x in subsets},
        failures=failures if len(failures) else None,
        precision=precision_sentence(values, metric, scale),
        costs=cost_tables([values, *measured], left, settings),
        others={
            other: (
                means_of(table, other, undefined=True),
                deviations_of(table, other, undefined=True),
            )
            for table in (values, *measured)
            for other in (*METRICS, *settings["foreign_metrics"])
            if other in table and other != metric
        },
        **others,
    )


def read_figures(folder: PathLike) -> list[Any]:
    """Read the index of a folder of figures, with each drawing as `svg`.

    Parameters
    ----------
    folder : path
        Written by `figures.drawing.write_figures`.

    Returns
    -------
    list of named tuple
    """
    lines = read_table(Path(folder, "index.csv"))
    files = (Path(folder, f"{name}.svg") for name in lines["name"])
    drawn = lines.assign(svg=[file.read_text(encoding="utf-8") for file in files])
    return [*drawn.itertuples(index=False)]


def precision_sentence(
    values: pd.DataFrame, metric: str, scale: str = "difference"
) -> str:
    """Describe recovered counts and differences taken for 0; empty without either."""
    recovered, errors = "", rounding_errors(values, metric, scale=scale)
    if is_recovered(values):
        known = values[["dataset", "correct"]].groupby("dataset").count()["correct"]
        recovered = _share(np.asarray(known > 0))
    return caption(
        "precision",
        metric=metric,
        recovered=recovered,
        rounded=_share(errors > 0) if np.any(errors) else "",
        most=np.max(errors, initial=0),
        is_ratio=scale == "ratio",
    )


def _share(marks: np.ndarray) -> str:
    """Count the marked data sets."""
    return f"{np.count_nonzero(marks)} of {len(marks)} data sets"
