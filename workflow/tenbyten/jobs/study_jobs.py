"""The jobs of a study: what each would be made with now, and where its record is.

Arguments `wildcards` are Snakemake's: their values are attributes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import tenbyten
from tenbyten.engines import Panel, find_engine
from tenbyten.files import remove_partial, sha256_of, sha256_of_sources, write_text
from tenbyten.jobs.looks import settled_by
from tenbyten.jobs.progress import RUN
from tenbyten.jobs.records import Expected, job_of
from tenbyten.layout import layout_of
from tenbyten.study import Planning, command_of
from tenbyten.study.readiness import check_python
from tenbyten.versions import digest, versions_of

# Keys that say how servers are reached, which changes no result.
_REACHED = ("cache", "timeout_seconds", "total_seconds", "attempts", "largest_mb")
# In the environment, child processes find a digest of the user's own files, after one
# of their paths.
_OWN = "TENBYTEN_OWN_FILES"
# What analyses run on.
_ANALYSIS = ("numpy", "scipy", "pandas", "matplotlib", "jinja2")
# Rules whose jobs are the same whichever metric is compared.
_ONCE = {"prepare", "crossvalidate", "collect", "import_accuracies", "run_mcnemar"}


class StudyJobs:
    """What comparisons and plans have in common: jobs, their settings and records.

    Attributes
    ----------
    panels : dict of str to Panel
        Classifiers that are evaluated; a plan has none.
    amounts : dict of tuple to (int, float)
        Folds of each job, and their seconds by an estimate; 0 of data sets of unknown
        size.
    unsized : int
        How many data sets these are.
    metrics : dict of str to Study or Planning
        What is analysed, by values of the wildcard `study`: first the study itself,
        then by further metrics, whose results are in folders of their own.
    expected : dict of str to dict of str to Expected
        Settings and software of every job, by the same and by the job's name.
    expected_at_looks : dict of str to Expected
        The same of jobs that there are at each look, without its number: see
        `looks.settled_by`.
    names : dict of str to iterable of str
        The values of each wildcard.
    own : list of str
        The user's own files that jobs read.
    requested : list of str
        What `parity` makes, if it is asked for.
    """

    metrics: dict[str, Any]
    expected: dict[str, dict[str, Expected]]
    names: dict[str, Iterable[str]]
    own: list[str]

    def __init__(self, study: Any, machine: Mapping[str, Any]) -> None:
        self.study, self.machine = study, machine
        self.cores: int | None = None
        self.panels: dict[str, Panel] = {}
        self.requested: list[str] = []
        self.amounts: dict[tuple[str, ...], tuple[int, float]] = {}
        self.unsized = 0
        self.expected_at_looks: dict[str, Expected] = {}
        # In rules the study's name stays a wildcard.
        self.layout = layout_of("{study}")
        self.here = layout_of(study.name)
        # Of all jobs after the counts.
        package = {"tenbyten": sha256_of_sources(Path(tenbyten.__file__).parent)}
        self.software = package | versions_of(*_ANALYSIS)
        self.is_planned = isinstance(study, Planning)
        self.command = command_of(machine, is_planned=self.is_planned)

    def start(self) -> None:
        """Check before the first job what a dry run does not, and note whose it is."""
        self.check_made()
        path = Path(self.here.study_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(os.path.relpath(self.study.path.resolve()), path)

    def check_made(self) -> None:
        """Check before the first job what a dry run does not check.

        Remove what killed jobs have left.
        """
        for folder in (self.here.folder, self.cache):
            remove_partial(folder)

    def _check_place(self) -> None:
        """Refuse results of another study file of this name, if that is there still."""
        noted = Path(self.here.study_path)
        other = Path(noted.read_text("utf-8") if noted.is_file() else self.study.path)
        if other.is_file() and not other.samefile(self.study.path):
            raise ValueError(
                f"{self.study.path}: {self.here.folder} has the results of another "
                f"study file of this name, {other}; rename one of the files, or run "
                f"this one in another working folder"
            )

    def _analysis(self, settings: Mapping[str, Any]) -> dict[str, Expected]:
        """Return settings and software of the analysis's jobs, with provenance."""
        given = (self.study.path, getattr(self.study, "sheet", None))
        sums = {"files": [sha256_of(path) for path in given if path]}
        settings = {**settings, "record_provenance": {"command": self.command, **sums}}
        return {job: Expected(x, self.software) for job, x in settings.items()}

    def check(self, cores: int | None) -> list[str]:
        """Check all that can be checked before a job starts, and describe the study."""
        raise NotImplementedError

    def settings(self, rule: str) -> Any:
        """Return a function of wildcards: the settings of a rule's job."""

        def of_job(wildcards: Any) -> Any:
            values = (value for key, value in wildcards.items() if key != "study")
            return self.expected[wildcards.study]["/".join([rule, *values])].settings

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

    def at_looks(self, *kinds: str, there: bool = False) -> list[str]:
        """List some files of a study that stops early, by kinds as of `Looks.files`."""
        return []

    def fingerprints_made(self, records: Iterable[str]) -> dict[str, str]:
        """Return the fingerprints of the jobs of records, by their names."""
        jobs, known = [job_of(x, self.study.name) for x in records], self.fingerprints
        return {x: known[y] for x in jobs if (y := settled_by(x)) in known}

    def fingerprints_to_verify(self) -> dict[str, str]:
        """Return the fingerprints of all jobs, of looks where they or records exist."""
        made = Path(self.here.folder).glob("made/**/*.json")
        looks = self.at_looks("made", there=True)
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
        """List the records of all jobs of some rules, of one value of `study`.

        The jobs that all metrics share are among them.
        """
        return [
            layout_of(value).made(job)
            for value, jobs in self.expected.items()
            for job in jobs
            if (rule := job.split("/")[0]) in rules
            and (value == (study or self.study.name) or rule in _ONCE)
        ]

    def made_for(self, *rules: str) -> Callable[[Any], list[str]]:
        """Return a function of wildcards: `made_by` of the metric that they lead to."""
        return lambda wildcards: self.made_by(*rules, study=wildcards.study)

    def made_before(self, rule: str) -> Callable[[Any], list[str]]:
        """Return the same of all rules, except `rule` and those of single data sets."""
        rules = {job.split("/")[0] for job in self.expected[self.study.name]}
        return self.made_for(*(rules - {rule, "prepare", "crossvalidate"}))

    def begin(self, cores: int | None) -> None:
        """Check the study, and give `RUN` what the logger plugin shows.

        `cores` is None for a cluster.
        """
        check_python()
        self.cores = cores
        self._check_place()
        RUN.lines = self.check(cores)
        RUN.report = self.here.report
        RUN.cores = cores or 1
        RUN.amounts, RUN.unsized = self.amounts, self.unsized

    @property
    def checked(self) -> str:
        """The file which says that the results of this study were checked."""
        return self.here.checked.format(fingerprint=self.fingerprint)

    @property
    def patterns(self) -> dict[str, str]:
        """The values of each wildcard, as regular expressions."""
        names = self.names.items()
        each = {name: "|".join(map(re.escape, x)) or "(?!)" for name, x in names}
        return each | {"look": "[0-9]+"}

    @property
    def cache(self) -> str:
        """The folder of the counts that are kept."""
        return str(self.machine["cache"] or self.here.cache)

    @property
    def connection(self) -> dict[str, Any]:
        """How servers are reached, as resources; one request at a time."""
        keys = [f"openml_{key}" for key in _REACHED]
        return {"openml": 1} | {key: self.machine[key] for key in keys}

    def minutes(self, wildcards: Any, attempt: int) -> int:
        """Minutes for a step of the analysis."""
        return 10 * attempt

    def programs(self, wildcards: Any = None) -> dict[str, str]:
        """Return the programs outside Python that the study runs, by engine."""
        engines = {panel.engine for panel in self.panels.values()}
        return {x: find_engine(x).find_program(self.machine) for x in sorted(engines)}

    def counted_with(self, wildcards: Any = None) -> dict[str, dict[str, str]]:
        """Return libraries and modules that the classifiers import, for provenance."""
        return {"libraries": {}, "modules": {}}
