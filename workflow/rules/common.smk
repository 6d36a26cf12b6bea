"""Share the machine's configuration, the study and input functions among rules."""

import re
from functools import cache
from pathlib import Path
from shlex import quote
from types import SimpleNamespace

from snakemake.exceptions import WorkflowError
from snakemake.logging import logger

ROOT = Path(workflow.basedir)

try:
    import tenbyten
except ModuleNotFoundError:
    raise WorkflowError(f"tenbyten is not installed; pip install -e {ROOT}") from None
# Rules and package are one: another checkout's package may not do what these rules say.
if not Path(tenbyten.__file__).is_relative_to(ROOT / "workflow"):
    raise WorkflowError(
        f"tenbyten is installed from {Path(tenbyten.__file__).parent}, but this is the "
        f"workflow in {ROOT}; pip install -e {ROOT}"
    )

from tenbyten.dataset.sources import find_sources
from tenbyten.files import sha256_of
from tenbyten.engines import find_engine, twin_engines
from tenbyten.study import read_machine, read_study, readiness
from tenbyten.layout import COMPARISONS, Layout, split_log
from tenbyten.planning.analysis import software_of_script
from tenbyten.records import Job, Records, told

# Every path of a study's files.
RESULTS = Layout("results/{study}")
# What the report is made by besides code.
TEMPLATES = ROOT / "workflow" / "tenbyten" / "report" / "templates"


def software_of(rule, **more):
    """The code and libraries that a rule's script uses."""
    return software_of_script(ROOT / "workflow" / "scripts" / f"{rule}.py", **more)


def one_of(names):
    """A wildcard constraint that matches these names and nothing else."""
    return "|".join(re.escape(name) for name in names) or "(?!)"


def each(pattern, **names):
    """Fill some wildcards of a path with all of these names, and leave the others."""
    return expand(pattern, **names, allow_missing=True)


def prepare():
    """Read and check all that can be checked before a job starts.

    Returns the machine's configuration, the study, the source of each data set, and
    the panels of classifiers.
    """
    machine = read_machine(config)
    study = read_study(machine["study"], ROOT)
    if machine["accuracies"]:
        return machine, study, {}, {}
    sources = find_sources(
        study.datasets, sheet=study.sheet, arff_folder=machine["arff_folder"]
    )
    panels = study.panels(machine["engine"])
    if workflow.is_main_process:
        # First, for it is what the reader of somebody else's study wants to know.
        logger.info(readiness.describe_classes(study, panels))
        readiness.check_ready(study, panels, machine=machine)
        logger.info(readiness.describe(study, panels, sources))
    return machine, study, sources, panels


try:
    MACHINE, STUDY, SOURCES, PANELS = prepare()
except (ValueError, OSError, ImportError) as error:
    raise WorkflowError(str(error)) from None


# Not in a dry run: whoever makes one may not yet trust the study.
onstart:
    try:
        readiness.check_foreign(STUDY, PANELS)
    except ValueError as error:
        raise WorkflowError(str(error)) from None


# OpenML is asked for one thing at a time. How it is reached settles no result: these
# are resources, whose changes rerun nothing.
workflow.register_resource("openml", 1)
OPENML = {"openml": 1}
OPENML |= {
    f"openml_{key}": MACHINE[f"openml_{key}"]
    for key in ("cache", "timeout_seconds", "total_seconds", "attempts")
}


# The long table that the tests read.
VALUES = RESULTS.accuracies if STUDY["metric"] == "accuracy" else RESULTS.metrics
# Only where the study asks for metrics.
METRICS = {"metrics": RESULTS.metrics} if STUDY["metrics"] else {}
# Only where the data sets are at hand.
DATASETS = {"datasets": RESULTS.datasets} if SOURCES else {}
# What later rules read too where failures leave data sets out.
FAILURES = {}
if STUDY["failures"] == "exclude" and not MACHINE["accuracies"]:
    FAILURES["failures"] = RESULTS.failures

# For `parity`: the same classifiers on either engine.
TWINS = {}
if SOURCES and STUDY.twins:
    TWINS = {engine: STUDY.panels(engine)[engine] for engine in twin_engines()}


def panel_of(wildcards):
    """Engine and classifiers of a panel."""
    return (PANELS | TWINS)[wildcards.panel]


def task_files(wildcards):
    """The fetched task that says which data set is wanted, where one does."""
    if SOURCES[wildcards.dataset].kind != "openml_task":
        return {}
    return {"task": RESULTS.fetched_task.format(**wildcards)}


def source_files(wildcards):
    """The files that a data set is made from: fetched, an ARFF file, or none."""
    source = SOURCES[wildcards.dataset]
    if source.kind == "bundled":
        return {}
    if source.kind == "arff":
        return {"arff": source.at}
    fetched = RESULTS.fetched_dataset.format(**wildcards)
    return {"fetched": fetched} | task_files(wildcards)


def split_files(wildcards):
    """The fetched splits of the data set's task, where they are the study's folds."""
    if STUDY["splitter"] != "openml":
        return {}
    return {"splits": RESULTS.fetched_task.format(**wildcards)}


def program_of(panel):
    """The program outside Python that a panel runs, such as weka.jar; often none."""
    return find_engine(panel.engine).find_program(MACHINE)


@cache
def sha256_of_program(path):
    """The checksum of a program, empty for none."""
    return sha256_of(path) if path else ""


def programs_of_study():
    """The programs outside Python that the study runs, by engine."""
    return {panel.engine: program_of(panel) for panel in PANELS.values()}


def command():
    """The command that makes the study's results again."""
    keys = ["study", "engine", "arff_folder", "accuracies"]
    given = " ".join(f"{key}={quote(MACHINE[key])}" for key in keys if MACHINE[key])
    return f"snakemake --cores all --config {given}"


def published_targets():
    """The comparison with published decisions, where the study has some."""
    if not STUDY["published"]["decisions"]:
        return []
    return expand([RESULTS.published, RESULTS.published_markdown], study=STUDY.name)
