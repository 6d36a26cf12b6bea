"""Share a comparison's panels, data sets and tables among its rules."""


def twins_called():
    """The panels that `parity` compares, where it is asked for."""
    if named("parity") not in sys.argv[1:] or not STUDY.twins:
        return {}
    return {engine: STUDY.panels(engine)[engine] for engine in twin_engines()}


def prepare():
    """Check all that can be checked before a job starts.

    Returns the source of each data set, and the panels of classifiers.
    """
    if MACHINE["accuracies"]:
        return {}, {}
    readiness.check_elsewhere(STUDY)
    panels = STUDY.panels(MACHINE["engine"])
    if VERIFIES:
        return {}, panels
    sources = find_sources(
        STUDY.datasets, sheet=STUDY.sheet, arff_folder=MACHINE["arff_folder"]
    )
    if workflow.is_main_process:
        # First, for it is what the reader of somebody else's study wants to know.
        called = panels | twins_called()
        tell(readiness.describe_classes(STUDY, called))
        readiness.check_ready(STUDY, called, machine=MACHINE)
        tell(readiness.describe(STUDY, panels, sources))
    return sources, panels


try:
    SOURCES, PANELS = prepare()
except (ValueError, OSError, ImportError) as error:
    raise WorkflowError(str(error)) from None


# Not in a dry run: whoever makes one may not yet trust the study.
onstart:
    if not VERIFIES:
        try:
            called = PANELS | twins_called()
            readiness.check_made(STUDY, called, machine=MACHINE)
        except (ValueError, OSError, ImportError) as error:
            raise WorkflowError(str(error)) from None
        take_folder()
        tell_start()


onsuccess:
    tell_left_out()
    tell_rare_classes()
    tell_end()
    # Receipts of jobs that were done before one failed.
    shutil.rmtree(Path(f"results/{STUDY.name}", PLANNED), ignore_errors=True)


onerror:
    tell_left_out()
    tell_stop()


# The long table that the tests read.
VALUES = RESULTS.accuracies if STUDY["metric"] == "accuracy" else RESULTS.metrics
# Not where a table from elsewhere has another metric alone.
ACCURACIES = {"accuracies": RESULTS.accuracies}
if MACHINE["accuracies"]:
    try:
        if not has_accuracies(MACHINE["accuracies"], STUDY["metric"]):
            ACCURACIES = {}
    except (ValueError, OSError) as error:
        raise WorkflowError(str(error)) from None
# Only where the study asks for metrics.
METRICS = {"metrics": RESULTS.metrics} if STUDY["metrics"] else {}
# Only where the study keeps predictions, and makes them itself.
PREDICTIONS = {}
if STUDY["predictions"] and not MACHINE["accuracies"]:
    PREDICTIONS = {"predictions": RESULTS.predictions}
# Only where the data sets are at hand.
DATASETS = {} if MACHINE["accuracies"] else {"datasets": RESULTS.datasets}
# What later rules read too where failures leave data sets out.
FAILURES = {}
if STUDY["failures"] == "exclude" and not MACHINE["accuracies"]:
    FAILURES["failures"] = RESULTS.failures

# Of one data set there are no tests over data sets, and no tables of theirs.
OVER_DATASETS = "signed_rank" not in STUDY.cannot_run()
HAS_POISSON = "poisson" not in STUDY.cannot_run()
LEFT_ASIDE = {"poisson", "signed_rank"}
LEFT_ASIDE |= set() if STUDY.fits_hierarchical else {"hierarchical"}
LEFT_ASIDE |= set() if STUDY["control"] else {"control"}
LEFT_ASIDE |= set() if STUDY.groups else {"grouped"}
OTHER_TESTS = [x for x in COMPARISONS if OVER_DATASETS and x not in LEFT_ASIDE]

# For `parity`: the same classifiers on either engine.
TWINS = {}
if STUDY.twins and not MACHINE["accuracies"]:
    TWINS = {engine: STUDY.panels(engine)[engine] for engine in twin_engines()}


# What provenance names besides the study file.
PROVENANCE = {**DATASETS, "values": VALUES, "sheet": STUDY.sheet}


# By wildcard, the values that jobs of the analysis have.
WILDCARDS = {"subset": STUDY["subsets"]}


wildcard_constraints:
    study=one_of([STUDY.name]),
    dataset=one_of(STUDY.datasets),
    panel=one_of(PANELS | TWINS),
    subset=one_of(STUDY["subsets"]),
    batch=BATCH_PATTERN,


def panel_of(wildcards):
    """Engine and classifiers of a panel."""
    return (PANELS | TWINS)[wildcards.panel]


def source_files(dataset):
    """The files that a data set and its folds are made from: fetched, ARFF, or none."""
    names = {"study": STUDY.name, "dataset": dataset}
    source = SOURCES[dataset]
    kind, at = source
    files = [at] if kind in ("arff", "file") else []
    if source.is_fetched:
        files.append(RESULTS.fetched_dataset.format(**names))
    if kind == "openml_task" or STUDY["splitter"] == "openml":
        files.append(RESULTS.fetched_task.format(**names))
    if own := PLAN.wanted(dataset).own_folds:
        files.append(own)
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


def tell_rare_classes():
    """Say at the end on which data sets a class has one instance."""
    path = Path(RESULTS.datasets.format(study=STUDY.name))
    if DATASETS and path.exists():
        origins = json.loads(path.read_bytes())
        of_folds = {name: origin["folds"] for name, origin in origins.items()}
        if text := told_of_classes(
            {name: x.get("rare_classes", {}) for name, x in of_folds.items()}
        ):
            logger.warning(text)


# Neither `onsuccess` nor `onerror` is called where nothing is to be done.
if workflow.is_main_process:
    atexit.register(tell_left_out)


def published_targets():
    """The comparison with published decisions, where the study has some."""
    if not STUDY["published"]["decisions"]:
        return []
    return expand([RESULTS.published, RESULTS.published_markdown], study=STUDY.name)


def where_is(dataset):
    """Locate a data set for an error: sheet, row and name."""
    return STUDY.where(dataset)


def targets():
    """The files of a whole study: tables, their agreement with published ones, report."""
    return {
        "tables": expand(
            [RESULTS.decisions, RESULTS.decisions_markdown, RESULTS.decisions_latex],
            study=STUDY.name,
            subset=STUDY["subsets"],
        ),
        "published": published_targets(),
        "metrics": expand(METRICS.values(), study=STUDY.name),
        "report": expand(RESULTS.report, study=STUDY.name),
    }


def results_to_verify():
    """Arguments of `jobs.verification.verify`."""
    return {
        "study": STUDY,
        "layout": Layout(f"results/{STUDY.name}"),
        "panels": PANELS,
        "jobs": planned_jobs({"parity"}),
        "machine": MACHINE,
    }
