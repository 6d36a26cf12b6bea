"""What the rules share: the machine's configuration, the study, and input functions."""

import re
from pathlib import Path

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

from tenbyten.sources import find_sources, sha256_of
from tenbyten.engines.jvm import find_jar
from tenbyten.readiness import check_ready, describe
from tenbyten.study import read_machine, read_study


def one_of(names):
    """A wildcard constraint that matches these names and nothing else."""
    return "|".join(re.escape(name) for name in names) or "(?!)"


def prepare():
    """Read and check all that can be checked before a job starts.

    Returns the machine's configuration, the study, the source of each data set, the
    panels of classifiers, and WEKA's jar if a panel needs it.
    """
    machine = read_machine(config, ROOT / "workflow" / "schemas")
    study = read_study(machine["study"], ROOT)
    if machine["accuracies"]:
        return machine, study, {}, {}, None
    sources = find_sources(
        study.datasets, sheet=study.sheet, arff_folder=machine["arff_folder"]
    )
    panels = study.panels(machine["engine"])
    weka_jar = find_jar(machine["weka_jar"]) if "weka" in panels else None
    if workflow.is_main_process:
        check_ready(study, panels, weka_jar=weka_jar)
        logger.info(describe(study, panels, sources))
    return machine, study, sources, panels, weka_jar


try:
    MACHINE, STUDY, SOURCES, PANELS, WEKA_JAR = prepare()
except (ValueError, OSError, ImportError) as error:
    raise WorkflowError(str(error)) from None

# A jar's contents settle the results, its path does not: the path is a resource.
WEKA_SHA256 = sha256_of(WEKA_JAR) if WEKA_JAR else None

# OpenML is asked for one thing at a time.
workflow.register_resource("openml", 1)


def task_files(wildcards):
    """The fetched task that says which data set is wanted, where one does."""
    if SOURCES[wildcards.dataset].kind != "openml_task":
        return {}
    return {"task": f"results/{wildcards.study}/openml/tasks/{wildcards.dataset}"}


def source_files(wildcards):
    """The files that a data set is made from: fetched, an ARFF file, or none."""
    source = SOURCES[wildcards.dataset]
    if source.kind == "bundled":
        return {}
    if source.kind == "arff":
        return {"arff": source.at}
    folder = f"results/{wildcards.study}/openml/datasets/{wildcards.dataset}"
    return {"fetched": folder} | task_files(wildcards)


def split_files(wildcards):
    """The fetched splits of the data set's task, where they are the study's folds."""
    if STUDY["splitter"] != "openml":
        return {}
    return {"splits": f"results/{wildcards.study}/openml/tasks/{wildcards.dataset}"}


def imputes_before_splitting(wildcards):
    """Whether the sheet wants the whole data set imputed first."""
    return STUDY.datasets[wildcards.dataset]["impute_before_splitting"] == "yes"


def published_targets():
    """The comparison with published decisions, where the study has some."""
    if not STUDY.published["decisions"]:
        return []
    return expand(
        "results/{study}/tables/published.{form}",
        study=STUDY.name,
        form=["csv", "md"],
    )
