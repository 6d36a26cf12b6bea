"""Compute each stage of the analysis: tables and settings in, tables out.

A stage is what one rule of the workflow computes. The rule's script reads its inputs,
calls the stage and writes what it returns; `tenbyten.compare` calls the same stages in
the same order. The rules before them are functions of their rooms:

====================  ==========================================================
rule                  function
====================  ==========================================================
fetch_dataset         `dataset.sources.fetch`
fetch_splits          `dataset.sources.fetch_splits`
make_canonical        `dataset.sources.make_canonical`
split                 `folds.split.split`
crossvalidate         `engines.cross_validation.judge_panel`
collect,
import_accuracies     `collect_accuracies`, `collect_metrics`
compare_engines       `compare_engines`
run_correlated_t      `run_correlated_t`
run_poisson           `run_poisson`
run_signed_rank       `run_signed_rank`
run_other_tests       `run_other_tests`
tabulate              `tabulate`
assess_sensitivity    `assess_sensitivity`
compare_with_         `compare_with_published`
published
draw                  `draw`
record_provenance     `report.provenance.collect_provenance`
report                `report.page.render`
====================  ==========================================================

`failures` are those of `accuracies.left_out.read_failures`: a data set on which a
classifier failed is left out of every stage, for all classifiers. Without rows
nothing is. Each stage imports what it needs when it is called: a job pays for its own
stage alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd

from tenbyten.accuracies import left_out
from tenbyten.files import PathLike, write_text


class Tabulated(NamedTuple):
    """A table of numbers, and what people read of it.

    Attributes
    ----------
    table : DataFrame
        The numbers, for CSV.
    markdown : str
    latex : str
        Empty where there is none.
    """

    table: pd.DataFrame
    markdown: str
    latex: str = ""

    def write(
        self, csv: PathLike, markdown: PathLike, latex: PathLike | None = None
    ) -> None:
        """Write the numbers as CSV, and the rest beside it."""
        from tenbyten.comparisons.files import write_comparisons

        write_comparisons(self.table, csv)
        write_text(self.markdown, markdown)
        if latex is not None:
            write_text(self.latex, latex)


def collect_accuracies(
    counts: Iterable[pd.DataFrame], failures: pd.DataFrame, **design: Any
) -> pd.DataFrame:
    """Join the counts of all panels into the long table of accuracies.

    Parameters
    ----------
    counts : iterable of DataFrame
        As `accuracies.table.collect` takes them.
    failures : DataFrame
    **design
        `Study.design`.

    Returns
    -------
    DataFrame
    """
    from tenbyten.accuracies.table import collect

    design = left_out.design_left(design, failures)
    return collect(left_out.leave_out(counts, failures), **design)


def collect_metrics(
    measured: Iterable[pd.DataFrame],
    failures: pd.DataFrame,
    *,
    metrics: Sequence[str],
    **design: Any,
) -> pd.DataFrame | None:
    """Join the metrics of all panels into their long table.

    Parameters
    ----------
    measured : iterable of DataFrame
        As `accuracies.metric_values.collect_metrics` takes them.
    failures : DataFrame
    metrics : sequence of str
        The metrics that the study asks for.
    **design
        `Study.design`.

    Returns
    -------
    DataFrame or None
        None where the study asks for no metrics.
    """
    from tenbyten.accuracies.metric_values import collect_metrics

    if not metrics:
        return None
    design = left_out.design_left(design, failures)
    measured = left_out.leave_out(measured, failures)
    return collect_metrics(measured, metrics=metrics, **design)


def compare_engines(
    native: pd.DataFrame,
    weka: pd.DataFrame,
    *,
    classifiers: Sequence[str],
    labels: Mapping[str, str],
) -> Tabulated:
    """Count the folds in which the native engine and WEKA agree.

    Parameters
    ----------
    native, weka : DataFrame
        The counts of either engine.
    classifiers : sequence of str
        Those that both engines ran.
    labels : dict of str to str
        The classifiers' names for people.

    Returns
    -------
    Tabulated
    """
    from tenbyten.comparisons import parity

    compared = parity.compare_engines(native, weka, classifiers=classifiers)
    return Tabulated(compared, parity.parity_in_markdown(compared, labels=labels))


def run_correlated_t(values: pd.DataFrame, **settings: Any) -> pd.DataFrame:
    """Compare every pair on every data set by the correlated t-test.

    Parameters
    ----------
    values : DataFrame
        The long table of accuracies or metrics.
    **settings
        `Study.on_each_dataset`.

    Returns
    -------
    DataFrame
        The posteriors: from `comparisons.on_each_dataset.compare_on_each`.
    """
    from tenbyten.comparisons.files import as_written
    from tenbyten.comparisons.on_each_dataset import compare_on_each

    return as_written(compare_on_each(values, **settings))


def run_poisson(
    posteriors: pd.DataFrame,
    failures: pd.DataFrame,
    *,
    datasets: Sequence[str],
    **settings: Any,
) -> pd.DataFrame:
    """Compare every pair over a subset by the Poisson test.

    Parameters
    ----------
    posteriors : DataFrame
        From `run_correlated_t`.
    failures : DataFrame
    datasets : sequence of str
        The subset.
    **settings
        `Study.poisson`.

    Returns
    -------
    DataFrame
        From `comparisons.poisson.poisson_tests`.
    """
    from tenbyten.comparisons.files import as_written
    from tenbyten.comparisons.poisson import poisson_tests

    datasets = left_out.datasets_left(datasets, failures)
    return as_written(poisson_tests(posteriors, datasets=datasets, **settings))


def run_signed_rank(
    posteriors: pd.DataFrame,
    failures: pd.DataFrame,
    *,
    datasets: Sequence[str],
    **settings: Any,
) -> pd.DataFrame:
    """Compare every pair over a subset by the signed-rank test.

    Parameters
    ----------
    posteriors, failures, datasets
        As in `run_poisson`.
    **settings
        `Study.signed_rank`.

    Returns
    -------
    DataFrame
        From `comparisons.signed_rank.signed_rank_tests`.
    """
    from tenbyten.comparisons.files import as_written
    from tenbyten.comparisons.signed_rank import signed_rank_tests

    datasets = left_out.datasets_left(datasets, failures)
    return as_written(signed_rank_tests(posteriors, datasets=datasets, **settings))


def run_other_tests(
    values: pd.DataFrame,
    posteriors: pd.DataFrame,
    signed_rank: pd.DataFrame,
    failures: pd.DataFrame,
    *,
    datasets: Sequence[str],
    **settings: Any,
) -> dict[str, pd.DataFrame]:
    """Run every test over a subset except Poisson and signed-rank.

    Parameters
    ----------
    values : DataFrame
        The long table of accuracies or metrics.
    posteriors, failures, datasets
        As in `run_poisson`.
    signed_rank : DataFrame
        From `run_signed_rank`.
    **settings
        `Study.over_datasets`.

    Returns
    -------
    dict of str to DataFrame
        By the names of their files in ``comparisons/<subset>/``.
    """
    from tenbyten.accuracies.means import means_of
    from tenbyten.comparisons.over_datasets import compare_over_datasets

    return compare_over_datasets(
        posteriors,
        means_of(values, settings["metric"]),
        signed_rank,
        datasets=left_out.datasets_left(datasets, failures),
        **settings,
    )


def tabulate(
    poisson: pd.DataFrame,
    signed_rank: pd.DataFrame,
    failures: pd.DataFrame,
    *,
    datasets: Sequence[str],
    span: tuple[int, int],
    labels: Mapping[str, str],
    policies: Mapping[str, Any],
) -> Tabulated:
    """Lay a subset's decisions out as Table 4 of Corani and Benavoli (2015).

    Parameters
    ----------
    poisson, signed_rank : DataFrame
        From `run_poisson` and `run_signed_rank`.
    failures : DataFrame
    datasets : sequence of str
        The subset.
    span : tuple of (int, int)
        Numbers of its first and last data set.
    labels : dict of str to str
        The classifiers' names for people.
    policies : dict
        `Study.policies`, for the caption.

    Returns
    -------
    Tabulated
    """
    from tenbyten.comparisons.decisions import decide, in_latex, in_markdown

    decisions = decide(poisson, signed_rank)
    policies = {**policies, "left_out": left_out.described(failures, datasets)}
    layout = {"labels": labels, "span": span, "policies": policies}
    return Tabulated(
        decisions,
        in_markdown(decisions, **layout),
        in_latex(decisions, **layout),
    )


def assess_sensitivity(
    variants: Mapping[str, pd.DataFrame],
    leave_one_out: Mapping[str, pd.DataFrame],
    *,
    labels: Mapping[str, str],
    policies: Mapping[str, Any],
) -> Tabulated:
    """Find the policies and data sets that would change a decision.

    Parameters
    ----------
    variants, leave_one_out : dict of str to DataFrame
        By subset, ``sensitivity`` and ``leave_one_out`` of `run_other_tests`.
    labels : dict of str to str
        The classifiers' names for people.
    policies : dict
        `Study.policies`.

    Returns
    -------
    Tabulated
    """
    from tenbyten.comparisons import stability

    assessed = stability.stability(variants, leave_one_out, policies=policies)
    layout = {"labels": labels, "policies": policies}
    return Tabulated(
        assessed,
        stability.in_markdown(assessed, **layout),
        stability.in_latex(assessed, **layout),
    )


def compare_with_published(
    decisions: Mapping[str, pd.DataFrame],
    variants: Mapping[str, pd.DataFrame],
    *,
    published: Mapping[str, Any],
    labels: Mapping[str, str],
    policies: Mapping[str, Any],
) -> Tabulated:
    """Compare decisions with published ones, under every policy.

    Parameters
    ----------
    decisions : dict of str to DataFrame
        By subset, the tables of `tabulate`.
    variants : dict of str to DataFrame
        By subset, ``sensitivity`` of `run_other_tests`.
    published : dict
        `Study.published`.
    labels, policies
        As in `assess_sensitivity`.

    Returns
    -------
    Tabulated
    """
    from tenbyten.comparisons.published import (
        against_published,
        published_in_markdown,
        with_policies,
    )
    from tenbyten.comparisons.stability import (
        agreement_by_policy,
        published_under_policies,
    )

    of_study = {"decisions": published["decisions"], "policies": policies}
    compared = with_policies(
        against_published(
            decisions,
            decisions=published["decisions"],
            sides=policies["signed_rank_sides"],
        ),
        published_under_policies(variants, **of_study),
    )
    text = published_in_markdown(
        compared,
        agreement_by_policy(variants, **of_study),
        source=published["source"],
        labels=labels,
        policies=policies,
    )
    return Tabulated(compared, text)


def draw(
    values: pd.DataFrame,
    posteriors: pd.DataFrame,
    ranks: Mapping[str, pd.DataFrame],
    failures: pd.DataFrame,
    folder: PathLike,
    *,
    processes: int,
    settings: Mapping[str, Any],
) -> None:
    """Draw every figure of a study as SVG and PDF.

    Parameters
    ----------
    values : DataFrame
        The long table of accuracies or metrics.
    posteriors : DataFrame
        From `run_correlated_t`.
    ranks : dict of str to DataFrame
        By subset, ``ranks`` of `run_other_tests`.
    failures : DataFrame
    folder : path
        Where the figures and their index go.
    processes : int
        How many figures are drawn at once.
    settings : dict
        `Study.drawing`.
    """
    from tenbyten.accuracies.means import means_of
    from tenbyten.report.figures.choice import draw_study
    from tenbyten.report.figures.study_figures import StudyTables

    draw_study(
        StudyTables(posteriors, means_of(values, settings["metric"]), dict(ranks)),
        folder,
        processes=processes,
        **{
            **settings,
            "subsets": left_out.subsets_left(settings["subsets"], failures),
        },
    )
