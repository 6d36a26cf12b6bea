"""Say at the start what is made, while it runs how far it is, at the end where it is.

Records with the attribute `tenbyten` are for people.
"""

from snakemake.logging import ColorizingTextHandler

STARTED = time.monotonic()
# What the jobs of this run make, once it has started.
RUN = {}
# Which of them were ended at their time limit.
TIME_LIMITS = TimeLimits()


def show_progress():
    """Show what is for people in place of Snakemake's lines, which its log file has."""
    how = workflow.output_settings
    shown = [x for x in logger.handlers if isinstance(x, ColorizingTextHandler)]
    # None is there where a plugin writes to the screen.
    if MACHINE["progress"] and not (how.dryrun or how.verbose) and len(shown) == 1:
        is_quiet = {"PROGRESS", "ALL"} & {choice.name for choice in how.quiet or ()}
        logger.removeHandler(shown[0])
        logger.addHandler(Handler(shown[0], is_quiet=bool(is_quiet)))


# Of a module's run others say how it goes.
if workflow.is_main_process and MODULE.namespace is None:
    show_progress()
if workflow.is_main_process:
    logger.addHandler(TIME_LIMITS)


def tell(*lines, mark=True):
    """Show lines, whatever is hidden of Snakemake's."""
    for line in lines:
        logger.info(line, extra={"tenbyten": mark, "find_report": report_wanted})


@cache
def lacking_runs():
    """The runs that the study lacks, by data set and classifier."""
    return planned.lacking_runs(PLAN)


def job_in_progress(job):
    """What a job makes, as far as that is counted."""
    wildcards = job.wildcards_dict
    if job.rule.name == named("crossvalidate"):
        panel, batch = wildcards["panel"], wildcards["batch"]
        of_panel = panel, (PANELS | TWINS)[panel], batch
        return planned.cross_validating(PLAN, *of_panel, lacking_runs())
    if job.rule.name == named("simulate"):
        cell = CELLS[wildcards["cell"]]
        return planned.simulating(PROBLEM, cell, wildcards["part"])
    return JobInProgress()


def tell_start():
    """Say what is to be made, and about how long it takes; then follow it."""
    of_run = {
        job.jobid: job
        for job in workflow.dag.needrun_jobs()
        # It has no work of its own. Where this is a module, there are others' jobs too.
        if job.rule.name != named("all") and job.rule in MODULE.rules
    }
    jobs = {x: job_in_progress(job) for x, job in of_run.items()}
    if IS_SIMULATED:
        units, called = len(CELLS) * PROBLEM.experiments(STUDY.settings), {}
    else:
        names = {job.wildcards_dict.get("panel") for job in of_run.values()}
        called = {name: x for name, x in (PANELS | TWINS).items() if name in names}
        units = planned.folds_of(STUDY, (PANELS | called).values())
    sizes = workflow.resource_settings
    RUN["work"] = work = Work(
        jobs,
        unit="experiments" if IS_SIMULATED else "folds",
        units=units,
        cores=sizes.nodes or sizes.cores or 1,
        queued=bool(sizes.nodes),
        compiling=planned.compiling(called.values()),
    )
    tell(announce(work), mark=work)


def tell_end():
    """Say that it is done, where the report is, and what it finds first."""
    lines = [f"Done in {took(time.monotonic() - STARTED)}"]
    if page := report_wanted():
        lines = [f"{lines[0]}. The report: {page}", first_findings(page)]
        reasons = {} if IS_SIMULATED else by_reason(STUDY.cannot_run())
        lines += [f"  Not tested: {', '.join(x)}: {why}" for why, x in reasons.items()]
    tell("\n".join(filter(None, lines)), mark=END)


def tell_stop():
    """Say what of the work is there although the run stopped."""
    ended = (job for job in workflow.dag.jobs if job.jobid in TIME_LIMITS.ended)
    tell(*TIME_LIMITS.told({job.jobid: job.resources.runtime for job in ended}))
    text = "Stopped; the same command makes what is missing"
    work = RUN.get("work")
    if work and work.total.units:
        state = work.state(time.monotonic())
        text += f": {state.units:,} of {state.of_units:,} {work.unit} are there"
    tell(text, mark=END)


def report_wanted():
    """The report, where it is among what was asked for and is there."""
    page = RESULTS.report.format(study=STUDY.name)
    pages = {named("report"), named("report_simulated")}
    is_wanted = any(job.rule.name in pages for job in workflow.dag.jobs)
    return page if is_wanted and Path(page).exists() else ""
