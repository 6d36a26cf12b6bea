"""Share the machine's configuration, the study and its paths among rules."""

import atexit
import itertools
import json
import os
import re
import shutil
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace

from snakemake.exceptions import WorkflowError
from snakemake.io import IOFile
from snakemake.logging import logger
from snakemake.sourcecache import LocalSourceFile

# Where these rules are: of a module that is not where the main Snakefile is, and it may
# be in a repository or on a server.
HERE = workflow.current_basedir.join("../..")
IS_LOCAL = isinstance(HERE, LocalSourceFile)


def install():
    """The command that installs the package of these rules."""
    if IS_LOCAL:
        found = f"-e {Path(HERE).resolve()}"
    elif hasattr(HERE, "repo_path"):
        found = f"git+file://{Path(HERE.repo_path).resolve()}@{HERE.ref}"
    else:
        found = f"git+https://{HERE.host}/{HERE.repo}@{HERE.ref}"
    return f"{sys.executable} -m pip install {found}"


def read_here(file):
    """Read a file of these rules; empty if there is none."""
    try:
        with workflow.sourcecache.open(HERE.join(file)) as opened:
            return opened.read()
    except (WorkflowError, OSError):
        return ""


try:
    import tenbyten
    from tenbyten import project
except ImportError:
    raise WorkflowError(
        f"the package that belongs to the rules in {HERE} is not installed; {install()}"
    ) from None

# The folder of studies, as far as it can be read.
ROOT = Path(HERE).resolve() if IS_LOCAL else project.FOLDER
# Another version's package may not do what these rules say.
if not (IS_LOCAL and ROOT.samefile(project.FOLDER)):
    if differing := project.differing_rules(read_here):
        raise WorkflowError(
            f"the rules in {HERE} are not those of the package in "
            f"{Path(tenbyten.__file__).parent}, which are in {project.FOLDER}; they "
            f"differ in {', '.join(differing)}; {install()}"
        )
project.lead_jobs_here(os.environ)


configfile: ROOT / "config" / "config.yaml"


from tenbyten.accuracies.columns import has_accuracies
from tenbyten.dataset.sources import find_sources, server_of
from tenbyten.files import sha256_of_sources
from tenbyten.engines import find_engine, twin_engines
from tenbyten.folds.rare import told as told_of_classes
from tenbyten.software.environment import check_versions
from tenbyten.study import Simulation, command_of, read_machine, read_study, readiness
from tenbyten.study.not_tested import by_reason
from tenbyten.layout import COMPARISONS, PLANNED, Layout, split_log
from tenbyten.jobs import simulating
from tenbyten.jobs.analysis import software_of_script
from tenbyten.jobs.batches import BATCH_PATTERN
from tenbyten.jobs.claim import check_claim, claim
from tenbyten.jobs.sharing import check_umask, check_writable
from tenbyten.jobs.announcement import describe
from tenbyten.jobs.plan import Plan, data_sets_of, free_name
from tenbyten.progress import planned
from tenbyten.progress.findings import first_findings
from tenbyten.progress.handler import Handler
from tenbyten.progress.time_limit import TimeLimits
from tenbyten.progress.words import announce, took
from tenbyten.progress.work import END, Job as JobInProgress, Work
from tenbyten.records import Job, Records, told
from tenbyten.report.provenance import software_of_classifiers
from tenbyten.report.simulated import PAGES as MODULES_OF_PAGES

# Every path of a study's files.
RESULTS = Layout("results/{study}")
# What the report is made by besides code.
TEMPLATES = Path(tenbyten.__file__).parent / "report" / "templates"


def software_of(rule, **more):
    """The code and libraries that a rule's script uses."""
    return software_of_script(
        project.FOLDER / "workflow" / "scripts" / f"{rule}.py", **more
    )


def one_of(names):
    """A wildcard constraint that matches these names and nothing else."""
    return "|".join(re.escape(name) for name in names) or "(?!)"


def each(pattern, **names):
    """Fill some wildcards of a path with all of these names, and leave the others."""
    return expand(pattern, **names, allow_missing=True)


# Of a module, another name may have been given to rule `verify` and the others.
MODULE = workflow.modifier
named = MODULE.modify_rulename
if MODULE.path_modifier.replace_prefix(RESULTS.report) != RESULTS.report:
    raise WorkflowError(
        f"module {MODULE.namespace}: results are always in the folder `results` of the "
        f"working directory; leave out `prefix` and `replace_prefix`"
    )
# Results are verified where data, WEKA or classes of the user's may be missing. Snakemake
# itself hands its targets over only when it has read the Snakefile.
VERIFIES = named("verify") in sys.argv[1:]


def read_all():
    """Read and check the machine's configuration and the study."""
    deployed = getattr(workflow.deployment_settings, "deployment_method", ())
    if "CONDA" in {method.name for method in deployed}:
        check_versions(project.FOLDER / "workflow" / "envs" / "tenbyten.yaml")
    machine = read_machine(config)
    study = read_study(machine["study"], ROOT)
    if workflow.is_main_process:
        folder = f"results/{study.name}"
        check_claim(folder, study.path)
        # Of results that are verified only a log is written.
        check_writable("", f"{folder}/logs" if VERIFIES else folder)
    return machine, study


try:
    MACHINE, STUDY = read_all()
except (ValueError, OSError, ImportError) as error:
    raise WorkflowError(str(error)) from None


def take_folder():
    """Claim the folder of results for the study, where others can go on after this user."""
    folder = f"results/{STUDY.name}"
    try:
        check_umask(folder)
    except OSError as error:
        raise WorkflowError(str(error)) from None
    claim(folder, STUDY.path)


# A simulation study has neither panels of classifiers nor a sheet of data sets.
IS_SIMULATED = isinstance(STUDY, Simulation)
# What makes these results again.
COMMAND = command_of(MACHINE, is_simulated=IS_SIMULATED)


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
