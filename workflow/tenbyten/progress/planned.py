"""Find what the jobs of a study's plan make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tenbyten.engines import Panel, find_engine
from tenbyten.engines.native.compiled import are_compiled, are_compiling, learners_of
from tenbyten.jobs.plan import Plan
from tenbyten.jobs.simulating import experiments_of
from tenbyten.progress.work import Amount, Compiling, Counts, Job
from tenbyten.simulation import Problem
from tenbyten.study import Study

Lacking = dict[str, dict[str, set[int]]]


def lacking_runs(plan: Plan) -> Lacking:
    """Return the runs that a study lacks, by data set and classifier."""
    found: Lacking = {}
    for dataset, classifier, runs, *_ in plan.lacking:
        found.setdefault(dataset, {}).setdefault(classifier, set()).update(runs)
    return found


def cross_validating(
    plan: Plan, name: str, panel: Panel, job: str, lacking: Lacking
) -> Job:
    """Return what a job makes that cross-validates, by the names of panel and job.

    `lacking` is from `lacking_runs`.
    """
    engine, folds = find_engine(panel.engine), plan.study["folds"]
    classifiers = plan.panel_of_job(panel, job).classifiers
    counts = []
    for task in plan.tasks(name, job):
        lacks, of_job = lacking.get(task.name, {}), set(task.runs or ())
        runs = {x.name: lacks.get(x.name, set()) & of_job for x in classifiers}
        facts, seconds = plan.facts(task.name), {}
        if facts:
            seconds = {
                x.name: engine.seconds(x, **facts, folds=folds) for x in classifiers
            }
        if any(runs.values()):
            where = Path(task.kept), task.part, runs
            counts.append(Counts(*where, folds=folds, seconds=seconds))
    return Job(counts)


def compiling(panels: Iterable[Panel]) -> Compiling:
    """Return what is known of the learners to be compiled of panels that are wanted."""
    if learners := learners_of(panels):
        return Compiling(not are_compiled(learners), are_compiling)
    return Compiling()


def simulating(problem: Problem, cell: Mapping[str, Any], part: str) -> Job:
    """Return what a job makes that simulates a part of a cell."""
    experiments = len(experiments_of(part))
    seconds = problem.seconds(dict(cell), experiments)
    return Job(amount=Amount(experiments, seconds))


def folds_of(study: Study, panels: Iterable[Panel]) -> int:
    """Count the folds of a study that these panels are cross-validated on."""
    classifiers = sum(len(panel.classifiers) for panel in panels)
    return len(study.datasets) * classifiers * study["runs"] * study["folds"]
