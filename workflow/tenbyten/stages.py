"""Compute each stage of the analysis: tables and settings in, tables out.

A stage is what one rule of the workflow computes. The rule's script reads its inputs,
calls the stage and writes what it returns; `tenbyten.compare` calls the same stages in
the same order. The rules before the analysis call functions of their rooms:
`datasets.sources`, `datasets.openml`, `datasets.making`, `datasets.folds` and
`engines.cross_validation`; the two after it `report.provenance` and `report.page`.

A stage imports what it needs when it is called, so that a job pays for its own alone.
Arguments of the same name mean the same in every stage:

table : DataFrame
    The counts and metrics of all panels, or results from elsewhere.
values : DataFrame
    The long table of accuracies, or of metrics, that the study compares.
posteriors : DataFrame
    From `run_correlated_t`.
failures : DataFrame
    From `accuracies.files.read_failures`. A data set on which a classifier failed
    is left out for all classifiers; without rows none is.
datasets : sequence of str
    The data sets of one subset, in the study's order.
variants, leave_one_out : dict of str to DataFrame
    By subset, the tables ``sensitivity`` and ``leave_one_out`` of `run_other_tests`.
labels : dict of str to str
    The classifiers' names for people.
policies : dict
    `Study.policies`: the settings that captions state.
design, settings
    `Study.design`, and the stage's own in `Study.arguments`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pandas import DataFrame

from tenbyten.accuracies import exclusions
from tenbyten.comparisons.files import round_as_written, write_comparisons
from tenbyten.files import PathLike, read_json, write_text
from tenbyten.metrics import NO_FOREIGN, Foreign, metric_of
from tenbyten.report.document import tables_in_latex, tables_in_markdown

Names = Sequence[str]
Labels = Mapping[str, str]
Settings = Mapping[str, Any]
Tables = Mapping[str, DataFrame]


class Tabulated(NamedTuple):
    """A table of numbers, for CSV, and the same for people; `latex` may be empty."""

    table: DataFrame
    markdown: str
    latex: str = ""

    def write(
        self, csv: PathLike, markdown: PathLike, latex: PathLike | None = None
    ) -> None:
        """Write the numbers as CSV, and the texts beside them."""
        write_comparisons(self.table, csv)
        write_text(self.markdown, markdown)
        if latex is not None:
            write_text(self.latex, latex)


def collect(
    table: DataFrame,
    failures: DataFrame,
    *,
    design: Settings,
    metrics: Names,
    metric: str = "accuracy",
    foreign_metrics: Foreign = NO_FOREIGN,
    duplicates: str = "refuse",
    checksums: Mapping[str, str] | None = None,
    seeds: int = 1,
    chosen: DataFrame | None = None,
    warned: DataFrame | None = None,
) -> dict[str, DataFrame]:
    """Make the long tables of counts and metrics, by the names of their files.

    ``accuracies`` if the table has them or they are compared, ``metrics`` if some are
    asked for, ``seeds`` if there are several, ``chosen`` if tuned classifiers chose
    settings, ``warnings`` if it is known what was `warned` of; `checksums` are those of
    the canonical tables of data sets where they are known, the others keys of the
    study.
    """
    from tenbyten.accuracies.design import CELL, common_runs
    from tenbyten.accuracies.long_table import collect, collect_metrics, refuse_copies
    from tenbyten.accuracies.trainings import count_warnings, seed_variances

    table, design = exclusions.leave_out(table, design, failures)
    tables = {}
    if metric == "accuracy" or "accuracy" in table or "correct" in table:
        tables["accuracies"] = collect(table, **design)
    if seeds > 1:
        tables["seeds"] = seed_variances(table, seeds=seeds, **design)
    if chosen is not None:
        kept = chosen[chosen["dataset"].isin(design["datasets"])]
        tables["chosen"] = kept.sort_values([*CELL, "seed"], kind="stable")
    if warned is not None:
        kept = warned[warned["dataset"].isin(design["datasets"])]
        kept = kept.sort_values("run", kind="stable")
        counted = count_warnings(kept, "dataset", "classifier")
        tables["warnings"] = counted.drop(columns="datasets")
    if metrics:
        asked: Settings = {"metrics": metrics, "foreign_metrics": foreign_metrics}
        tables["metrics"] = collect_metrics(table, **asked, **design)
    if duplicates == "refuse":
        name = "accuracies" if "accuracies" in tables else "metrics"
        number = "accuracy" if name == "accuracies" else metric
        refuse_copies(common_runs(tables[name]), number, checksums=checksums)
    return tables


def look(
    values: DataFrame,
    failures: DataFrame,
    *,
    origins: Mapping[str, Mapping[str, Any]],
    subsets: Mapping[str, Names],
    metric: str,
    foreign_metrics: Foreign,
    scale: str,
    **asked: Any,
) -> dict[str, Any]:
    """Judge which decisions are sure, and ask for the runs that the others need.

    `values` hold all runs that were asked for, `origins` the facts of data sets by
    name; `asked` are the other arguments of `comparisons.early_stopping.look`.
    """
    from tenbyten.comparisons.early_stopping import Size, look

    asked |= {"metric": metric, "kind": metric_of(metric, foreign_metrics, scale)}
    main = exclusions.main_subset(exclusions.subsets_left(subsets, failures))
    datasets = exclusions.enough_left(subsets[main], failures)
    sizes = {
        name: Size(x["instances"], x["attributes"] - 1, x["classes_declared"])
        for name, x in origins.items()
    }
    return look(values, datasets=datasets, sizes=sizes, **asked)


def compare_engines(
    native: DataFrame, weka: DataFrame, *, classifiers: Names, labels: Labels
) -> Tabulated:
    """Count the folds in which the counts of both engines agree."""
    from tenbyten.comparisons import parity
    from tenbyten.report.sections.agreement import parity_table

    compared = parity.compare_engines(native, weka, classifiers=classifiers)
    table = parity_table(compared, labels=labels)
    return Tabulated(compared, tables_in_markdown(table))


def run_correlated_t(values: DataFrame, **settings: Any) -> DataFrame:
    """Compare every pair on every data set by the correlated t-test."""
    from tenbyten.comparisons.on_each_dataset import compare_on_each

    return round_as_written(compare_on_each(values, **settings))


def run_mcnemar(
    predictions: Sequence[PathLike],
    failures: DataFrame,
    *,
    datasets: Names,
    pairs: Sequence[tuple[str, str]],
) -> DataFrame:
    """Compare every pair on every data set by McNemar's test, in every run.

    `predictions` are the archives that the study keeps, which are read run by run.
    """
    from tenbyten.accuracies.files import read_right
    from tenbyten.comparisons.on_each_dataset import mcnemar_tests

    right = read_right(predictions, exclusions.datasets_left(datasets, failures))
    return round_as_written(mcnemar_tests(right, pairs=pairs))


def run_poisson(
    posteriors: DataFrame, failures: DataFrame, *, datasets: Names, **settings: Any
) -> DataFrame:
    """Compare every pair over a subset by the Poisson test."""
    from tenbyten.comparisons.decisions import poisson_tests

    datasets = exclusions.enough_left(datasets, failures)
    return round_as_written(poisson_tests(posteriors, datasets=datasets, **settings))


def run_signed_rank(
    posteriors: DataFrame, failures: DataFrame, *, datasets: Names, **settings: Any
) -> DataFrame:
    """Compare every pair over a subset by the signed-rank test."""
    from tenbyten.comparisons.decisions import signed_rank_tests

    datasets = exclusions.enough_left(datasets, failures)
    tests = signed_rank_tests(posteriors, datasets=datasets, **settings)
    return round_as_written(tests)


def run_other_tests(
    values: DataFrame,
    posteriors: DataFrame,
    failures: DataFrame,
    *,
    datasets: Names,
    **settings: Any,
) -> dict[str, DataFrame]:
    """Run every test over a subset except Poisson and signed-rank.

    The tables are returned by the names of their files (`layout.COMPARISONS`). No table
    depends on the number of `threads`, one of the settings.
    """
    from tenbyten.comparisons.over_datasets import compare_over_datasets

    datasets = exclusions.enough_left(datasets, failures)
    tables = compare_over_datasets(values, posteriors, datasets=datasets, **settings)
    return {name: round_as_written(table) for name, table in tables.items()}


def tabulate(
    tables: Tables,
    failures: DataFrame,
    *,
    datasets: Names,
    span: tuple[int, int],
    labels: Labels,
    policies: Settings,
) -> Tabulated:
    """Lay a subset's decisions out: adjusted, and as Corani and Benavoli's Table 4.

    `tables` are the subset's ``poisson``, if that test can run, ``signed_rank``
    and ``adjusted``; `span` gives the numbers of its first and last data set.
    """
    from tenbyten.comparisons.decisions import decide
    from tenbyten.report.captions import heading
    from tenbyten.report.formatting import is_order
    from tenbyten.report.sections.decisions import adjusted_table, decision_tables

    decisions = decide(tables.get("poisson"), tables["signed_rank"])
    policies = {**policies, "left_out": exclusions.described(failures, datasets)}
    left = exclusions.datasets_left(datasets, failures)
    words: dict[str, Any] = {"labels": labels, "span": span, "policies": policies}
    words["heading"] = heading(span, [name for name in datasets if name not in left])
    adjusted = adjusted_table(tables["adjusted"], **words)
    if is_order(policies):
        texts = tables_in_markdown(adjusted), tables_in_latex(adjusted)
        return Tabulated(decisions, *texts)
    layout, behind = decision_tables(decisions, data_sets=len(left), **words)
    markdown = tables_in_markdown(adjusted, layout, behind)
    return Tabulated(decisions, markdown, tables_in_latex(adjusted, layout))


def tabulate_on_one_dataset(
    posteriors: DataFrame, *, labels: Labels, policies: Settings, **of_pairs: Any
) -> Tabulated:
    """Decide between every pair on the only data set, adjusted, and lay it out.

    `of_pairs` are the arguments ``dataset``, ``pairs`` and ``control`` of
    `decide_on_one_dataset`.
    """
    from tenbyten.comparisons.decisions import decide_on_one_dataset
    from tenbyten.report.sections.decisions import on_one_dataset_table

    alpha = policies["alpha"]
    decisions = decide_on_one_dataset(posteriors, alpha=alpha, **of_pairs)
    decisions = round_as_written(decisions)
    table = on_one_dataset_table(decisions, labels=labels, policies=policies)
    return Tabulated(decisions, tables_in_markdown(table), tables_in_latex(table))


def assess_sensitivity(
    variants: Tables, leave_one_out: Tables, *, labels: Labels, policies: Settings
) -> Tabulated:
    """Find the policies and data sets that would change a decision."""
    from tenbyten.comparisons.sensitivity import sensitivity
    from tenbyten.report.sections.sensitivity import sensitivity_tables

    assessed = sensitivity(variants, leave_one_out, policies=policies)
    tables = sensitivity_tables(assessed, labels=labels, policies=policies)
    return Tabulated(assessed, tables_in_markdown(*tables), tables_in_latex(*tables))


def compare_with_published(
    decisions: Tables,
    variants: Tables,
    *,
    published: Settings,
    labels: Labels,
    policies: Settings,
) -> Tabulated:
    """Compare decisions, tables of `tabulate` by subset, with published ones.

    `published` is the study's key of that name. Every policy is tried, so that a
    table says under which of them a decision comes out.
    """
    from tenbyten.comparisons import agreement
    from tenbyten.report.sections.agreement import agreement_tables

    theirs, sides = published["decisions"], policies["signed_rank_sides"]
    variant = {"decisions": theirs, "policies": policies}
    compared = agreement.against_published(decisions, decisions=theirs, sides=sides)
    under = agreement.published_under_policies(variants, **variant)
    compared["comes_out_under"] = under["comes_out_under"]
    by_policy = agreement.agreement_by_policy(variants, **variant)
    words: Any = {"labels": labels, "alpha": policies["alpha"]}
    words["source"] = published["source"]
    tables = agreement_tables(compared, by_policy, **words)
    return Tabulated(compared, tables_in_markdown(*tables))


def draw(
    values: DataFrame,
    posteriors: DataFrame,
    comparisons: Mapping[str, Tables],
    failures: DataFrame,
    folder: PathLike,
    *,
    formats: Sequence[str] = ("svg",),
    processes: int,
    settings: Settings,
    measured: Sequence[DataFrame] = (),
    early_stopping: PathLike | tuple[()] = (),
) -> None:
    """Draw every figure of a study into a folder, in each of the formats.

    `comparisons` are tables of `run_other_tests`, by subset and name, and `measured`
    long tables besides `values`; so many `processes` draw at once. `early_stopping` is
    the file of its last look, where there are looks.
    """
    from tenbyten.accuracies.values import means_of
    from tenbyten.comparisons.costs import cost_tables
    from tenbyten.report.figures.drawing import write_figures
    from tenbyten.report.figures.plan import FigureSettings, StudyTables, plan

    subsets = exclusions.subsets_left(settings["subsets"], failures)
    figures = FigureSettings(**{**settings, "subsets": subsets})
    means = means_of(values, figures.metric, scale=figures.scale)
    costs = cost_tables([values, *measured], subsets, settings)
    runs = read_json(early_stopping)["runs"] if early_stopping else None
    tables = StudyTables(posteriors, means, comparisons, costs, runs)
    planned = plan(tables, figures)
    write_figures(planned, folder, formats=formats, processes=processes)
