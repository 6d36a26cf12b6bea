"""Compare classifiers from a table of accuracies, without Snakemake."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd
import yaml
from markupsafe import Markup

from tenbyten import stages
from tenbyten.accuracies.design import design_of
from tenbyten.accuracies.files import read_failures
from tenbyten.accuracies.headings import known_metric
from tenbyten.accuracies.results import Source, read_results
from tenbyten.accuracies.sizes import read_rho
from tenbyten.accuracies.values import means_of
from tenbyten.comparisons.files import write_comparisons
from tenbyten.files import PathLike, write_json, write_text
from tenbyten.layout import Layout
from tenbyten.report import document, page, summary, text
from tenbyten.report.contents import Contents, contents_of, read_figures
from tenbyten.report.html import stylesheet
from tenbyten.report.provenance import collect_provenance
from tenbyten.report.summary import Summary
from tenbyten.study import (
    Study,
    compared_metrics,
    foreign_metric_names,
    make_study_of_table,
    rename_for_files,
)
from tenbyten.tables.our_csv import write_table
from tenbyten.words import list_first

if TYPE_CHECKING:
    from tenbyten.report.plots import Plots

# By the names of their files.
Tables = dict[str, pd.DataFrame]

# A table in memory has every cell, or is refused.
_NO_FAILURES = read_failures([])


class Comparison(NamedTuple):
    """Classifiers compared, on each data set and over each subset.

    Attributes
    ----------
    study : Study
        The settings, defaults filled in.
    measured : dict of str to DataFrame
        The long tables, checked and in order: ``accuracies`` and, with the setting
        `metrics`, ``metrics``, as far as the table has them.
    posteriors : DataFrame
        Every pair on every data set: `stages.run_correlated_t`.
    subsets : dict of str to dict of str to DataFrame
        By subset the tables of its tests, by the names of their files in the README;
        empty for one data set.
    tabulated : dict of str to Tabulated
        By subset its decisions: `stages.tabulate` or `stages.tabulate_on_one_dataset`.
    sensitivity : Tabulated or None
        Which decisions over data sets are stable, and what changes the others; None
        for one data set.
    published : Tabulated or None
        The decisions against published ones, where the settings give some.
    metrics : dict of str to Comparison
        The comparisons by further metrics, where the setting `metric` is a list.
    read : str
        What was taken for what in the results that were given, in two lines.
    """

    study: Study
    measured: Tables
    posteriors: pd.DataFrame
    subsets: dict[str, Tables]
    tabulated: dict[str, stages.Tabulated]
    sensitivity: stages.Tabulated | None = None
    published: stages.Tabulated | None = None
    metrics: Mapping[str, Comparison] = {}
    read: str = ""

    @property
    def values(self) -> pd.DataFrame:
        """The long table that was compared."""
        return self.measured[self.study.compared]

    @property
    def _others(self) -> list[pd.DataFrame]:
        """The long tables that were not compared."""
        compared = self.study.compared
        return [table for x, table in self.measured.items() if x != compared]

    @property
    def decisions(self) -> dict[str, pd.DataFrame]:
        """By subset the decisions of the Poisson and the signed-rank test.

        On one data set those of the correlated t-test.
        """
        return {subset: tabulated.table for subset, tabulated in self.tabulated.items()}

    @property
    def stability(self) -> pd.DataFrame:
        """The decisions that are stable, and what changes the others.

        On one data set a ValueError: it is about tests over data sets.
        """
        if self.sensitivity is None:
            raise ValueError(
                "stability: there is one data set; it is about the decisions of tests "
                "over data sets, so give a table of two or more"
            )
        return self.sensitivity.table

    def __str__(self) -> str:
        """Return the answer: a verdict, a table of the classifiers, what to mind."""
        return summary.in_text(self._answer())

    def __repr__(self) -> str:
        """Return the same in 30 lines, with ten classifiers at most."""
        return summary.in_text(self._answer(), most=10, most_lines=29)

    def _repr_markdown_(self) -> str:
        """Return the verdict and the table of the classifiers."""
        answer = self._answer()
        board = document.tables_in_markdown(summary.leaderboard(answer))
        parts = [summary.headline(answer), board]
        for metric, comparison in self.metrics.items():
            parts.append(f"By {metric}: {comparison._repr_markdown_()}")
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        """Return the same, each line with a plot."""
        shown = f"<style>{stylesheet('board')}</style>{self.to_html()}"
        for metric, comparison in self.metrics.items():
            shown += f"<h3>By {metric}</h3>{comparison.to_html()}"
        return shown

    def answer(self) -> dict[str, Any]:
        """Return verdict, classifiers and cautions as they can be written in JSON."""
        said = summary.in_json(self._answer())
        by = {metric: of.answer() for metric, of in self.metrics.items()}
        return said | ({"metrics": by} if by else {})

    def summary(self) -> pd.DataFrame:
        """Return a line a classifier by mean rank, against the best or the control.

        Of ratios mean, difference, low and high are natural logarithms.
        """
        return self._answer().standings

    def pairs(self) -> pd.DataFrame:
        """Return a line a pair: its difference, interval and p, adjusted over all.

        Of ratios differences and intervals are natural logarithms.
        """
        if self.sensitivity is None:
            return next(iter(self.decisions.values()))
        return self.subsets[self._answer().subset]["adjusted"]

    def text(self) -> str:
        """Return methods and results for a paper, in Markdown with citation keys."""
        answer = self._answer()
        said = text.methods(answer), text.results(answer)
        return "\n\n".join(map(text.in_markdown, said))

    def to_latex(self) -> str:
        """Return the table of the classifiers in LaTeX."""
        return document.tables_in_latex(summary.leaderboard(self._answer()))

    def to_html(self) -> Markup:
        """Return verdict and table of the classifiers in HTML, each line with a plot.

        They are of the first metric alone.
        """
        return page.board_in_html(self._answer())

    @property
    def plot(self) -> Plots:
        """Plots: ``intervals``, ``ranks``, ``differences(a, b)`` and ``heatmap``.

        Each returns Matplotlib axes, and takes them as `ax`.
        """
        # Matplotlib takes most of a second to import.
        from tenbyten.report.figures.plan import FigureSettings, StudyTables
        from tenbyten.report.plots import Plots

        means = means_of(self.values, self.study["metric"], **self.study.own_scale)
        tables = StudyTables(self.posteriors, means, self.subsets)
        settings = FigureSettings(**self.study.arguments["draw"])
        return Plots(self._answer(), tables, settings)

    def report(self, path: PathLike) -> None:
        """Write the page with the answer into one file; `write` writes all files."""
        contents = self._contents(Path(path).stem)
        write_text(page.render(summary.summarise(contents, contents.main)), path)

    def write(self, folder: PathLike, *, processes: int = 1) -> None:
        """Write tables, figures and the report into a folder.

        It is made where it is missing. It gets the files of ``results/<study>/``,
        `report.html` first of all; and ``study.yaml`` and ``datasets.tsv``, with
        which the workflow makes them from the accuracies among these files. Further
        metrics have theirs in ``metrics/<metric>/``.

        Figures are drawn by so many processes, which are forks of this one: more than
        one are for a process without other threads, such as those of a JVM.
        """
        folder, at = Path(folder), Layout(folder)
        folder.mkdir(parents=True, exist_ok=True)
        for name, table in self.measured.items():
            write_table(table, getattr(at, name))
        self._write_study(folder)
        self.write_results(folder, at, processes)
        for metric, by in self.metrics.items():
            further = Layout(at.further.format(metric=metric))
            by.write_results(folder, further, processes)

    def write_results(self, folder: Path, at: Layout, processes: int) -> None:
        """Write what is of this metric alone, the values being in `folder`."""
        for file in (at.correlated_t, at.published):
            Path(file).parent.mkdir(parents=True, exist_ok=True)
        write_comparisons(self.posteriors, at.correlated_t)
        for subset, tables in self.subsets.items():
            for name, table in tables.items():
                path = Path(getattr(at, name).format(subset=subset))
                path.parent.mkdir(exist_ok=True)
                write_comparisons(table, path)
        for subset, decisions in self.tabulated.items():
            forms = (at.decisions, at.decisions_markdown, at.decisions_latex)
            decisions.write(*(form.format(subset=subset) for form in forms))
        if self.sensitivity is not None:
            texts = at.sensitivity_summary_markdown, at.sensitivity_summary_latex
            self.sensitivity.write(at.sensitivity_summary, *texts)
        if self.published is not None:
            self.published.write(at.published, at.published_markdown)
        drawn = self.values, self.posteriors, self.subsets, _NO_FAILURES
        how = {"processes": processes, "settings": self.study.arguments["draw"]}
        stages.draw(*drawn, at.figures, **how, measured=self._others)
        self._write_report(folder, at)

    def _write_study(self, folder: Path) -> None:
        """Write the study's file and its sheet."""
        study = self.study
        settings = {key: x for key, x in study.settings.items() if x is not None}
        if study.further:
            ropes = {x["metric"]: x["rope"] for x in (study, *study.further.values())}
            settings |= {"metric": list(ropes), "rope": ropes}
        written = yaml.safe_dump(settings, sort_keys=False, allow_unicode=True)
        write_text(written, folder / "study.yaml")
        group = {name: x for x, names in study.groups.items() for name in names}
        rows = [f"{name}\t{group.get(name, '')}" for name in study.datasets]
        write_text("\n".join(["name\tgroup", *rows]) + "\n", folder / "datasets.tsv")

    def _write_report(self, folder: Path, at: Layout) -> None:
        """Write the page about a study in `folder`."""
        file = folder / "study.yaml"
        values = getattr(Layout(folder), self.study.compared)
        provenance = collect_provenance(
            study_file=file,
            sheet=folder / "datasets.tsv",
            values=values,
            command=f"tenbyten run {file.name} --config accuracies={Path(values).name}",
        )
        write_json(provenance, at.provenance)
        name, figures = folder.resolve().name, read_figures(at.figures)
        contents = self._contents(name, figures=figures, provenance=provenance)
        forms = "report details summary answer text_markdown text_latex exported"
        page.write_report(contents, **{x: getattr(at, x) for x in forms.split()})

    def _answer(self) -> Summary:
        """Answer over the largest subset."""
        contents = self._contents("comparison")
        return summary.summarise(contents, contents.main)

    def _contents(self, name: str, **more: Any) -> Contents:
        """Gather what the report shows."""
        return contents_of(
            self.values,
            self._others,
            self.subsets,
            _NO_FAILURES,
            name=name,
            posteriors=self.posteriors,
            decisions=self.decisions,
            sensitivity=self.sensitivity and self.sensitivity.table,
            published=self.published and self.published.table,
            further={x: by.to_html() for x, by in self.metrics.items()},
            read=self.read,
            **more,
            **self.study.arguments["report"],
        )


def compare(
    source: Source,
    *,
    columns: Mapping[str, str] | None = None,
    classifiers: str | None = None,
    unit: str | None = None,
    better: str | None = None,
    sheet: str | None = None,
    **settings: Any,
) -> Comparison:
    """Compare classifiers by all tests of the package.

    Parameters
    ----------
    source : path, sequence of paths, DataFrame or dict
        Results: a file (CSV, Excel, Parquet, a table in LaTeX or Markdown), several, a
        folder or a pattern; a table; or a dict of arrays. A table is long, a row a
        result, with columns for data set, classifier, run, fold, and tested and correct
        (counts) or a metric; or wide, a column a classifier, a row a data set; or
        transposed; or there is a file a classifier, with a column a run. Columns are
        known by usual headings (method, model, task, seed, acc, ...).
        Without run and fold there is one score for each data set and classifier,
        without fold there are train/test splits, without run one cross-validation. All
        classifiers have the same folds of a data set; data sets may have different
        numbers of them. Data sets and classifiers are taken in the order in which they
        appear; names that files cannot bear are changed, those of data sets in all
        tables, those of classifiers in files.
        Of one data set, a dict with an array for each classifier will do: of shape
        (runs, folds), or of shape (runs * folds,) with the setting `runs`; the setting
        `dataset` names the data set. It may hold what scikit-learn's `cross_validate`
        returns in place of arrays, or by data set such dicts (of unknown names with
        ``classifiers="rows"``), or be the `cv_results_` of a search.
    columns : dict of str to str, optional
        By dataset, classifier, run, fold, tested, correct or a metric the column that
        has it, if its heading does not tell.
    classifiers : {"columns", "rows", "files"}, optional
        Where the classifiers are, if no heading tells.
    unit : {"percent", "fraction"}, optional
        Unit of the compared metric, if neither signs nor numbers tell.
    better : {"higher", "lower"}, optional
        Which values of the compared metric are better, if its name does not tell.
    sheet : str, optional
        The one of an Excel workbook.
    **settings
        Keys of a study file (`tenbyten docs keys`) but `datasets`, `classifiers`,
        `splitter`; runs and folds are those of the table. Splits are tested if `rho` is
        a number, the share of the instances that each tests, or has one for each data
        set: a dict, or a file of the sizes of train and test sets. `scale` may also be
        ``{"minmax": name}``: values are rescaled on each data set, so that this
        classifier's mean is 0 and the best one 1. `labels`, a dict, gives
        classifiers other names for people than the table does; `groups`, a dict, lists
        the data sets that share a source, by its name: the column `group` of a sheet.

    Returns
    -------
    Comparison
        If `metric` is a list, of its first one; its `metrics` have the others.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If a setting is unknown or out of its range, if a cell is missing, doubled or
        impossible, if several readings of the source are possible, or if a subset has
        too few data sets for a test.
    """
    compared, listed = compared_metrics(settings), settings.get("metrics")
    if isinstance(settings.get("metric"), str):
        compared = [known_metric(settings["metric"])]
        settings["metric"] = compared[0]
    # What is no list is refused with the other settings.
    listed = listed if isinstance(listed, list) else []
    foreign = settings.get("foreign_metrics")
    of_arrays = {}
    if isinstance(source, Mapping):
        of_arrays = {x: settings.pop(x) for x in ("runs", "dataset") if x in settings}
    results = read_results(
        source,
        columns=columns,
        metric=compared[0] if "metric" in settings else None,
        metrics=[*compared[1:], *listed, *foreign_metric_names(settings)],
        classifiers=classifiers,
        unit=unit,
        better=better,
        sheet=sheet,
        foreign_metrics=foreign if isinstance(foreign, Mapping) else {},
        missing=settings.get("missing", "refuse"),
        scale=settings.get("scale", "auto"),
        **of_arrays,
    )
    if isinstance(settings.get("scale"), Mapping):
        # What is compared has another name and a scale of its own.
        taken = ("scale", "metric", "foreign_metrics")
        settings = {key: x for key, x in settings.items() if key not in taken}
    if isinstance(rho := settings.get("rho"), str) and rho != "1/folds":
        settings["rho"] = read_rho(rho)
    settings = results.settings | settings
    every = results.table if results.partial is None else results.partial
    every, datasets = rename_for_files(every, "dataset")
    every, names = rename_for_files(every, "classifier")
    table = results.table.assign(
        dataset=results.table["dataset"].map(datasets),
        classifier=results.table["classifier"].map(names),
    )
    labels = {name: given for given, name in names.items() if name != given}
    for given, label in settings.get("labels", {}).items():
        labels[names.get(str(given), str(given))] = label
    settings["labels"] = labels
    if "control" in settings:
        control = str(settings["control"])
        settings["control"] = names.get(control, control)
    if isinstance(rho := settings.get("rho"), Mapping):
        # A file of sizes is often of more data sets.
        by_name = {str(name): x for name, x in rho.items()}
        settings["rho"] = {
            new: by_name[x] for x, new in datasets.items() if x in by_name
        }
    if "groups" in settings:
        settings["groups"] = {
            group: [datasets.get(str(name), str(name)) for name in members]
            for group, members in settings["groups"].items()
        }
    design = {datasets[x]: results.design[x] for x in results.table["dataset"].unique()}
    study = make_study_of_table(table, settings, design)
    needed = (study["metric"], *study.further)
    metrics = [x for x in study["metrics"] if x in table or x in needed]
    asked = study.pick("foreign_metrics duplicates")
    asked |= {"metric": study.needed, "metrics": metrics}
    measured = stages.collect(table, _NO_FAILURES, design=study.design, **asked)
    further = {x: _compare(by, measured) for x, by in study.further.items()}
    is_one = not further and "subsets" not in settings and len(study.datasets) > 1
    has_pairs = settings.get("missing") == "pairwise" and results.partial is not None
    if has_pairs and not is_one:
        raise ValueError(
            f"missing: pairwise takes one metric, no `subsets`, and two or more data "
            f"sets with all results, here {', '.join(study.datasets)}; set missing: "
            f"drop, worst or {{constant: NAME}}"
        )
    comparison = _compare(study, measured, every if has_pairs else None)
    comparison = comparison._replace(metrics=further, read=results.words)
    if results.partial is None or not is_one:
        return comparison
    renamed = {
        policy: other.assign(
            dataset=other["dataset"].map(datasets),
            classifier=other["classifier"].map(names),
        )
        for policy, other in results.others.items()
    }
    said = _other_policies(comparison, renamed)
    return comparison._replace(read=f"{results.words}; {said}")


def _on_common(study: Study, partial: pd.DataFrame, ranks: pd.DataFrame) -> Tables:
    """Compare each pair on the data sets of a table where both have results."""
    from tenbyten.comparisons.common_datasets import compare_on_common

    arguments = study.arguments
    (of_subset,) = (arguments[f"run_other_tests/{x}"] for x in study["subsets"])
    return compare_on_common(
        partial,
        design=study.design | {"designs": design_of(partial)},
        ranks=ranks,
        correlated_t=arguments["run_correlated_t"],
        **of_subset | {"datasets": list(partial["dataset"].unique())},
    )


def _other_policies(comparison: Comparison, others: Tables) -> str:
    """Say which decisions differ under other policies for missing results."""
    study, key, said = comparison.study, ["row", "column"], []
    ours = comparison.pairs().set_index(key)["family"].dropna()
    (ranks,) = (tables["ranks"] for tables in comparison.subsets.values())
    for policy, table in others.items():
        theirs = _on_common(study, table, ranks)["adjusted"].set_index(key)["family"]
        differing = ours.index[ours != theirs[ours.index]]
        names = list_first(["-".join(pair) for pair in differing], most=5, more=" and ")
        said.append(
            f"missing: {policy} would change {len(differing)} of {len(ours)} decisions"
            + f" ({names})" * bool(names)
        )
    return "; ".join(said)


def _compare(
    study: Study, measured: Tables, partial: pd.DataFrame | None = None
) -> Comparison:
    """Compare the classifiers by one metric, pairs where both have results.

    These are in `partial`, a table with further data sets.
    """
    values, arguments = measured[study.compared], study.arguments
    posteriors = stages.run_correlated_t(values, **arguments["run_correlated_t"])
    subsets: dict[str, Tables] = {}
    tabulated: dict[str, stages.Tabulated] = {}
    comparison = Comparison(study, measured, posteriors, subsets, tabulated)
    if len(study.datasets) == 1:
        for subset in study["subsets"]:
            by = arguments[f"tabulate_on_one_dataset/{subset}"]
            tabulated[subset] = stages.tabulate_on_one_dataset(posteriors, **by)
        return comparison
    results, threads = (posteriors, _NO_FAILURES), os.cpu_count() or 1
    for subset in study["subsets"]:
        tables = subsets[subset] = {}
        if "run_poisson" in arguments:
            by = arguments["run_poisson"][subset]
            tables["poisson"] = stages.run_poisson(*results, **by)
        by = arguments["run_signed_rank"][subset]
        tables["signed_rank"] = stages.run_signed_rank(*results, **by)
        by = arguments[f"run_other_tests/{subset}"]
        tables |= stages.run_other_tests(values, *results, threads=threads, **by)
        if partial is not None:
            tables |= _on_common(study, partial, tables["ranks"])
        by = arguments["tabulate"][subset]
        tabulated[subset] = stages.tabulate(tables, _NO_FAILURES, **by)
    variants = {subset: tables["sensitivity"] for subset, tables in subsets.items()}
    without = {subset: tables["leave_one_out"] for subset, tables in subsets.items()}
    by = arguments["assess_sensitivity"]
    sensitivity = stages.assess_sensitivity(variants, without, **by)
    published = None
    if by := arguments.get("compare_with_published"):
        published = stages.compare_with_published(comparison.decisions, variants, **by)
    return comparison._replace(sensitivity=sensitivity, published=published)
