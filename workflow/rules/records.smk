"""Find, before a job starts, what is not as its job would make it now.

Every rule with `software` among its parameters leaves a record of each of its jobs in
results/{study}/made/. What does not fit is told, and its job is forced.
"""

from snakemake.rules import RuleProxy
from snakemake.settings.types import RerunTrigger


def recorded_rules():
    """The rules of this workflow that leave records; of a module, no others."""
    ours = [rule for rule in workflow.rules if rule in MODULE.rules]
    return [rule for rule in ours if "software" in rule.params.keys()]


def planned_jobs(targets):
    """The jobs that leave a record, by the names of their records."""
    jobs = {}
    for found in recorded_rules():
        if is_wanted(found.name, targets):
            several = {x: WILDCARDS[x] for x in found.wildcard_names if x in WILDCARDS}
            for values in itertools.product(*several.values()):
                name, job = planned_job(found, dict(zip(several, values)))
                jobs[name] = job
    return jobs


def is_wanted(name, targets):
    """Whether a rule is among what is made; `collect` has been looked at before."""
    if name == named("compare_engines"):
        return named("parity") in targets
    if name == named("compare_with_published"):
        return bool(published_targets())
    return name != named("collect")


def planned_job(rule, names):
    """The name and plan of a rule's job, by the values of its wildcards."""
    names = {"study": STUDY.name, **names}
    proxy = RuleProxy(rule)
    settings, software = (
        value(SimpleNamespace(**names)) if callable(value) else value
        for value in (proxy.params.get("settings"), proxy.params.software)
    )
    job = Job(
        [str(path).format(**names) for path in proxy.input if not callable(path)],
        [str(path).format(**names) for path in proxy.output],
        settings=settings,
        software=software,
    )
    log = str(proxy.log[0]).format(**names)
    return split_log(log)[1], job


def with_collected(targets):
    """Name what was collected in place of its files, of which Snakemake wants rules."""
    collected = named("collected")
    if not workflow.is_rule(collected):
        return targets
    files = set(map(str, rules.collected.input))
    return type(targets)(collected if x in files else x for x in targets)


def is_provenance_old():
    """Whether Snakemake will make provenance again, for it names another command.

    It does where it knows the command of before, and of a copy it may know nothing.
    """
    if not any(Path(".snakemake/metadata").glob("*")):
        return False
    path = Path(RESULTS.provenance.format(study=STUDY.name))
    with suppress(OSError, ValueError, KeyError, TypeError):
        return json.loads(path.read_bytes())["command"] != COMMAND
    return False


def go_by_records(settings):
    """Have Snakemake make again what does not fit its record, and say so.

    Where all fits, it is told to look at no file's time: a copy is as good.
    """
    # The script and versions are among the software. Other workflows have no records.
    if MODULE.namespace is None:
        told_by_records = {RerunTrigger.CODE, RerunTrigger.SOFTWARE_ENV}
        settings.rerun_triggers = set(settings.rerun_triggers) - told_by_records
    records = Records(f"results/{STUDY.name}")
    misfits = records.misfits(planned_jobs(settings.targets))
    tell(*TO_BE_MADE, *told(misfits))
    outputs = {str(records.folder / misfit.output) for misfit in misfits}
    settings.forcerun = {*settings.forcerun, *outputs, *OUTDATED}
    forced = settings.forcerun or settings.forceall or settings.forcetargets
    # Snakemake forces these too. What follows a forced job must not be old to it.
    interrupted = any(Path(".snakemake/incomplete").glob("*"))
    settings.targets = with_collected(settings.targets)
    followed = {RESULTS.provenance} if is_provenance_old() else set()
    if not (misfits or TO_BE_MADE or forced or interrupted):
        for path in (path for x in recorded_rules() for path in x.input):
            if not callable(path) and path not in followed:
                path._file = ancient(path._file)


def call_handlers_of_module():
    """Have Snakemake call what is to be done at start and end.

    It does so itself for the main Snakefile alone.
    """
    for when in ("onstart", "onsuccess", "onerror"):
        calls = getattr(workflow, f"_{when}"), globals().get(when)
        both = lambda log, calls=calls: [call(log=log) for call in calls if call]
        setattr(workflow, f"_{when}", both)


class Recorded(type(workflow)):
    """A workflow that goes by records.

    Snakemake hands its settings over when it has read the Snakefile. Of several modules
    each has a class of its own, derived from that of the module before.
    """

    def __setattr__(self, name, value):
        if name == "dag_settings":
            take_settings(value)
        super().__setattr__(name, value)


def take_settings(settings):
    """Look for what does not fit, before Snakemake plans the jobs."""
    verify = named("verify")
    if VERIFIES and set(settings.targets) != {verify}:
        raise WorkflowError(f"{verify}: it goes alone; ask for the rest without it")
    if MODULE.namespace is not None:
        call_handlers_of_module()
    wants_all = not settings.allowed_rules and verify not in settings.targets
    if workflow.is_main_process and wants_all:
        go_by_records(settings)


workflow.__class__ = Recorded
