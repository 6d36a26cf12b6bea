"""Find what of a study is to be prepared, cross-validated and collected.

That goes by fingerprints on disk, when the workflow is read: no job is planned that
would find all it could make. Jobs leave temporary receipts, whose names say what they
take; a process that does one job needs no more.
"""

# What the study lacks. Jobs run at once on this machine's cores, or on a cluster.
SIZES = workflow.resource_settings
PLAN = Plan(
    STUDY,
    SOURCES,
    MACHINE,
    Layout(f"results/{STUDY.name}"),
    cores=SIZES.nodes or SIZES.cores or 1,
    queued=bool(SIZES.nodes),
)


def data_sets_of_job(wildcards):
    """The data sets that a job takes."""
    return list(data_sets_of(wildcards.batch, STUDY.datasets))


def sources_of_job(wildcards):
    """The files that the data sets of a job are made from, as far as they lack."""
    if not workflow.is_main_process:
        return []
    lacking = [x for x in data_sets_of_job(wildcards) if PLAN.prepared(x).lacking]
    return [file for dataset in lacking for file in source_files(dataset)]


def prepared_first(wildcards):
    """The receipts of the jobs that prepare data sets of a cross-validation job."""
    if not workflow.is_main_process:
        return []
    by_dataset = receipts_by_dataset()
    found = (by_dataset.get(dataset) for dataset in data_sets_of_job(wildcards))
    return list(dict.fromkeys(filter(None, found)))


@cache
def receipts_to_prepare():
    """The receipts of all jobs that prepare data sets."""
    path = RESULTS.prepare_receipt.format(study=STUDY.name, batch="{batch}")
    return [path.format(batch=free_name(path, x)) for x in PLAN.to_prepare]


@cache
def receipts_by_dataset():
    """The receipt of the job that prepares it, of each data set that lacks something."""
    return {
        dataset: receipt
        for receipt in receipts_to_prepare()
        for dataset in data_sets_of(Path(receipt).name, STUDY.datasets)
    }


@cache
def receipts_to_crossvalidate(panel):
    """The receipts of all jobs that cross-validate a panel."""
    names = {"study": STUDY.name, "panel": panel, "batch": "{batch}"}
    path = RESULTS.receipt.format(**names)
    jobs = PLAN.to_crossvalidate(panel, (PANELS | TWINS)[panel])
    return [path.format(batch=free_name(path, x)) for x in jobs]


def receipts_of(panels):
    """The receipts of all jobs that prepare data sets and cross-validate panels."""
    by_panel = (receipts_to_crossvalidate(panel) for panel in panels)
    return list(itertools.chain(receipts_to_prepare(), *by_panel))


def receipts_for(rule, output, panels):
    """An input function: the receipts of all jobs whose counts make a rule's output.

    Receipts are temporary, and the output may be there, made from other counts. Where
    Snakemake's own metadata would not tell it so, the output is forced.
    """

    def receipts(wildcards):
        if not workflow.is_main_process:
            return []
        made_by = workflow.get_rule(named(rule))
        path = IOFile(output.format(**wildcards), rule=made_by)
        known = workflow.persistence.params(path)
        # Of an output that is new, such as that of a row added, nothing is known.
        new = any(
            not Path(x.apply_wildcards(wildcards)).exists() for x in made_by.output
        )
        if Path(path).exists() and (new or known is None or repr(TO_BE_MADE) in known):
            workflow.dag.forcefiles.add(path)
        return receipts_of(panels)

    return receipts


def collected_files():
    """What rule collect writes, by its names of them."""
    panels = each(RESULTS.panel_accuracies, panel=PANELS, dataset=STUDY.datasets)
    files = {"accuracies": RESULTS.accuracies, "datasets": RESULTS.datasets}
    return {**METRICS, **FAILURES, **files, "panels": panels}


def misfits_of_counts():
    """Say in lines what of the long tables is not as rule collect would make it now."""
    paths = itertools.chain.from_iterable(
        [x] if isinstance(x, str) else x
        for x in (*collected_files().values(), *PREDICTIONS.values())
    )
    files = [path.format(study=STUDY.name) for path in paths]
    settings, software = PLAN.collected(PANELS), software_of("collect")
    job = Job([], files, settings=settings, software=software)
    misfits = Records(f"results/{STUDY.name}").misfits({"collect": job})
    missing = [file for file in files if not Path(file).exists()]
    return told(misfits) or [f"To collect: {len(missing)} files" for _ in missing[:1]]


# In words: what is to be made of the counts, else what of the long tables does not fit.
TO_BE_MADE = []
if workflow.is_main_process and SOURCES:
    try:
        receipts_of(PANELS)
    except ValueError as error:
        raise WorkflowError(str(error)) from None
    TO_BE_MADE = describe(PLAN) or misfits_of_counts()
# Folders that hold something else of OpenML than what is to be prepared.
OUTDATED = PLAN.outdated_downloads


def is_to_be_collected():
    """Whether counts are to be made, or the long tables do not fit those that are.

    A process that does one job of this workflow is told what to do by another.
    """
    return bool(not workflow.is_main_process or TO_BE_MADE)
