"""Share the machine's configuration, the study and input functions among rules."""

import atexit
import itertools
import re
import shutil
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from shlex import quote
from types import SimpleNamespace

from snakemake.exceptions import WorkflowError
from snakemake.io import IOFile
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
from tenbyten.files import sha256_of, sha256_of_sources
from tenbyten.engines import find_engine, twin_engines
from tenbyten.study import read_machine, read_study, readiness
from tenbyten.layout import COMPARISONS, PLANNED, Layout, split_log
from tenbyten.jobs.analysis import software_of_script
from tenbyten.jobs.batches import BATCH_PATTERN
from tenbyten.jobs.claim import check_claim, claim
from tenbyten.jobs.announcement import describe
from tenbyten.jobs.plan import Plan, data_sets_of, free_name
from tenbyten.records import Job, Records, told
from tenbyten.report.provenance import software_of_classifiers

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


# Results are verified where data, WEKA or classes of the user's may be missing. Snakemake
# itself hands its targets over only when it has read the Snakefile.
VERIFIES = "verify" in sys.argv[1:]


def prepare():
    """Read and check all that can be checked before a job starts.

    Returns the machine's configuration, the study, the source of each data set, and
    the panels of classifiers.
    """
    machine = read_machine(config)
    study = read_study(machine["study"], ROOT)
    if workflow.is_main_process:
        check_claim(f"results/{study.name}", study.path)
    if machine["accuracies"]:
        return machine, study, {}, {}
    panels = study.panels(machine["engine"])
    if VERIFIES:
        return machine, study, {}, panels
    sources = find_sources(
        study.datasets, sheet=study.sheet, arff_folder=machine["arff_folder"]
    )
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
    if not VERIFIES:
        try:
            readiness.check_foreign(STUDY, PANELS)
        except ValueError as error:
            raise WorkflowError(str(error)) from None
        claim(f"results/{STUDY.name}", STUDY.path)


onsuccess:
    tell_left_out()
    # Receipts of jobs that were done before one failed.
    shutil.rmtree(Path(f"results/{STUDY.name}", PLANNED), ignore_errors=True)


onerror:
    tell_left_out()


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
DATASETS = {} if MACHINE["accuracies"] else {"datasets": RESULTS.datasets}
# What later rules read too where failures leave data sets out.
FAILURES = {}
if STUDY["failures"] == "exclude" and not MACHINE["accuracies"]:
    FAILURES["failures"] = RESULTS.failures

# For `parity`: the same classifiers on either engine.
TWINS = {}
if STUDY.twins and not MACHINE["accuracies"]:
    TWINS = {engine: STUDY.panels(engine)[engine] for engine in twin_engines()}


def panel_of(wildcards):
    """Engine and classifiers of a panel."""
    return (PANELS | TWINS)[wildcards.panel]


def task_files(wildcards):
    """The fetched task that says which data set is wanted, where one does."""
    if SOURCES[wildcards.dataset].kind != "openml_task":
        return {}
    return {"task": RESULTS.fetched_task.format(**wildcards)}


def source_files(dataset):
    """The files that a data set and its folds are made from: fetched, ARFF, or none."""
    names = {"study": STUDY.name, "dataset": dataset}
    kind, at = SOURCES[dataset]
    files = [at] if kind == "arff" else []
    if kind.startswith("openml"):
        files.append(RESULTS.fetched_dataset.format(**names))
    if kind == "openml_task" or STUDY["splitter"] == "openml":
        files.append(RESULTS.fetched_task.format(**names))
    return files


@cache
def tell_left_out():
    """Say once, at the end, which data sets failures have left out of the study."""
    path = Path(RESULTS.failures.format(study=STUDY.name))
    if not FAILURES or not path.exists():
        return
    # They import pandas, which takes a second.
    from tenbyten.accuracies.files import read_failures
    from tenbyten.accuracies.left_out import told

    try:
        text = told(read_failures(path), datasets=len(STUDY.datasets))
    except ValueError:  # It is damaged, which the start has told.
        return
    if text:
        logger.warning(text)


# Neither `onsuccess` nor `onerror` is called where nothing is to be done.
if workflow.is_main_process:
    atexit.register(tell_left_out)


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


def software_of_provenance(wildcards):
    """The software of its rule, all of this package, and what the classifiers import.

    Provenance names a checksum of the whole package.
    """
    ours = sha256_of_sources(Path(tenbyten.__file__).parent)
    software = software_of("record_provenance") | {"package": ours}
    with suppress(OSError if VERIFIES else ()):
        programs, folder = programs_of_study(), STUDY.path.parent
        panels = PANELS.values()
        found = software_of_classifiers(panels, programs=programs, folder=folder)
        return software | {"classifiers": found}
    return software


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
