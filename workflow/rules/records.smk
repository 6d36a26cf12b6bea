"""Find, before a job starts, what is not as its job would make it now.

Every rule with `software` among its parameters leaves a record of each of its jobs in
results/{study}/made/. What does not fit is told, and its job is forced.
"""


def planned_jobs(targets):
    """The jobs that leave a record, by the names of their records."""
    jobs = {}
    for rule in workflow.rules:
        if "software" in rule.params.keys() and is_wanted(rule.name, targets):
            of_subset = "subset" in rule.wildcard_names
            for subset in STUDY["subsets"] if of_subset else [""]:
                name, job = planned_job(rule, subset)
                jobs[name] = job
    return jobs


def is_wanted(name, targets):
    """Whether a rule is among what is made; `collect` has been looked at before."""
    if name == "compare_engines":
        return "parity" in targets
    if name == "compare_with_published":
        return bool(published_targets())
    return name != "collect"


def planned_job(rule, subset):
    """The name and plan of a rule's job, of one subset where it has several."""
    names = {"study": STUDY.name, "subset": subset}
    proxy = getattr(rules, rule.name)
    settings = proxy.params.get("settings")
    job = Job(
        [str(path).format(**names) for path in proxy.input if not callable(path)],
        [str(path).format(**names) for path in proxy.output],
        settings=settings(SimpleNamespace(**names)) if callable(settings) else settings,
        software=proxy.params.software,
    )
    log = str(proxy.log[0]).format(**names)
    return split_log(log, rule.name)[1], job


def find_forced(targets):
    """Tell of what is not as it was made; return the outputs to be made again."""
    if "verify" in targets or not workflow.is_main_process:
        return set()
    records = Records(f"results/{STUDY.name}")
    misfits = records.misfits(planned_jobs(targets))
    if misfits:
        logger.info("\n".join(told(misfits)))
    return {str(records.folder / misfit.output) for misfit in misfits}


class Forcing(type(workflow)):
    """A workflow that forces more than `--forcerun` names.

    What that names, Snakemake hands over when it has read the Snakefile.
    """

    @property
    def dag_settings(self):
        return vars(self)["dag_settings"]

    @dag_settings.setter
    def dag_settings(self, settings):
        settings.forcerun = {*settings.forcerun, *find_forced(settings.targets)}
        vars(self)["dag_settings"] = settings


workflow.__class__ = Forcing
