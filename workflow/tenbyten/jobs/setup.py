"""Set a study up for the workflow's rules: inputs, outputs, settings and resources.

`Comparison` and `Planned` hold what the rules of either kind of study ask for.
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

from tenbyten.accuracies.results import has_accuracies
from tenbyten.datasets.sources import Source, find_sources, server_of
from tenbyten.engines import Panel, find_engine, twin_engines
from tenbyten.engines.scikit_learn.tuning import tunings
from tenbyten.files import kernels_folder, write_text
from tenbyten.jobs.looks import Looks
from tenbyten.jobs.plan import Plan
from tenbyten.jobs.records import Expected
from tenbyten.jobs.study_jobs import StudyJobs
from tenbyten.layout import COMPARISONS, FOLDER, Layout, layout_of, study_in_path
from tenbyten.study import Planning, Study, read_machine, read_study, readiness
from tenbyten.study.schema import read_yaml
from tenbyten.versions import digest

# In the environment, child processes find that a study was checked.
_CHECKED = "TENBYTEN_CHECKED"


def set_up(config: Mapping[str, Any]) -> Comparison | Planned:
    """Read the machine's configuration and the study, and check both."""
    machine = read_machine(config)
    study = read_study(machine["study"], FOLDER)
    if isinstance(study, Planning):
        return Planned(study, machine)
    return Comparison(study, machine)


class Comparison(StudyJobs):
    """What the rules of a comparison ask for.

    Attributes
    ----------
    sources : dict of str to Source
        Of every data set; none where accuracies are imported.
    panels, twins : dict of str to Panel
        Of the study, and of those that `parity` compares.
    plan : Plan
    over_datasets, has_poisson : bool
        Whether there is more than one data set, for tests over data sets, and whether
        the Poisson test can run.
    keeps_predictions : bool
        Whether the study makes predictions and keeps them.
    """

    def __init__(self, study: Study, machine: Mapping[str, Any]) -> None:
        super().__init__(study, machine)
        self.is_imported = bool(machine["accuracies"])
        self.stops_early = bool(study.looks)
        if self.is_imported:
            self.study = study = study.without_looks()
        if self.is_imported and study["missing"] == "pairwise":
            raise ValueError(
                f"{study.path}: key missing: pairwise is for tenbyten compare "
                f"{machine['accuracies']} --set missing=pairwise; else give drop, "
                f"worst or {{constant: NAME}}"
            )
        self.sources: dict[str, Source] = {}
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
        self.has_poisson = self.over_datasets and "poisson" not in study.cannot_run()
        self._cells = len(study.unordered_pairs) * len(study.datasets)
        self.keeps_predictions = bool(study["predictions"]) and not self.is_imported
        # Origins of the data sets, or how results were read.
        origin = "read" if self.is_imported else "datasets"
        self.origins = {origin: getattr(self.here, origin)}
        self.archives = [self.prepared(batch)["archive"] for batch in plan.batches]
        self.looks: Looks | None = None
        at = Layout(study.name).further
        further = {at.format(metric=x): y for x, y in study.further.items()}
        self.metrics = {study.name: study} | further
        self.names = {
            "study": self.metrics,
            "dataset": study.datasets,
            "batch": plan.batches,
            "panel": plan.panels,
            "part": {part: 0 for _, part in plan.every_part(plan.panels)},
            "subset": study["subsets"],
        }
        paths = [x for y in plan.batches for x in plan.inputs_of_batch(y, self.here)]
        fetched = f"{self.here.folder}/fetched/"
        self.own = [path for path in paths if not path.startswith(fetched)]
        if self.is_imported:
            self.own = [str(machine["accuracies"])]
        kinds = {**self.files_of_part(), "made": ""}
        self.requested = [y for x in kinds for y in self.counted(x, self.twins)]
        self.expected = self._expected()
        if study.looks:
            self.looks = Looks(plan, self.panels, self.files_of_look())
        self.forecast()

    def forecast(self) -> None:
        """Fill `amounts` and `unsized` by what is known of the data sets."""
        plan, parts = self.plan, self.plan.every_part(self.panels)
        self.amounts = {("crossvalidate", *x): plan.forecast(*x) for x in parts}
        if self.looks:
            self.amounts = self.looks.amounts()
        self.unsized = len(self.sources) - len(plan.known_sizes)

    @property
    def other_tests_of(self) -> dict[str, dict[str, str]]:
        """The outputs of rule `run_other_tests`, by patterns of the wildcard `study`.

        Metrics have the same tests, except for the hierarchical model.
        """
        alike: dict[tuple[str, ...], list[str]] = {}
        for value, study in self.metrics.items():
            alike.setdefault(self.other_tests(study), []).append(re.escape(value))
        return {
            "|".join(values): {table: getattr(self.layout, table) for table in tables}
            for tables, values in alike.items()
        }

    def values(self, wildcards: Any) -> str:
        """Return the long table that the tests read."""
        return getattr(self.here, self.metrics[wildcards.study].compared)

    def compared(self, study: str) -> list[str]:
        """List the tables of rule `run_other_tests` over all subsets."""
        tables = self.over_subsets(*self.other_tests(self.metrics[study]))
        return [path.format(study=study) for path in tables]

    def published(self, study: str) -> list[str]:
        """List the files of the comparison with published decisions, if it is made."""
        of, decisions = layout_of(study), self.metrics[study]["published"]["decisions"]
        is_made = self.over_datasets and decisions
        return [of.published, of.published_markdown] if is_made else []

    def further(self, wildcards: Any) -> list[str]:
        """List the tables of the further metrics that the first one's page shows."""
        others = [x for x in self.metrics if x != self.study.name]
        is_first = wildcards.study == self.study.name
        return [layout_of(x).exported for x in others if is_first]

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
        lines = [
            readiness.describe(study, panels, self.sources),
            *hints,
            *readiness.describe_limits(study),
            *([self.looks.describe()] if self.looks else []),
            *self.plan.changes_of_counts(panels, self.here),
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
        """Check before the first job what a dry run does not, and make classifiers."""
        super().check_made()
        if self.is_imported:
            return
        readiness.check_offered(self.study, machine=self.machine, cores=self.cores)
        self.refuse_copies(self.plan.read_small_files())
        try:
            readiness.check_made(self.study, self.panels, machine=self.machine)
        except ValueError as error:
            log = self.here.log("check_made")
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
            from tenbyten.accuracies.long_table import refuse_alike

            refuse_alike(alike.values(), "are one table")

    def counted_with(self, wildcards: Any = None) -> dict[str, dict[str, str]]:
        """Return libraries and modules that the classifiers import, for provenance."""
        found = super().counted_with()
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
                of_looks = collected | {"arguments": study.of_looks}
                counted["look"] = Expected(of_looks, self.software)
                at = [x for x in counted if x.split("/")[0].endswith("look")]
                self.expected_at_looks = {x: counted.pop(x) for x in at}
        expected = {}
        for value, by in self.metrics.items():
            settings = shared | by.arguments
            if not (shared and self.keeps_predictions):
                del settings["run_mcnemar"]
            expected[value] = counted | self._analysis(settings)
            counted, shared = {}, {}
        return expected

    def other_tests(self, study: Study) -> tuple[str, ...]:
        """List the tables of rule `run_other_tests`, by `layout.COMPARISONS`."""
        wanted = {
            "poisson": False,
            "signed_rank": False,
            "hierarchical": study.fits_hierarchical,
            "control": study["control"],
            "grouped": study.groups,
        }
        tests = COMPARISONS if self.over_datasets else ()
        return tuple(x for x in tests if wanted.get(x, True))

    @cached_property
    def long_tables(self) -> dict[str, str]:
        """The long tables, of `trainings` and `stopping` too, that the study has."""
        names = ["metrics"] if self.study["metrics"] else []
        # A table from elsewhere may have another metric alone.
        metric, table = self.study.needed, self.machine["accuracies"]
        if not table or has_accuracies(table, metric):
            names.append("accuracies")
        if self.study["failures"] == "exclude" and not self.is_imported:
            names.append("failures")
        if not self.is_imported:
            names += ["seeds"] * bool(self.study.several_seeds)
            names += ["chosen"] * bool(tunings(self.study["classifiers"]))
            names += ["early_stopping"] * bool(self.study.looks)
            names.append("warnings")
        return {name: getattr(self.layout, name) for name in names}

    @property
    def failures(self) -> dict[str, str]:
        """The table of failures, if these exclude data sets."""
        excludes = "failures" in self.long_tables
        return {"failures": self.here.failures} if excludes else {}

    @property
    def trainings(self) -> dict[str, str]:
        """The tables of seeds, chosen settings and warnings, those that there are."""
        names = ("seeds", "chosen", "warnings")
        return {x: getattr(self.here, x) for x in names if x in self.long_tables}

    @property
    def stopping(self) -> dict[str, str]:
        """What the last look found, if there are looks."""
        return {"early_stopping": self.here.early_stopping} if self.looks else {}

    def files_of_part(self) -> dict[str, str]:
        """Return the outputs of a cross-validation job, by names."""
        here = self.layout
        files = {"counts": here.counts, "warnings": here.warned_in_part}
        if self.failures:
            files["failures"] = self.layout.failed
        if self.keeps_predictions:
            files["predictions"] = self.layout.predictions
        if "chosen" in self.long_tables:
            files["chosen"] = self.layout.chosen_in_part
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

    def over_subsets(self, *names: str, of: str = "") -> list[str]:
        """List some files over each subset, by `layout.FILES`, one after another.

        With ``of="published"`` over those of which decisions were published.
        """
        subsets = self.study[of]["decisions"] if of else self.study["subsets"]
        paths = [getattr(self.layout, name) for name in names]
        return [path.replace("{subset}", x) for path in paths for x in subsets]

    @property
    def printed(self) -> list[str]:
        """The folders of figures for print, of all metrics."""
        return [layout_of(study).printed for study in self.metrics]

    @property
    def drawn_tests(self) -> list[str]:
        """The tests over data sets that figures show."""
        drawn = ("ranks", "profiles", "omnibus", "pairwise", "adjusted")
        return [x for x in drawn if x in self.other_tests(self.study)]

    def measured(self, wildcards: Any) -> list[str]:
        """List the long tables that the tests do not read."""
        others = {"accuracies", "metrics"} - {self.metrics[wildcards.study].compared}
        return [getattr(self.here, x) for x in self.long_tables if x in others]

    def provenance(self, local: Callable[[str], str]) -> dict[str, Any]:
        """Return what provenance names besides the study file; `local` as elsewhere."""
        sheet = {"sheet": local(str(self.study.sheet))}
        origins = {} if self.is_imported else self.origins
        rho = self.study.path.parent / str(read_yaml(self.study.path).get("rho", ""))
        read = {"rho": local(str(rho))} if rho.is_file() else {}
        return {**origins, **self.stopping, "values": self.values, **sheet, **read}

    def at_looks(self, *kinds: str, there: bool = False) -> list[str]:
        """List some files of the looks, of those `there` are or of all."""
        looks = self.looks
        return [y for x in kinds if looks for y in looks.files(x, there=there)]

    @property
    def results(self) -> list[str]:
        """All files that rules make, except records and those of looks."""
        paths = [*self.long_tables.values(), *self.origins.values()]
        paths += [self.layout.mcnemar] if self.keeps_predictions else []
        made = [path.format(study=self.study.name) for path in paths]
        for study in self.metrics:
            made += [path.format(study=study) for path in self._analysed]
            made += self.compared(study) + self.published(study)
        if not self.is_imported:
            made += self.archives
            made += [x for file in self.files_of_part() for x in self.counted(file)]
        return made

    @property
    def _analysed(self) -> list[str]:
        """The files that the analysis of every metric makes, as paths of rules."""
        of = self.layout
        paths = [of.correlated_t, of.provenance, of.study_copy, of.figures]
        paths += [of.exported, of.report]
        paths += [of.details, of.summary, of.answer, of.text_markdown, of.text_latex]
        tables = ("decisions", "decisions_markdown", "decisions_latex")
        paths += self.over_subsets(*tables)
        if self.over_datasets:
            paths += self.over_subsets("signed_rank")
            paths += [of.sensitivity_summary, of.sensitivity_summary_markdown]
            paths += [of.sensitivity_summary_latex]
        paths += self.over_subsets("poisson") if self.has_poisson else []
        return paths

    def inputs_of_batch(self, batch: str, local: Callable[[str], str]) -> list[str]:
        """List the files that a batch is prepared from.

        `local` marks the user's own, which are in no remote storage.
        """
        paths = self.plan.inputs_of_batch(batch, self.here)
        return [local(x) if x in self.own else x for x in paths]

    def prepared(self, batch: str) -> dict[str, str]:
        """The archive of a batch, and its record."""
        made = self.here.made(f"prepare/{batch}")
        return {"archive": self.here.archive.format(batch=batch), "made": made}

    def to_read(self, wildcards: Any) -> dict[str, str]:
        """The inputs of a part of a panel: the archive of its batch, and its record."""
        return self.prepared(self.plan.parts[wildcards.panel][wildcards.part].batch)

    def to_read_at_look(self, wildcards: Any) -> dict[str, Any]:
        """The same at a look: also what the last two looks asked for."""
        look, files = int(wildcards.look), self.to_read(wildcards)
        before, of = range(max(1, look - 2), look), self.here
        made = [files["made"], *(of.made(f"look/{x}") for x in before)]
        return files | {"looks": [of.look.format(look=x) for x in before], "made": made}

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
        return {"task": self.here.fetched_task.format(dataset=wildcards.dataset)}

    def minutes(self, wildcards: Any, attempt: int) -> int:
        """Minutes for a step over the joined accuracies."""
        return (2 + self._cells // 5000) * attempt * len(self.study["subsets"])

    @property
    def threads_of_other_tests(self) -> int:
        """Cores of a subset's tests: two where the hierarchical model takes long."""
        return 2 if self.study.fits_hierarchical and self._cells > 20_000 else 1


class Planned(StudyJobs):
    """What the rules of a plan for a comparison ask for."""

    def __init__(self, study: Planning, machine: Mapping[str, Any]) -> None:
        super().__init__(study, machine)
        self.read = {"accuracies": _find_pilot(study, machine)}
        self.own = [*self.read.values()]
        self.metrics = {study.name: study}
        self.names = {"study": self.metrics}
        names = ("estimates", "smallest", "pilot")
        self.planned = {x: self.layout.planned.replace("{table}", x) for x in names}
        plan = study.settings
        jobs = {"plan": plan | {"title": ""}, "report_plan": plan}
        self.expected = {study.name: self._analysis(jobs)}

    def check(self, cores: int | None) -> list[str]:
        """Describe the study."""
        return [f"Study {self.study.name}: planning, from {self.read['accuracies']}"]

    def provenance(self, local: Callable[[str], str]) -> dict[str, Any]:
        """Return what provenance names besides the study file."""
        return {"values": self.planned["estimates"], "reads": self.own}

    @property
    def results(self) -> list[str]:
        """All files that rules make, except records."""
        of, name = self.layout, self.study.name
        paths = [*self.planned.values(), of.report, of.summary, of.provenance]
        paths += [of.plan_tables, of.figures, of.study_copy]
        return [path.format(study=name) for path in paths]


def _find_pilot(study: Planning, machine: Mapping[str, Any]) -> str:
    """Return the pilot's table of accuracies.

    The machine's `accuracies` override the study's own, whose path starts at the
    working directory. Without a file a FileNotFoundError says what to run or give.
    """
    path = machine["accuracies"] or study["planning"]["accuracies"]
    needs = f"{study.path}: planning reads a table of accuracies"
    if not path:
        raise FileNotFoundError(
            f"{needs}; add `accuracies=FILE.csv` to the command, such as the "
            f"accuracies.csv of a study that was run"
        )
    if not Path(path).is_file():
        run = study_in_path(path)
        first = f"run `--config study={run}` first" if run else "correct the path"
        raise FileNotFoundError(
            f"{needs}, and there is no {path}; {first}, or add `accuracies=FILE.csv` "
            f"to the command"
        )
    return str(path)
