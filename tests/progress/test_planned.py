"""What a job of the plan makes is what the study lacks of it."""

import pytest

from tenbyten.dataset.sources import find_sources
from tenbyten.jobs.plan import Plan
from tenbyten.jobs.preparing import prepare
from tenbyten.layout import Layout
from tenbyten.progress import planned
from tenbyten.progress.planned import (
    compiling,
    cross_validating,
    folds_of,
    lacking_runs,
    simulating,
)
from tenbyten.progress.work import Compiling
from tenbyten.study import read_machine, read_study


@pytest.fixture
def plan(tmp_path, root):
    """The plan of the tiny study: three data sets, two classifiers, two runs."""
    study = read_study(root / "tests" / "tiny" / "tiny.yaml", root)
    sources = find_sources(study.datasets, sheet=study.sheet)
    layout = Layout(tmp_path / "results")
    return Plan(study, sources, read_machine({}), layout, cores=2)


def work_of(plan, job):
    ((name, panel),) = plan.study.panels("native").items()
    plan.to_crossvalidate(name, panel)
    return cross_validating(plan, name, panel, job, lacking_runs(plan))


def test_jobs_take_their_data_sets_runs_and_classifiers(plan):
    assert folds_of(plan.study, plan.study.panels("native").values()) == 24
    assert work_of(plan, "1-3").total.units == 24
    assert work_of(plan, "2-2").total.units == 8
    assert work_of(plan, "2-2.runs-1-1").total.units == 4
    assert work_of(plan, "2-2.runs-1-1.classifiers-2-2~3").total.units == 2


def test_the_seconds_are_those_that_jobs_are_cut_by(plan):
    for dataset in plan.study.datasets:
        prepare(plan.files(dataset), plan.wanted(dataset))
    ((name, panel),) = plan.study.panels("native").items()
    plan.to_crossvalidate(name, panel)
    total = sum(missing.total for missing in plan._missing[name])
    assert work_of(plan, "1-3").total.seconds == pytest.approx(total)


def test_only_native_learners_are_compiled(root, monkeypatch):
    asked = []
    monkeypatch.setattr(
        planned, "are_compiled", lambda names: bool(asked.append(names))
    )
    (native,) = read_study("demo", root).panels("native").values()
    assert compiling([native]) == (True, planned.are_compiling)
    assert asked == [{"NaiveBayes", "J48", "J48graft", "AODE", "HNB"}]
    for others in ([], [native._replace(engine="weka")]):
        assert compiling(others) == Compiling()


def test_a_job_that_simulates_counts_its_experiments(root):
    study = read_study("corani-benavoli-4.2", root)
    problem = study.find_problem()
    cell = next(iter(problem.cells(study.settings).values()))
    work = simulating(problem, cell, "100-299")
    assert work.total.units == 200
    assert work.total.seconds == problem.seconds(cell, 200) > 0
