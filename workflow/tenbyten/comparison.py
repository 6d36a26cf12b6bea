"""A comparison of classifiers: its tables, its answer, and the files that show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd
import yaml
from markupsafe import Markup

from tenbyten.comparisons.agreement import against_published, agreement_by_policy
from tenbyten.comparisons.decisions import decide, decide_on_one_dataset
from tenbyten.comparisons.files import round_as_written, write_comparisons
from tenbyten.comparisons.sensitivity import sensitivity
from tenbyten.files import PathLike, write_json, write_text
from tenbyten.layout import Layout
from tenbyten.over_datasets import OverDatasets
from tenbyten.report import document, page, summary, text
from tenbyten.report.contents import Contents, contents_of, read_figures
from tenbyten.report.html import stylesheet
from tenbyten.report.provenance import collect_provenance
from tenbyten.report.sections.agreement import agreement_tables
from tenbyten.report.sections.decisions import decision_tables
from tenbyten.report.sections.sensitivity import sensitivity_tables
from tenbyten.report.summary import Summary
from tenbyten.results.exclusions import described, enough_left
from tenbyten.results.trainings import count_warnings
from tenbyten.study import Study
from tenbyten.study.availability import group_by_reason
from tenbyten.tables.our_csv import write_table

if TYPE_CHECKING:
    from tenbyten.report.plots import Plots

# By the names of their files.
Tables = Mapping[str, pd.DataFrame]


class Results(NamedTuple):
    """What was measured, and what is known of how.

    Attributes
    ----------
    measured : dict of str to DataFrame
        The long tables ``accuracies`` and ``metrics``, as far as there are.
    failures : DataFrame
        From `results.files.read_failures`; their data sets are left out.
    mcnemar : DataFrame or None
        From `comparisons.on_each_dataset.mcnemar_tests`, where predictions are kept.
    seeds, chosen, warnings : DataFrame or None
        From `results.trainings`.
    early_stopping : dict
        What the last look found; empty without looks.
    origins : dict of str to dict
        Source, checksums and facts of each data set; empty of imported results.
    read : str
        How columns of results from elsewhere were interpreted, in two lines.
    """

    measured: Tables
    failures: pd.DataFrame
    mcnemar: pd.DataFrame | None = None
    seeds: pd.DataFrame | None = None
    chosen: pd.DataFrame | None = None
    warnings: pd.DataFrame | None = None
    early_stopping: Mapping[str, Any] = {}
    origins: Mapping[str, Any] = {}
    read: str = ""


class ThreeTests(NamedTuple):
    """Tables of `comparisons.three_tests`, those over data sets by subset."""

    posteriors: pd.DataFrame
    poisson: Tables = MappingProxyType({})
    signed_rank: Tables = MappingProxyType({})


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """Classifiers compared, on each data set and over each subset.

    Tables are computed when they are asked for.

    Attributes
    ----------
    study : Study
        The settings, defaults filled in.
    measured : dict of str to DataFrame
        The long tables, checked and in order: ``accuracies`` and, with the setting
        `metrics`, ``metrics``, as far as the table has them.
    posteriors : DataFrame
        Every pair on every data set, by the correlated t-test.
    subsets : dict of str to dict of str to DataFrame
        By subset the tables of its tests, by the names of their files in the README;
        empty for one data set.
    published : DataFrame or None
        The decisions against published ones, where the settings give some.
    metrics : dict of str to Comparison
        The comparisons by further metrics, where the setting `metric` is a list.
    read : str
        How columns of the results that were given were interpreted, in two lines.
    """

    study: Study
    results: Results
    tests: ThreeTests
    metrics: Mapping[str, Comparison] = field(default_factory=dict)
    # Of the only subset, tables over the data sets that both of a pair have.
    on_common: Tables = field(default_factory=dict)
    threads: int = 1

    @property
    def measured(self) -> Tables:
        """The long tables."""
        return self.results.measured

    @property
    def posteriors(self) -> pd.DataFrame:
        """Every pair on every data set."""
        return self.tests.posteriors

    @property
    def read(self) -> str:
        """How columns were interpreted."""
        return self.results.read

    @property
    def values(self) -> pd.DataFrame:
        """The long table that was compared."""
        return self.measured[self.study.compared]

    @cached_property
    def subsets(self) -> dict[str, OverDatasets]:
        """By subset the tables of its tests."""
        if len(self.study.datasets) == 1:
            return {}
        tests, found = self.tests, {}
        for subset, datasets in self.study.datasets_by_subset.items():
            given = {"signed_rank": tests.signed_rank[subset], **self.on_common}
            if subset in tests.poisson:
                given["poisson"] = tests.poisson[subset]
            if "adjusted" in given:
                given["decided"] = given["adjusted"]
            found[subset] = OverDatasets(
                self.study,
                self.values,
                self.posteriors,
                enough_left(datasets, self.results.failures),
                given,
                threads=self.threads,
            )
        return found

    @cached_property
    def decisions(self) -> dict[str, pd.DataFrame]:
        """By subset the decisions of the Poisson and the signed-rank test.

        On one data set those of the correlated t-test.
        """
        study, tests = self.study, self.tests
        if self.subsets:
            return {
                subset: decide(tests.poisson.get(subset), signed_rank)
                for subset, signed_rank in tests.signed_rank.items()
            }
        (dataset,), alone = study.datasets, study.pick("alpha control")
        alone |= {"dataset": dataset, "pairs": study.unordered_pairs}
        decided = round_as_written(decide_on_one_dataset(tests.posteriors, **alone))
        return dict.fromkeys(study["subsets"], decided)

    @cached_property
    def _sensitivity(self) -> pd.DataFrame | None:
        """The decisions that are stable, and what changes the others."""
        if not self.subsets:
            return None
        variants, without = (
            {subset: tables[name] for subset, tables in self.subsets.items()}
            for name in ("sensitivity", "leave_one_out")
        )
        return sensitivity(variants, without, policies=self.study.policies)

    @cached_property
    def published(self) -> pd.DataFrame | None:
        """The decisions against published ones, where the settings give some."""
        theirs = self.study["published"]["decisions"]
        if not (theirs and self.subsets):
            return None
        variants = {subset: self.subsets[subset]["sensitivity"] for subset in theirs}
        policies = self.study.policies
        return against_published(
            self.decisions, variants, decisions=theirs, policies=policies
        )

    @property
    def stability(self) -> pd.DataFrame:
        """The decisions that are stable, and what changes the others.

        On one data set a ValueError: it is about tests over data sets.
        """
        if self._sensitivity is None:
            raise ValueError(
                "stability: there is one data set; it is about the decisions of tests "
                "over data sets, so give a table of two or more"
            )
        return self._sensitivity

    def __str__(self) -> str:
        """Return the answer: a verdict, a table of the classifiers, what to mind."""
        return summary.in_text(self._answer)

    def __repr__(self) -> str:
        """Return the same in 30 lines, with ten classifiers at most."""
        return summary.in_text(self._answer, most=10, most_lines=29)

    def _repr_markdown_(self) -> str:
        """Return the verdict and the table of the classifiers."""
        board = document.tables_in_markdown(summary.leaderboard(self._answer))
        parts = [summary.headline(self._answer), board]
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
        said = summary.in_json(self._answer)
        further = {metric: other.answer() for metric, other in self.metrics.items()}
        return said | ({"metrics": further} if further else {})

    def summary(self) -> pd.DataFrame:
        """Return a line a classifier by mean rank, against the best or the control.

        Of ratios mean, difference, low and high are natural logarithms.
        """
        return self._answer.standings

    def pairs(self) -> pd.DataFrame:
        """Return a line a pair: its difference, interval and p, adjusted over all.

        Of ratios differences and intervals are natural logarithms.
        """
        if not self.subsets:
            return next(iter(self.decisions.values()))
        return self.subsets[self._answer.subset]["adjusted"]

    def text(self) -> str:
        """Return methods and results for a paper, in Markdown with citation keys."""
        said = text.methods(self._answer), text.results(self._answer)
        return "\n\n".join(map(text.in_markdown, said))

    def to_latex(self) -> str:
        """Return the table of the classifiers in LaTeX."""
        return document.tables_in_latex(summary.leaderboard(self._answer))

    def to_html(self) -> Markup:
        """Return verdict and table of the classifiers in HTML, each line with a plot.

        They are of the first metric alone.
        """
        return page.board_in_html(self._answer)

    @property
    def plot(self) -> Plots:
        """Plots: ``intervals``, ``ranks``, ``differences(a, b)`` and ``heatmap``.

        Each returns Matplotlib axes, and takes them as `ax`.
        """
        # Matplotlib takes most of a second to import.
        from tenbyten.report.plots import Plots

        return Plots(self._answer)

    def report(self, path: PathLike) -> None:
        """Write the page with the answer into one file; `write` writes all files."""
        contents = self._contents._replace(name=Path(path).stem)
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
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        first = Layout(folder)
        for name, table in self.measured.items():
            write_table(table, getattr(first, name))
        self._write_study(folder)
        for metric, by in {"": self, **self.metrics}.items():
            layout = Layout(first.further.format(metric=metric)) if metric else first
            by.write_tests(layout)
            file, values = folder / "study.yaml", getattr(first, by.study.compared)
            provenance = collect_provenance(
                study_file=file,
                sheet=folder / "datasets.tsv",
                values=values,
                command=(
                    f"tenbyten run {file.name} --config accuracies={Path(values).name}"
                ),
            )
            write_json(provenance, layout.provenance)
            name = folder.resolve().name
            by.write_report(layout, name, provenance, processes=processes)

    def write_tests(self, layout: Layout) -> None:
        """Write the tables of the three tests."""
        write_comparisons(self.posteriors, layout.correlated_t)
        for test in ThreeTests._fields[1:]:
            for subset, table in getattr(self.tests, test).items():
                write_comparisons(table, getattr(layout, test).format(subset=subset))

    def write_report(
        self,
        layout: Layout,
        name: str,
        provenance: Mapping[str, Any],
        *,
        processes: int = 1,
    ) -> None:
        """Write all that is made from the three tests: tables, figures and pages.

        Parameters
        ----------
        layout : Layout
            Where the files of this metric are.
        name : str
            The study's name.
        provenance : dict
            From `report.provenance.collect_provenance`.
        processes : int, default=1
            As in `write`.
        """
        for subset, tables in self.subsets.items():
            for test in self.study.tests:
                if test not in ThreeTests._fields:
                    path = getattr(layout, test).format(subset=subset)
                    write_comparisons(tables[test], path)
        self._write_tables(layout)
        self.draw(layout.figures, processes=processes)
        contents = self._contents._replace(
            name=name, figures=read_figures(layout.figures), provenance=provenance
        )
        page.write_report(contents, layout)

    def draw(
        self,
        folder: PathLike,
        *,
        formats: Sequence[str] = ("svg",),
        processes: int = 1,
    ) -> None:
        """Draw every figure into a folder, in each of the formats: svg, pdf, png."""
        from tenbyten.report.figures.drawing import write_figures
        from tenbyten.report.figures.plan import plan

        planned = plan(self._contents, runs=self.results.early_stopping.get("runs"))
        write_figures(planned, folder, formats=formats, processes=processes)

    def _write_tables(self, layout: Layout) -> None:
        """Write the decisions, their sensitivity, and published ones beside them."""
        study = self.study
        for subset, decisions in self.decisions.items():
            layouts = self.decision_tables(subset)
            csv = layout.decisions.format(subset=subset)
            _write_table(
                decisions,
                layouts,
                csv,
                markdown=layout.decisions_markdown.format(subset=subset),
            )
            latex = document.tables_in_latex(*layouts[:2])
            write_text(latex, layout.decisions_latex.format(subset=subset))
        words: dict[str, Any] = {"labels": study.labels, "policies": study.policies}
        if (table := self._sensitivity) is not None:
            stable = sensitivity_tables(table, **words)
            markdown = layout.sensitivity_summary_markdown
            _write_table(table, stable, layout.sensitivity_summary, markdown=markdown)
            latex = document.tables_in_latex(*stable)
            write_text(latex, layout.sensitivity_summary_latex)
        if (table := self.published) is not None:
            published = study["published"]
            variants = {x: tables["sensitivity"] for x, tables in self.subsets.items()}
            theirs = {"decisions": published["decisions"], "policies": study.policies}
            agree = agreement_tables(
                table,
                agreement_by_policy(variants, **theirs),
                source=published["source"],
                labels=study.labels,
                alpha=study["alpha"],
            )
            markdown = layout.published_markdown
            _write_table(table, agree, layout.published, markdown=markdown)

    def decision_tables(self, subset: str) -> list[document.Table]:
        """Lay a subset's decisions out: see `report.sections.decisions`.

        They have all pairs, where the page of many classifiers has those of the best.
        """
        study, contents = self.study, self._contents
        datasets = study.datasets_by_subset[subset]
        left_out = described(self.results.failures, datasets)
        settings = study.policies | {"left_out": left_out}
        contents = contents._replace(settings=settings)
        return decision_tables(contents, subset, contents.heading(subset))

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

    @cached_property
    def _answer(self) -> Summary:
        """Answer over the largest subset."""
        return summary.summarise(self._contents, self._contents.main)

    @cached_property
    def _contents(self) -> Contents:
        """Gather what the report shows."""
        study, results = self.study, self.results
        warnings, stopping = results.warnings, results.early_stopping
        if warnings is not None:
            counted = count_warnings(warnings, "classifier")
            warnings = counted.sort_values("folds", ascending=False, kind="stable")
        # It predicts nothing of decisions by another metric.
        predicts = stopping.get("metric") == study["metric"]
        return contents_of(
            self.values,
            [table for x, table in self.measured.items() if x != study.compared],
            self.subsets,
            results.failures,
            name="comparison",
            settings=study.shown,
            labels=study.labels,
            subsets=study.datasets_by_subset,
            spans={x: tuple(span) for x, span in study["subsets"].items()},
            groups=study.groups,
            not_tested=group_by_reason(study.cannot_run()),
            posteriors=self.posteriors,
            decisions=self.decisions,
            sensitivity=self._sensitivity,
            published=self.published,
            further={x: by.to_html() for x, by in self.metrics.items()},
            mcnemar=results.mcnemar,
            seeds=results.seeds,
            chosen=results.chosen,
            warnings=warnings,
            early_stopping=stopping if predicts else {},
            origins=results.origins,
            read=results.read,
        )


def _write_table(
    frame: pd.DataFrame,
    layouts: Sequence[document.Table],
    csv: PathLike,
    *,
    markdown: PathLike,
) -> None:
    """Write a table as CSV, and its layouts as Markdown."""
    write_comparisons(frame, csv)
    write_text(document.tables_in_markdown(*layouts), markdown)
