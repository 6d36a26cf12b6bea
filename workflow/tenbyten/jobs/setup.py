"""Set a study up for the workflow's rules: inputs, outputs, settings and resources.

Arguments `wildcards` are Snakemake's: their values are attributes.
"""

from __future__ import annotations

import os
import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import tenbyten
from tenbyten.datasets.sources import Source, find_sources, server_of
from tenbyten.engines import Panel, find_engine, twin_engines
from tenbyten.engines.scikit_learn.tuning import tunings
from tenbyten.files import (
    kernels_folder,
    remove_partial,
    sha256_of,
    sha256_of_sources,
    write_text,
)
from tenbyten.jobs.looks import Looks, settled_by
from tenbyten.jobs.plan import Plan
from tenbyten.jobs.progress import RUN
from tenbyten.jobs.records import Expected, job_of
from tenbyten.layout import COMPARISONS, FILES, FOLDER, Layout, layout_of
from tenbyten.results.results import has_accuracies
from tenbyten.study import Study, command_of, read_machine, read_study, readiness
from tenbyten.versions import digest, versions_of

# Environment variable telling child processes that the study was checked.
_CHECKED = "TENBYTEN_CHECKED"
# Keys that say how servers are reached, which changes no result.
_REACHED = ("cache", "timeout_seconds", "total_seconds", "attempts", "largest_mb")
# Environment variable telling child processes a digest of the user's own files, after
# a digest of their paths.
_OWN = "TENBYTEN_OWN_FILES"
# The tests that are rules of their own.
THREE_TESTS = ("correlated_t", "poisson", "signed_rank")
# What rule `analyse` makes besides figures and the tables in Snakemake's report.
_OTHER_FILES = (
    *(test for test in COMPARISONS if test not in THREE_TESTS),
    *("decisions_markdown", "decisions_latex", "report", "details", "summary"),
    *("answer", "text_markdown", "text_latex", "sensitivity_summary_markdown"),
    *("sensitivity_summary_latex", "published_markdown"),
)
# Libraries that the analysis uses.
_ANALYSIS = ("numpy", "scipy", "pandas", "matplotlib", "jinja2")
# Rules whose jobs do not depend on the metric that is compared.
_ONCE = {"prepare", "crossvalidate", "collect", "import_accuracies"}


def set_up(config: Mapping[str, Any]) -> StudyJobs:
    """Read the machine's configuration and the study, and check both."""
    machine = read_machine(config)
    return StudyJobs(read_study(machine["study"], FOLDER), machine)


class StudyJobs:
    """The jobs of a study, and what the rules ask for.

    Attributes
    ----------
    sources : dict of str to Source
        Of every data set; none where accuracies are imported.
    panels, twins : dict of str to Panel
        Of the study, and of those that `parity` compares.
    plan : Plan
    amounts : dict of tuple to (int, float)
        Folds of each job, and their seconds by an estimate; 0 of data sets of unknown
        size.
    unsized : int
        How many data sets these are.
    over_datasets, has_poisson : bool
        Whether there is more than one data set, for tests over data sets, and whether
        the Poisson test can run.
    keeps_predictions : bool
        Whether the study makes predictions and keeps them.
    metrics : dict of str to Study
        The studies that are analysed, by values of the wildcard `study`: the study
        itself, then one for each further metric, whose results have their own folder.
    expected : dict of str to dict of str to Expected
        Settings and software of every job, by the same and by the job's name.
    expected_at_looks : dict of str to Expected
        The same of the jobs of every look, without its number: see `looks.settled_by`.
    own : list of str
        The user's own files that jobs read.
    requested : list of str
        What `parity` makes, if it is asked for.
    """

    def __init__(self, study: Study, machine: Mapping[str, Any]) -> None:
        self.machine = machine
        self.cores: int | None = None
        self.is_imported = bool(machine["accuracies"])
        self.stops_early = bool(study.looks)
        if self.is_imported:
            study = study.without_looks()
        self.study = study
        # In rules the study's name stays a wildcard.
        self.layout = layout_of("{study}")
        self.paths = layout_of(study.name)
        # Of all jobs after the counts.
        package = {"tenbyten": sha256_of_sources(Path(tenbyten.__file__).parent)}
        self.software = package | versions_of(*_ANALYSIS)
        if self.is_imported and study["missing"] == "pairwise":
            raise ValueError(
                f"{study.path}: key missing: pairwise is for tenbyten compare "
                f"{machine['accuracies']} --set missing=pairwise; else give drop, "
                f"worst or {{constant: NAME}}"
            )
        self.sources: dict[str, Source] = {}
        self.panels: dict[str, Panel] = {}
        self.twins: dict[str, Panel] = {}
        if not self.is_imported:
            readiness.check_elsewhere(study)
            self.panels = study.panels(machine["engine"])
            if study.twins:
                self.twins = {x: study.panels(x)[x] for x in twin_engines()}
            self.sources = find_sources(
                study.datasets, sheet=study.sheet, arff_folder=machine["arff_folder"]
            )
        plan = self.plan = Plan(study, self.sources, self.panels | self.twins, machine)
        self.over_datasets = len(study.datasets) > 1
        self.has_poisson = "poisson" in study.tests
        self._cells = len(study.unordered_pairs) * len(study.datasets)
        self.keeps_predictions = bool(study["predictions"]) and not self.is_imported
        # Origins of the data sets, or how results were read.
        origin = "read" if self.is_imported else "datasets"
        self.origins = {origin: getattr(self.paths, origin)}
        self.archives = [self.prepared(batch)["archive"] for batch in plan.batches]
        self.looks: Looks | None = None
        folder = Layout(study.name).further
        self.metrics = {study.name: study}
        self.metrics |= {folder.format(metric=x): y for x, y in study.further.items()}
        paths = [x for y in plan.batches for x in plan.inputs_of_batch(y, self.paths)]
        fetched = f"{self.paths.folder}/fetched/"
        self.own = [path for path in paths if not path.startswith(fetched)]
        if self.is_imported:
            self.own = [str(machine["accuracies"])]
        kinds = {**self.files_of_part(), "made": ""}
        self.requested = [y for x in kinds for y in self.counted(x, self.twins)]
        self.expected_at_looks: dict[str, Expected] = {}
        self.expected = self._expected()
        if study.looks:
            self.looks = Looks(plan, self.panels, self.files_of_look())
        self.forecast()

    def forecast(self) -> None:
        """Fill `amounts` and `unsized` by what is known of the data sets."""
        plan, parts = self.plan, self.plan.every_part(self.panels)
        self.amounts: dict[tuple[str, ...], tuple[int, float]]
        self.amounts = {("crossvalidate", *x): plan.forecast(*x) for x in parts}
        if self.looks:
            self.amounts = self.looks.amounts()
        self.unsized = len(self.sources) - len(plan.known_sizes)

    def begin(self, cores: int | None) -> None:
        """Check the study, and give `RUN` what the logger plugin shows.

        `cores` is None for a cluster.
        """
        readiness.check_python()
        self.cores = cores
        self._check_place()
        RUN.lines = self.check(cores)
        RUN.report = self.paths.report
        RUN.cores = cores or 1
        RUN.amounts, RUN.unsized = self.amounts, self.unsized

    def start(self) -> None:
        """Check before the first job what a dry run does not; note the study file."""
        self.check_made()
        path = Path(self.paths.study_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(os.path.relpath(self.study.path.resolve()), path)

    def _check_place(self) -> None:
        """Refuse results of another study file of this name, if that file exists."""
        noted = Path(self.paths.study_path)
        other = Path(noted.read_text("utf-8") if noted.is_file() else self.study.path)
        if other.is_file() and not other.samefile(self.study.path):
            raise ValueError(
                f"{self.study.path}: {self.paths.folder} has the results of another "
                f"study file of this name, {other}; rename one of the files, or run "
                f"this one in another working folder"
            )

    def values(self, wildcards: Any) -> str:
        """Return the long table that the tests read."""
        return getattr(self.paths, self.metrics[wildcards.study].compared)

    def of_metrics(self, *names: str) -> list[str]:
        """List files of the analysis of each metric that has them, over each subset.

        Parameters
        ----------
        *names : str
            Of `layout.FILES`.
        """
        return [
            getattr(layout_of(value), name).replace("{subset}", subset)
            for name in names
            for value, by in self.metrics.items()
            if self._has(name, by)
            for subset in (by["subsets"] if "{subset}" in FILES[name] else [""])
        ]

    def _has(self, name: str, by: Study) -> bool:
        """Return whether the analysis by a metric makes a file."""
        if name in COMPARISONS:
            return name in by.tests
        if name.startswith("published"):
            return self.over_datasets and bool(by["published"]["decisions"])
        return self.over_datasets or not name.startswith("sensitivity_summary")

    @property
    def other_files(self) -> list[str]:
        """The files of rule `analyse` that have no place in Snakemake's report."""
        return self.of_metrics(*_OTHER_FILES)

    @property
    def mcnemar(self) -> dict[str, str]:
        """The table of McNemar's test, where predictions are kept."""
        return {"mcnemar": self.paths.mcnemar} if self.keeps_predictions else {}

    @property
    def measured(self) -> dict[str, Any]:
        """What was measured, by its names in `layout.FILES`."""
        study, tables = self.study.name, self.long_tables.items()
        files: dict[str, Any] = {x: path.format(study=study) for x, path in tables}
        if self.keeps_predictions:
            files["predictions"] = self.counted("predictions")
        return files | self.origins

    def analysed(self) -> list[str]:
        """List what rule `analyse` makes."""
        names = ("decisions", "sensitivity_summary", "published", "figures", "exported")
        return [*self.mcnemar.values(), *self.of_metrics(*names), *self.other_files]

    def check(self, cores: int | None) -> list[str]:
        """Check all that can be checked before a job starts, and describe the study.

        Child processes do not check it again: the environment says that it was.
        """
        mark = digest([str(self.study.path), self.fingerprints])
        if self.is_imported:
            no_looks = f"No early stopping: accuracies are from {self.own[0]}"
            return [no_looks] * self.stops_early
        if os.environ.get(_CHECKED) == mark:
            return []
        study, panels = self.study, self.panels
        readiness.check_ready(study, panels, machine=self.machine)
        # A dry run that names no cores has one: see `check_made`.
        known = None if cores == 1 else cores
        hints = readiness.check_offered(study, machine=self.machine, cores=known)
        os.environ[_CHECKED] = mark
        sums = {f"../{Path(x).name}": y for x, y in self.own_sums.items()}
        prepared, changed = self.plan.prepared(self.paths, sums)
        if not (self.looks or self.machine["recount"]):
            for rule, panel, part in self.amounts:
                left = self.plan.amount_left(panel, part, prepared, self.cache)
                self.amounts[rule, panel, part] = left
        lines = [
            readiness.describe(study, panels, self.sources),
            *hints,
            *readiness.describe_limits(study),
            *([self.looks.describe()] if self.looks else []),
            *changed,
            *self.plan.changes_of_counts(panels, self.paths),
        ]
        libraries = [find_engine(panel.engine).libraries for panel in panels.values()]
        is_compiled = any("numba" in names for names in libraries)
        if is_compiled and not any(kernels_folder().glob("*/*")):
            lines.append(
                "The native learners are compiled first, once after an installation or "
                "an update: a minute or two"
            )
        return lines

    def check_made(self) -> None:
        """Check before the first job what a dry run does not, and make classifiers.

        Remove what killed jobs have left.
        """
        for folder in (self.paths.folder, self.cache):
            remove_partial(folder)
        if self.is_imported:
            return
        readiness.check_offered(self.study, machine=self.machine, cores=self.cores)
        self.refuse_copies(self.plan.read_small_files())
        try:
            readiness.check_made(self.study, self.panels, machine=self.machine)
        except ValueError as error:
            log = self.paths.log("check_made")
            Path(log).parent.mkdir(parents=True, exist_ok=True)
            write_text("".join(traceback.format_exception(error)), log)
            raise ValueError(f"{error}\nlog: {log}") from None

    def refuse_copies(self, checksums: Mapping[str, str]) -> None:
        """Refuse data sets of equal checksums; of those without one, of equal sources.

        `checksums` are those of canonical tables that were read.
        """
        alike: dict[str, list[str]] = {}
        for name in self.sources:
            key = checksums.get(name) or self.plan.source_digest(name)
            alike.setdefault(key, []).append(name)
        if self.study["duplicates"] == "refuse" and len(alike) < len(self.sources):
            # It imports pandas.
            from tenbyten.results.long_table import refuse_alike

            refuse_alike(alike.values(), "are one table")

    def counted_with(self, wildcards: Any = None) -> dict[str, dict[str, str]]:
        """Return libraries and modules that the classifiers import, for provenance."""
        found: dict[str, dict[str, str]] = {"libraries": {}, "modules": {}}
        for panel in self.panels:
            for software in self.plan.software_of_counts(panel).values():
                for part, names in found.items():
                    names.update(software[part])
        return {part: dict(sorted(names.items())) for part, names in found.items()}

    def _expected(self) -> dict[str, dict[str, Expected]]:
        """Return settings and software of all jobs; metrics share counts."""
        study = self.study
        counted: dict[str, Expected] = {}
        shared = {"import_accuracies": study.imported}
        if not self.is_imported:
            counted = self.plan.expected(self.panels)
            collected = study.pick("metrics predictions failures duplicates")
            engines = {name: panel.engine for name, panel in self.panels.items()}
            collected |= {"engines": engines, "design": study.design}
            collected |= study.several_seeds
            shared = {"collect": collected}
            if study.looks:
                looked = collected | {"arguments": study.of_looks}
                counted["look"] = Expected(looked, self.software)
                of_looks = [x for x in counted if x.split("/")[0].endswith("look")]
                self.expected_at_looks = {x: counted.pop(x) for x in of_looks}
        expected = {}
        for value, by in self.metrics.items():
            settings = shared | {"run_correlated_t": by.correlated_t}
            over = {"subsets": by.datasets_by_subset}
            if self.over_datasets:
                settings["run_signed_rank"] = over | by.signed_rank
            if self.has_poisson:
                settings["run_poisson"] = over | by.poisson
            if by is study:
                shown = {x: y.shown for x, y in study.by_metric.items()}
                settings["analyse"] = over | {"groups": study.groups, "shown": shown}
            settings["record_provenance"] = {
                "command": command_of(self.machine),
                "path": sha256_of(by.path),
                "sheet": sha256_of(by.sheet),
            }
            analysis = {job: Expected(x, self.software) for job, x in settings.items()}
            expected[value] = counted | analysis
            counted, shared = {}, {}
        return expected

    @cached_property
    def long_tables(self) -> dict[str, str]:
        """The long tables, of `trainings` and `stopping` too, that the study has."""
        study, is_own = self.study, not self.is_imported
        table = self.machine["accuracies"]
        wanted = {
            "metrics": study["metrics"],
            # A table from elsewhere may have another metric alone.
            "accuracies": is_own or has_accuracies(table, study.needed),
            "failures": is_own and study["failures"] == "exclude",
            "seeds": is_own and study.several_seeds,
            "chosen": is_own and tunings(study["classifiers"]),
            "early_stopping": is_own and study.looks,
            "warnings": is_own,
        }
        return {name: getattr(self.layout, name) for name, x in wanted.items() if x}

    @property
    def failures(self) -> dict[str, str]:
        """The table of failures, if these exclude data sets."""
        excludes = "failures" in self.long_tables
        return {"failures": self.paths.failures} if excludes else {}

    def files_of_part(self) -> dict[str, str]:
        """Return the outputs of a cross-validation job, by names."""
        layout = self.layout
        files = {"counts": layout.counts, "warnings": layout.warned_in_part}
        if self.failures:
            files["failures"] = layout.failed
        if self.keeps_predictions:
            files["predictions"] = layout.predictions
        if "chosen" in self.long_tables:
            files["chosen"] = layout.chosen_in_part
        return files

    def files_of_look(self) -> dict[str, str]:
        """Return the outputs of a cross-validation job at a look, by names."""
        made = self.layout.made("crossvalidate_look/{panel}/{part}")
        files = (self.files_of_part() | {"made": made}).items()
        return {x: y.replace("{part}", "{part}.look-{look}") for x, y in files}

    def to_collect(self, file: str) -> Callable[[Any], list[str]]:
        """Return a function of wildcards: one output of the jobs that are collected.

        For a look those until then; ``looks`` are the looks, ``made`` all records.
        """

        def files(wildcards: Any) -> list[str]:
            made = self.made_by("prepare") if file == "made" else []
            if self.looks:
                return made + self.looks.files(file, int(wildcards.get("look", 0)))
            return made + self.counted(file)

        return files

    def counted(self, file: str, panels: Iterable[str] | None = None) -> list[str]:
        """List one output, such as ``counts``, of every part of some panels.

        By default of those of the study, if it has no looks.
        """
        made = self.layout.made("crossvalidate/{panel}/{part}")
        of_file = self.files_of_part() | {"made": made}
        if panels is None:
            panels = () if self.looks else self.panels
        return [
            of_file[file].format(study=self.study.name, panel=panel, part=part)
            for panel, part in self.plan.every_part(panels)
            if file in of_file
        ]

    def over_subsets(self, name: str) -> list[str]:
        """List a file over each subset, by `layout.FILES`, as paths of rules."""
        path = getattr(self.layout, name)
        return [path.replace("{subset}", x) for x in self.study["subsets"]]

    def provenance(self, local: Callable[[str], str]) -> dict[str, Any]:
        """Return what provenance names besides the study file; `local` as elsewhere."""
        sheet = {"sheet": local(str(self.study.sheet))}
        read = {} if self.is_imported else self.origins
        if self.looks:
            read = read | {"early_stopping": self.paths.early_stopping}
        if self.study.rho_file:
            sheet["rho"] = local(str(self.study.rho_file))
        return {**read, "values": self.values, **sheet}

    def at_looks(self, *kinds: str, existing: bool = False) -> list[str]:
        """List some files of all looks, or of those that exist."""
        looks = self.looks
        return [y for x in kinds if looks for y in looks.files(x, existing=existing)]

    @property
    def results(self) -> list[str]:
        """All files that rules make, except records and those of looks."""
        paths = [*self.long_tables.values(), *self.origins.values()]
        made = [path.format(study=self.study.name) for path in paths]
        made += self.of_metrics(*THREE_TESTS, "provenance", "study_copy")
        made += self.analysed()
        if not self.is_imported:
            made += self.archives
            made += [x for file in self.files_of_part() for x in self.counted(file)]
        return made

    def inputs_of_batch(self, batch: str, local: Callable[[str], str]) -> list[str]:
        """List the files that a batch is prepared from.

        `local` marks the user's own, which are in no remote storage.
        """
        paths = self.plan.inputs_of_batch(batch, self.paths)
        return [local(x) if x in self.own else x for x in paths]

    def prepared(self, batch: str) -> dict[str, str]:
        """The archive of a batch, and its record."""
        made = self.paths.made(f"prepare/{batch}")
        return {"archive": self.paths.archive.format(batch=batch), "made": made}

    def to_read(self, wildcards: Any) -> dict[str, str]:
        """The inputs of a part of a panel: the archive of its batch, and its record."""
        return self.prepared(self.plan.parts[wildcards.panel][wildcards.part].batch)

    def to_read_at_look(self, wildcards: Any) -> dict[str, Any]:
        """The same at a look: also what the last two looks asked for."""
        look, files = int(wildcards.look), self.to_read(wildcards)
        before, paths = range(max(1, look - 2), look), self.paths
        made = [files["made"], *(paths.made(f"look/{x}") for x in before)]
        looks = [paths.look.format(look=x) for x in before]
        return files | {"looks": looks, "made": made}

    def program_of(self, wildcards: Any) -> str:
        """Return the program outside Python that a panel runs; empty if none."""
        engine = find_engine(self.plan.panels[wildcards.panel].engine)
        return engine.find_program(self.machine)

    def threads_of_job(self, wildcards: Any) -> int:
        """Return the cores of a job: all of the call where times are measured alone."""
        if not self.study.timing:
            return self.plan.panels[wildcards.panel].threads
        if self.cores is None:
            raise ValueError(
                f"{self.study.path}: key timing: is alone, and this call names no "
                f"cores; add `--cores`, on a cluster with the number of a node's"
            )
        return self.cores

    def server_of(self, wildcards: Any) -> str:
        """Return the server that a data set is fetched from."""
        return server_of(self.sources[wildcards.dataset], self.machine)

    def fetched_task(self, wildcards: Any) -> dict[str, str]:
        """Return the fetched task that names the data set, if there is one."""
        if self.sources[wildcards.dataset].kind != "openml_task":
            return {}
        return {"task": self.paths.fetched_task.format(dataset=wildcards.dataset)}

    def minutes(self, wildcards: Any, attempt: int) -> int:
        """Minutes for a step over the joined accuracies."""
        return (2 + self._cells // 5000) * attempt * len(self.study["subsets"])

    def settings(self, rule: str) -> Any:
        """Return a function of wildcards: the settings of a rule's job."""

        def of_job(wildcards: Any) -> Any:
            values = (value for key, value in wildcards.items() if key != "study")
            study = wildcards.get("study", self.study.name)
            return self.expected[study]["/".join([rule, *values])].settings

        return of_job

    @property
    def jobs(self) -> dict[str, Expected]:
        """Settings and software of every job, by the paths of the records."""
        expected = self.expected.items()
        return {
            layout_of(x).made(y): z for x, jobs in expected for y, z in jobs.items()
        }

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        """Fingerprints of settings and software of every job, at looks without one."""
        jobs, study = self.jobs.items(), self.study.name
        expected = {job_of(path, study): x for path, x in jobs}
        known = (expected | self.expected_at_looks).items()
        return {job: x.fingerprint for job, x in known}

    def fingerprints_made(self, records: Iterable[str]) -> dict[str, str]:
        """Return the fingerprints of the jobs of records, by their names."""
        jobs, known = [job_of(x, self.study.name) for x in records], self.fingerprints
        return {x: known[y] for x in jobs if (y := settled_by(x)) in known}

    def fingerprints_to_verify(self) -> dict[str, str]:
        """Return the fingerprints of all jobs, of looks where they or records exist."""
        made = Path(self.paths.folder).glob("made/**/*.json")
        looks = self.at_looks("made", existing=True)
        return self.fingerprints_made([*self.jobs, *looks, *map(str, made)])

    @cached_property
    def own_sums(self) -> dict[str, str]:
        """Checksums of the user's own files that are here, by their paths."""
        return {path: sha256_of(path) for path in self.own if Path(path).is_file()}

    @cached_property
    def fingerprint(self) -> str:
        """One digest of all of them and of the user's own files.

        It names the file which says that results were checked. Child processes take
        the digest of the user's files from the environment.
        """
        paths = [path for path in self.own if Path(path).is_file()]
        known, _, sums = os.environ.get(_OWN, "").partition(" ")
        if known != digest(paths):
            sums = digest([*self.own_sums.values()])
            os.environ[_OWN] = f"{digest(paths)} {sums}"
        return digest([self.fingerprints, sums])

    def made_by(self, *rules: str, study: str = "") -> list[str]:
        """List the records of all jobs of some rules.

        Parameters
        ----------
        *rules : str
        study : str, optional
            The value of wildcard `study` that the records are of; those of jobs that
            all metrics share are among them. By default of all values.
        """
        return [
            layout_of(value).made(job)
            for value, jobs in self.expected.items()
            for job in jobs
            if (rule := job.split("/")[0]) in rules
            and (not study or value == study or rule in _ONCE)
        ]

    def made_for(self, *rules: str) -> Callable[[Any], list[str]]:
        """Return a function of wildcards: `made_by` of the metric that they lead to."""
        return lambda wildcards: self.made_by(*rules, study=wildcards.study)

    @property
    def checked(self) -> str:
        """The file which says that the results of this study were checked."""
        return self.paths.checked.format(fingerprint=self.fingerprint)

    @property
    def patterns(self) -> dict[str, str]:
        """The values of each wildcard, as regular expressions."""
        plan = self.plan
        names: dict[str, Iterable[str]] = {
            "study": self.metrics,
            "dataset": self.study.datasets,
            "batch": plan.batches,
            "panel": plan.panels,
            "part": dict.fromkeys(part for _, part in plan.every_part(plan.panels)),
            "subset": self.study["subsets"],
        }
        patterns = {x: "|".join(map(re.escape, y)) for x, y in names.items()}
        return {x: y or "(?!)" for x, y in patterns.items()} | {"look": "[0-9]+"}

    @property
    def cache(self) -> str:
        """The folder of the counts that are kept."""
        return str(self.machine["cache"] or self.paths.cache)

    @property
    def connection(self) -> dict[str, Any]:
        """How servers are reached, as resources; one request at a time."""
        keys = [f"openml_{key}" for key in _REACHED]
        return {"openml": 1} | {key: self.machine[key] for key in keys}

    def programs(self, wildcards: Any = None) -> dict[str, str]:
        """Return the programs outside Python that the study runs, by engine."""
        engines = {panel.engine for panel in self.panels.values()}
        return {x: find_engine(x).find_program(self.machine) for x in sorted(engines)}
