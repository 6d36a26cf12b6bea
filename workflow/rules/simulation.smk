"""Find the cells of a simulation study, its jobs, and what they read."""


def find_read():
    """Find what the problem reads: data sets by name, and files by what they are."""
    sources, files = {}, {}
    if PROBLEM.reads != "accuracies" and not VERIFIES:
        simulating.check_no_accuracies(STUDY, MACHINE)
    if PROBLEM.reads == "accuracies" and (MACHINE["accuracies"] or not VERIFIES):
        files["accuracies"] = simulating.find_accuracies(STUDY, MACHINE)
    elif PROBLEM.reads and PROBLEM.reads != "accuracies":
        name = PROBLEM.reads
        if not VERIFIES:
            sources[name] = simulating.find_dataset(STUDY, MACHINE, name)
        files[name] = RESULTS.dataset.format(study=STUDY.name, dataset=name)
    return sources, files


PROBLEM = STUDY.find_problem()
# Arguments of the simulations, by the names of the cells.
CELLS = PROBLEM.cells(STUDY.settings)
# Some experiments of each cell: a job each.
PARTS = simulating.parts(PROBLEM, STUDY.settings)
try:
    SOURCES, READ = find_read()
except (ValueError, OSError) as error:
    raise WorkflowError(str(error)) from None
# Published intervals are read when all is collected.
PUBLISHED = {"intervals": str(STUDY.intervals)} if STUDY.intervals else {}
COLLECTED = {table: each(RESULTS.collected, table=table)[0] for table in PROBLEM.tables}
PANELS, TWINS = {}, {}
# What provenance names besides the study file.
PROVENANCE = {"values": COLLECTED["estimates"], "reads": [*READ.values()]}
# By wildcard, the values that jobs have.
WILDCARDS = {"cell": CELLS, "part": PARTS, "dataset": SOURCES}
# All that is to be made is found by rules and records.
TO_BE_MADE, OUTDATED = [], []
# The module that lays out the problem's tables and figures.
PAGES = (MODULES_OF_PAGES[STUDY.problem],)


if workflow.is_main_process and not VERIFIES:
    tell(simulating.describe(STUDY, SOURCES, len(CELLS) * len(PARTS)))


wildcard_constraints:
    study=one_of([STUDY.name]),
    dataset=one_of(SOURCES),
    cell=one_of(CELLS),
    part=simulating.PART_PATTERN,


onstart:
    if not VERIFIES:
        take_folder()
        tell_start()


onsuccess:
    tell_end()


onerror:
    tell_stop()


def minutes_to_simulate(wildcards, attempt):
    """Minutes to simulate a part of a cell."""
    cell, part = CELLS[wildcards.cell], wildcards.part
    return simulating.minutes(PROBLEM, cell, part) * attempt


def minutes_of_analysis(wildcards, attempt):
    """Minutes for a step over the estimates."""
    return 10 * attempt


def where_is(dataset):
    """Locate a data set for an error."""
    return f"{STUDY.path.name} ({dataset})"


def source_files(wildcards):
    """The files that a data set is made from: fetched, or an ARFF file."""
    kind, at = SOURCES[wildcards.dataset]
    return {"arff": at} if kind == "arff" else {"fetched": RESULTS.fetched_dataset}


def targets():
    """The files of a whole study: its report, and what was found."""
    paths = [RESULTS.report, RESULTS.statements, *COLLECTED.values()]
    return {"report": expand(paths, study=STUDY.name)}


def results_to_verify():
    """Arguments of `jobs.verification.verify`."""
    return {
        "study": STUDY,
        "layout": Layout(f"results/{STUDY.name}"),
        "panels": PANELS,
        "jobs": planned_jobs(set()),
        "machine": MACHINE,
    }
