"""Share the machine's configuration, the study and its paths among rules."""

import atexit
import itertools
import re
import shutil
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
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

from tenbyten.dataset.sources import find_sources, server_of
from tenbyten.files import sha256_of_sources
from tenbyten.engines import find_engine, twin_engines
from tenbyten.study import Simulation, command_of, read_machine, read_study, readiness
from tenbyten.layout import COMPARISONS, PLANNED, Layout, split_log
from tenbyten.jobs import simulating
from tenbyten.jobs.analysis import software_of_script
from tenbyten.jobs.batches import BATCH_PATTERN
from tenbyten.jobs.claim import check_claim, claim
from tenbyten.jobs.announcement import describe
from tenbyten.jobs.plan import Plan, data_sets_of, free_name
from tenbyten.records import Job, Records, told
from tenbyten.report.provenance import software_of_classifiers
from tenbyten.report.simulated import PAGES as MODULES_OF_PAGES

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


def read_all():
    """Read and check the machine's configuration and the study."""
    machine = read_machine(config)
    study = read_study(machine["study"], ROOT)
    if workflow.is_main_process:
        check_claim(f"results/{study.name}", study.path)
    return machine, study


try:
    MACHINE, STUDY = read_all()
except (ValueError, OSError, ImportError) as error:
    raise WorkflowError(str(error)) from None


# A simulation study has neither panels of classifiers nor a sheet of data sets.
IS_SIMULATED = isinstance(STUDY, Simulation)


# OpenML is asked for one thing at a time. How it is reached settles no result: these
# are resources, whose changes rerun nothing.
workflow.register_resource("openml", 1)
OPENML = {"openml": 1}
OPENML |= {
    f"openml_{key}": MACHINE[f"openml_{key}"]
    for key in ("cache", "timeout_seconds", "total_seconds", "attempts", "largest_mb")
}


def task_files(wildcards):
    """The fetched task that says which data set is wanted, where one does."""
    if SOURCES[wildcards.dataset].kind != "openml_task":
        return {}
    return {"task": RESULTS.fetched_task.format(**wildcards)}


def sha256_of_sheet(wildcards):
    """The checksum that the sheet gives for a data set's file, empty for none."""
    rows = {} if IS_SIMULATED else STUDY.datasets
    return rows.get(wildcards.dataset, {}).get("sha256", "")


def program_of(panel):
    """The program outside Python that a panel runs, such as weka.jar; often none."""
    return find_engine(panel.engine).find_program(MACHINE)


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
