"""Verify a whole folder of results, from report to data, computing nothing.

Data sets and folds are held to their records, the kept counts to data, folds and study,
the tables of accuracies to the kept counts, and everything else to the records of the
jobs that made it. What was made by other software than is here is told, and no fault.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten import designs
from tenbyten.engines import Classifier, Panel, find_engine
from tenbyten.engines.failures import Failure
from tenbyten.engines.kept_counts import KeptCounts
from tenbyten.engines.kept_file import read_kept
from tenbyten.engines.made_from import differences, made_from
from tenbyten.jobs.preparing import Files, sheet_of_prepared
from tenbyten.layout import Layout
from tenbyten.records import Job, Records
from tenbyten.study import Simulation, Study

_AGAIN = "run the study again: it is made anew"
# Parts of what counts are made from that no setting of the study settles.
_SOFTWARE = ("code", "modules", "libraries", "program", "python")
_COLLECT, _IMPORT, _PARITY = "collect", "import_accuracies", "compare_engines"
_SIMULATE = "simulate/"
# How many of the files that no job makes are named.
_NAMED = 5
# Of the tables of accuracies and metrics.
_CELL = ["dataset", "classifier", "run", "fold"]
_COUNTS = [*_CELL, "tested", "correct"]

Rows = list[tuple[Any, ...]]


class Verified(NamedTuple):
    """What a verification found.

    Attributes
    ----------
    misfits : list of str
        What does not fit: the file, what is wrong with it, what to do.
    notes : list of str
        What is told besides: other software, and what could not be looked at.
    summary : str
        What was verified.
    """

    misfits: list[str]
    notes: list[str]
    summary: str

    @property
    def lines(self) -> list[str]:
        """All of it, in lines; the summary only where all fits."""
        notes = [f"note: {note}" for note in self.notes]
        if self.misfits:
            return [*self.misfits, *notes, f"not verified: {len(self.misfits)} misfits"]
        return [*notes, f"verified: {self.summary}"]


def verify(
    study: Study | Simulation,
    layout: Layout,
    panels: Mapping[str, Panel],
    jobs: Mapping[str, Job],
    machine: Mapping[str, Any],
) -> Verified:
    """Verify a study's results.

    Parameters
    ----------
    study : Study or Simulation
    layout : Layout
        Of the results.
    panels : dict of str to Panel
        `Study.panels`; none for imported accuracies and for a simulation study.
    jobs : dict of str to Job
        The jobs after the accuracies, or that import them, by the names of their
        records; all jobs of a simulation study.
    machine : dict
        The machine's configuration.
    """
    if isinstance(study, Simulation):
        return _Verification(layout, jobs).run()
    return _Comparison(study, layout, panels, jobs, machine).run()


class _Verification:
    """The verification of results by the records of the jobs that made them."""

    def __init__(self, layout: Layout, jobs: Mapping[str, Job]) -> None:
        self.layout, self.jobs = layout, jobs
        self.misfits: list[str] = []
        self.notes: list[str] = []
        # By what differs in the software, what was made with the other.
        self._others: dict[str, list[str]] = {}

    def run(self) -> Verified:
        """Look at every file, and tell what does not fit."""
        files = self._verify_records(self.jobs)
        simulated = sum(name.startswith(_SIMULATE) for name in self.jobs)
        return self._verified(
            f"{files} files, {simulated} of them with what was simulated"
        )

    def _verified(self, summary: str) -> Verified:
        """Return all that was found."""
        for what, made in self._others.items():
            more = f" and {len(made) - 1} more" if len(made) > 1 else ""
            self.notes.append(
                f"{made[0]}{more}: made by other software than is here: {what}"
            )
        return Verified(list(dict.fromkeys(self.misfits)), self.notes, summary)

    def _verify_records(self, jobs: Mapping[str, Job]) -> int:
        """Hold files to the records of their jobs, and count them."""
        records, jobs = Records(Path(self.layout.records).parent), dict(jobs)
        for name, job in jobs.items():
            if made := records.made.get(name):
                then, now = _of_job(made["software"]), _of_job(job.software)
                self._note(f"job {name}", then, now)
                jobs[name] = job._replace(software=made["software"])
        for misfit in records.misfits(jobs, finished=True):
            path = records.folder / misfit.file
            self.misfits.append(f"{path}: {misfit.why}; {_AGAIN}")
        self._look_around(records, jobs)
        return len(records.makers)

    def _look_around(self, records: Records, jobs: Mapping[str, Job]) -> None:
        """Note files that are not here, and files of no job of the study."""
        for job in jobs.values():
            for path in job.inputs:
                if records.below(path) is None and not Path(path).exists():
                    self.notes.append(f"{path} is not here, and was not compared")
        if left := records.left_by_others(jobs.values()):
            more = f" and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
            named = ", ".join(left[:_NAMED])
            self.notes.append(
                f"{named}{more}: made by no job of the study as it is now, and not "
                f"verified; delete what is left from before a change"
            )

    def _note(self, made: str, then: Any, now: Any) -> None:
        """Note that something was made with other software than is here."""
        for what in differences(then, now) if then and now else ():
            self._others.setdefault(what, []).append(made)


class _Comparison(_Verification):
    """The verification of a comparison: the arguments of `verify`."""

    def __init__(
        self,
        study: Study,
        layout: Layout,
        panels: Mapping[str, Panel],
        jobs: Mapping[str, Job],
        machine: Mapping[str, Any],
    ) -> None:
        super().__init__(layout, jobs)
        self.study, self.panels, self._machine = study, panels, machine
        self._now: dict[str, dict[str, Any]] = {}
        self._asked = {
            "metrics": study["metrics"],
            "fold_timeout": study["fold_timeout"],
        }

    def run(self) -> Verified:
        """Look at every file, and tell what does not fit."""
        study = self.study
        counts = self._verify_counts()
        files = self._verify_analysis()
        many = len(study.datasets)
        imported = not self.panels and study.compared == "metrics"
        compared = "values" if imported else "accuracies"
        summary = (
            f"{counts:,} {compared} of {many} data set{'s' * (many != 1)}, "
            f"{len(study['classifiers'])} classifiers, "
            f"{designs.described(study['runs'], study['folds'])}, and {files} files of "
            f"the analysis"
        )
        if not self.panels:
            self.notes.append(
                "the accuracies were imported: they are held to their record, and not "
                "to counts and data"
            )
        return self._verified(summary)

    def _verify_counts(self) -> int:
        """Hold tables to kept counts, and these to data and study; count the cells."""
        if not self.panels:
            table = getattr(self.layout, self.study.compared)
            with suppress(OSError), open(table, "rb") as lines:
                return sum(1 for _ in lines) - 1
            return 0
        rows: dict[tuple[str, str], Rows] = {}
        failures: list[Failure] = []
        for dataset in self.study.datasets:
            sheet = self._verify_prepared(dataset)
            for panel in self.panels if sheet else ():
                found, failed = self._verify_kept(panel, dataset, sheet)
                failures += failed
                for row in found:
                    rows.setdefault((row[0], row[1]), []).append(row)
                self._compare(
                    self.layout.panel_accuracies.format(panel=panel, dataset=dataset),
                    [_COUNTS, *(row[:6] for row in found)],
                )
        if not self.misfits:
            self._verify_long_tables(rows, failures)
        return sum(map(len, rows.values()))

    def _verify_long_tables(
        self, rows: Mapping[tuple[str, str], Rows], failures: Sequence[Failure]
    ) -> None:
        """Hold the tables of all data sets to what is kept."""
        out = {failure.dataset for failure in failures}
        left = [
            row
            for dataset in self.study.datasets
            for classifier in self.study["classifiers"]
            for row in rows.get((dataset, classifier), [])
            if dataset not in out
        ]
        accuracies = ((*row[:6], row[5] / row[4]) for row in left)
        self._compare(self.layout.accuracies, [[*_COUNTS, "accuracy"], *accuracies])
        if metrics := self.study["metrics"]:
            measured = ((*row[:4], *row[6:]) for row in left)
            self._compare(self.layout.metrics, [[*_CELL, *metrics], *measured])
        if self.study["failures"] == "exclude":
            self._compare(self.layout.failures, [[*_CELL, "reason"], *failures])

    def _verify_prepared(self, dataset: str) -> dict[str, Any]:
        """Hold a data set and its folds to their record; return that, if they fit."""
        names = (self.layout.dataset, self.layout.origin, self.layout.folds)
        files = Files(*(name.format(dataset=dataset) for name in names))
        try:
            return sheet_of_prepared({dataset: files})[dataset]
        except ValueError as error:
            self.misfits.append(str(error))
            return {}

    def _verify_kept(
        self, name: str, dataset: str, sheet: Mapping[str, Any]
    ) -> tuple[Rows, list[Failure]]:
        """Hold the kept counts of a panel to data, folds and study; return them."""
        path = Path(self.layout.kept.format(panel=name, dataset=dataset))
        kept, _ = read_kept(path, dataset)
        predictions = self.layout.kept_predictions.format(dataset=dataset)
        counts = KeptCounts(path, predictions=predictions, thorough=True)
        wanted = {}
        for classifier in self.panels[name].classifiers:
            was = kept[classifier.name].made_from if classifier.name in kept else {}
            software = {part: was[part] for part in _SOFTWARE if part in was}
            wanted[classifier.name] = made_from(
                classifier,
                engine=self.panels[name].engine,
                dataset_sha256=sheet["content_sha256"],
                splitter=self.study["splitter"],
                folds=self.study["folds"],
                seed=self.study["seed"],
                software=software,
            )
            now = self._software_now(self.panels[name].engine, classifier)
            self._note(f"counts of {classifier.name} on {dataset}", software, now)
        of_folds = dict(enumerate(sheet["folds"]["runs"], start=1))
        sums = {run: of_folds.get(run, "") for run in range(1, self.study["runs"] + 1)}
        exclude = self.study["failures"] == "exclude"
        kinds = {"predictions": self.study["predictions"], "exclude": exclude}
        missing = counts.missing(wanted, sums, **self._asked, **kinds)
        for of, runs in missing.items():
            why = counts.differences(of, wanted[of], sums, self.study["metrics"])
            words = f" ({', '.join(why)})" if why else ""
            self.misfits.append(
                f"{path}: no counts of {of} that fit in {len(runs)} of {len(sums)} "
                f"runs{words}; {_AGAIN}"
            )
        self.misfits += [f"{damage}; {_AGAIN}" for damage in counts.damaged]
        if missing:
            return [], []
        failures = []
        if exclude:
            failures = counts.failures(wanted, sums, dataset, **self._asked)
        rows = counts.rows(wanted, sums, dataset, **self._asked, exclude=exclude)
        return rows, failures

    def _compare(self, file: str, rows: Sequence[Sequence[Any]]) -> None:
        """Hold a table to its rows, and name the first other one."""
        path = Path(file)
        try:
            with open(path, encoding="utf-8", newline="") as lines:
                found = list(csv.reader(lines))
        except (OSError, ValueError, csv.Error) as error:
            why = "missing" if isinstance(error, FileNotFoundError) else str(error)
            self.misfits.append(f"{path}: {why}; {_AGAIN}")
            return
        for i, row in enumerate(rows):
            cells = [_cell(value) for value in row]
            if i >= len(found) or found[i] != cells:
                there = ",".join(found[i]) if i < len(found) else "no more lines"
                kept = ",".join(cells)
                self.misfits.append(
                    f"{path}, line {i + 1}: {there}; kept is {kept}; {_AGAIN}"
                )
                return
        if len(found) > len(rows):
            self.misfits.append(f"{path}: more lines than {len(rows)}; {_AGAIN}")

    def _verify_analysis(self) -> int:
        """Hold all other files to the records of their jobs, and count them."""
        records = Records(Path(self.layout.records).parent)
        jobs = dict(self.jobs)
        if _PARITY not in records.made:
            jobs.pop(_PARITY, None)
        if _IMPORT in records.made and self.panels:
            self.misfits.append(
                f"{self.layout.accuracies}: imported, by the record; add "
                f"`accuracies=FILE` to the command"
            )
        if made := records.made.get(_COLLECT):
            # What it reads and goes by was looked at itself.
            outputs = [str(records.folder / file) for file in made["outputs"]]
            jobs[_COLLECT] = Job([], outputs, made["settings"], made["software"])
        return self._verify_records(jobs)

    def _software_now(self, engine: str, classifier: Classifier) -> dict[str, Any]:
        """Return the software that a classifier would run with; empty if not known."""
        if classifier.name not in self._now:
            found, folder = find_engine(engine), str(self.study.path.parent)
            self._now[classifier.name] = {}
            with suppress(OSError, ImportError, ValueError):
                self._now[classifier.name] = found.made_with(
                    classifier, program=found.find_program(self._machine), folder=folder
                )
        return self._now[classifier.name]


def _of_job(software: Mapping[str, Any] | None) -> dict[str, Any]:
    """Call the code of a job so, and not that of a classifier."""
    parts = (software or {}).items()
    return {"code of the job" if part == "code" else part: x for part, x in parts}


def _cell(value: Any) -> str:
    """Write a value as a CSV file has it."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return str(value)
