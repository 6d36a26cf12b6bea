"""A plan says what a study lacks, and why."""

import pickle

import pytest

from tenbyten.dataset.sources import find_sources
from tenbyten.engines.cross_validation import Allotment
from tenbyten.jobs.announcement import describe
from tenbyten.jobs.batches import Batch, read_batch
from tenbyten.jobs.collecting import collect_kept
from tenbyten.jobs.cross_validating import Work, evaluate_batch
from tenbyten.jobs.plan import Plan, data_sets_of, free_name
from tenbyten.jobs.preparing import prepare
from tenbyten.layout import Layout
from tenbyten.study import read_machine, read_study

STUDY = """
datasets: few.tsv
runs: 2
folds: 3
classifiers:
  Bayes: {scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}}
  Tree:
    scikit_learn:
      learner: sklearn.tree.DecisionTreeClassifier
      settings: {max_depth: 2}
"""
DUMMY = "  Dummy: {scikit_learn: {learner: sklearn.dummy.DummyClassifier}}"
SHEET = "name\tbundled\tinstances\niris\tiris\t150\nlenses\tcontact-lenses\t24\n"


@pytest.fixture
def plan(tmp_path, root):
    """Make the plan of a study of two data sets; changes are made to its text."""
    (tmp_path / "few.tsv").write_text(SHEET)

    def make(old="", new="", **machine):
        path = tmp_path / "few.yaml"
        path.write_text(STUDY.replace(old, new))
        study, machine = read_study(path, root), read_machine(machine)
        sources = find_sources(study.datasets, sheet=study.sheet)
        layout = Layout(tmp_path / "results")
        return Plan(study, sources, machine, layout, cores=2)

    return make


def panels(plan):
    return plan.study.panels("native")


def look(plan):
    """What the plan says in lines; the names of its jobs."""
    jobs = {
        x: [b.name for b in plan.to_crossvalidate(x, p)]
        for x, p in panels(plan).items()
    }
    return describe(plan), [batch.name for batch in plan.to_prepare], jobs


def make(plan, tmp_path, *, name="scikit_learn", job="1-2"):
    """Do what the plan says in one job."""
    for dataset in plan.study.datasets:
        prepare(plan.files(dataset), plan.wanted(dataset))
    evaluate_batch(
        plan.tasks(name, job),
        Work(
            plan.panel_of_job(panels(plan)[name], job),
            split=plan.study.arguments.split,
            asked=plan.study.arguments.crossvalidate,
            folder=tmp_path,
            allotted=Allotment(),
            log=tmp_path / "logs" / "job.log",
        ),
    )


def test_a_study_that_is_new_lacks_everything(plan):
    lines, prepared, jobs = look(plan())
    assert lines == [
        "To prepare: iris, lenses (not made yet)",
        "To cross-validate: Bayes, Tree: runs 1-2 on iris, lenses",
    ]
    assert prepared == ["1-2"]
    assert jobs == {"scikit_learn": ["1-2"]}


def test_what_was_made_is_lacking_no_more(plan, tmp_path):
    make(plan(), tmp_path)
    assert look(plan()) == ([], [], {"scikit_learn": []})


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "max_depth: 2",
            "max_depth: 3",
            "Tree: runs 1-2 on iris, lenses (settings max_depth 2, now 3)",
        ),
        ("runs: 2", "runs: 4", "Bayes, Tree: runs 3-4 on iris, lenses"),
        (
            "runs: 2",
            "metrics: [auc]\nruns: 2",
            "Bayes, Tree: runs 1-2 on iris, lenses (auc was not measured)",
        ),
        (
            "classifiers:",
            f"classifiers:\n{DUMMY}",
            "Dummy: runs 1-2 on iris, lenses",
        ),
    ],
)
def test_a_change_is_told_with_what_it_makes_anew(plan, tmp_path, old, new, line):
    make(plan(), tmp_path)
    lines, _, jobs = look(plan(old, new))
    assert [x for x in lines if "validate" in x] == [f"To cross-validate: {line}"]
    assert jobs == {"scikit_learn": ["1-2"]}


def test_metrics_of_kept_predictions_are_told_to_be_measured(plan, tmp_path):
    keep, both = (
        "predictions: true\nruns: 2",
        "predictions: true\nmetrics: [{}]\nruns: 2",
    )
    make(plan("runs: 2", keep), tmp_path)
    lines, _, jobs = look(plan("runs: 2", both.format("auc, kappa")))
    why = "(auc was not measured; kappa was not measured)"
    assert lines == [
        f"To measure by kept predictions: Bayes, Tree: runs 1-2 on iris, lenses {why}"
    ]
    assert jobs == {"scikit_learn": ["1-2"]}
    lines, _, _ = look(plan("runs: 2", both.format("fit_seconds")))
    assert lines[0].startswith("To cross-validate: Bayes, Tree: runs 1-2 on iris, len")
    # A run whose predictions are gone is trained.
    gone = tmp_path.rglob("kept_predictions/lenses/*/Tree~0002.parquet")
    next(gone).unlink()
    lines, _, _ = look(plan("runs: 2", both.format("auc")))
    assert lines == [
        "To measure by kept predictions: Bayes: runs 1-2 on iris, lenses "
        "(auc was not measured)",
        "To measure by kept predictions: Tree: runs 1-2 on iris (auc was not measured)",
        "To cross-validate: Tree: run 2 on lenses (auc was not measured)",
        "To measure by kept predictions: Tree: run 1 on lenses (auc was not measured)",
    ]


def test_a_job_makes_its_classifiers_and_runs_alone(plan, tmp_path):
    make(plan(), tmp_path, job="2-2.runs-2-2.classifiers-2-2")
    lines, _, _ = look(plan())
    assert lines == [
        "To cross-validate: Bayes: runs 1-2 on iris, lenses",
        "To cross-validate: Tree: runs 1-2 on iris",
        "To cross-validate: Tree: run 1 on lenses",
    ]


def test_jobs_of_all_sizes_are_collected_alike(plan, tmp_path):
    whole = plan()
    make(whole, tmp_path)
    wanted = list(collect_kept(whole, panels(whole)))
    (tmp_path / "results" / "kept" / "scikit_learn" / "iris.json").unlink()
    for run in (1, 2):
        for classifier in (1, 2):
            parts = f"1-1.runs-{run}-{run}.classifiers-{classifier}-{classifier}"
            make(plan(), tmp_path, job=parts)
    kept = sorted(x.name for x in (tmp_path / "results/kept/scikit_learn").iterdir())
    assert len(kept) == 5
    assert list(collect_kept(plan(), panels(whole))) == wanted
    kept = sorted(x.name for x in (tmp_path / "results/kept/scikit_learn").iterdir())
    assert kept == ["iris.json", "lenses.json"]


def test_nothing_is_collected_that_does_not_fit(plan, tmp_path):
    make(plan(), tmp_path)
    changed = plan("max_depth: 2", "max_depth: 3")
    with pytest.raises(ValueError, match="Tree has no counts of run 1 made from"):
        list(collect_kept(changed, panels(changed)))


def test_a_plan_looks_again_in_another_process(plan, tmp_path):
    before = plan()
    look(before)
    make(plan(), tmp_path)
    there = pickle.loads(pickle.dumps(before))
    assert look(there) == ([], [], {"scikit_learn": []})


def test_sizes_of_jobs_are_the_machines(plan):
    _, prepared, jobs = look(plan(datasets_per_job=1, runs_per_job=1))
    assert prepared == ["1-1", "2-2"]
    assert jobs["scikit_learn"] == [
        "1-1.runs-1-1",
        "1-1.runs-2-2",
        "2-2.runs-1-1",
        "2-2.runs-2-2",
    ]


def test_a_class_that_is_not_known_has_few_jobs_on_small_data_and_many_on_large(
    plan, tmp_path
):
    own = "sklearn.naive_bayes.GaussianNB", "mine.Best"
    assert look(plan(*own))[2]["scikit_learn-Bayes"] == ["1-2"]
    (tmp_path / "few.tsv").write_text(SHEET.replace("150", "50000"))
    jobs = ["1-1.runs-1-1", "1-1.runs-2-2", "2-2"]
    assert look(plan(*own))[2]["scikit_learn-Bayes"] == jobs


def test_a_job_asks_for_the_time_of_all_and_the_memory_of_the_largest(plan):
    found, panel = plan(), panels(plan())["scikit_learn"]
    one, other, both = (
        found.resources_to_crossvalidate(panel, job) for job in ("1-1", "2-2", "1-2")
    )
    assert both.megabytes == max(one.megabytes, other.megabytes)
    assert both.minutes >= max(one.minutes, other.minutes)
    mine = panel._replace(mem_mb=123, runtime=45)
    assert found.resources_to_crossvalidate(mine, "1-2") == (45, 123)
    assert found.resources_to_prepare("1-2").megabytes >= 1000


@pytest.mark.parametrize(
    ("instances", "attributes", "needed"), [(1_000_000, 20, 450), (60_000, 785, 900)]
)
def test_memory_to_prepare_grows_with_the_cells(plan, instances, attributes, needed):
    """What is needed is measured by tests/benchmarks/large_tables.py."""
    found = plan()
    small = found.resources_to_prepare("1-1").megabytes
    found.study.datasets["iris"].update(instances=instances, attributes=attributes)
    found._prepared.clear()
    asked = found.resources_to_prepare("1-1").megabytes
    assert 2 * needed < asked < 10 * needed
    assert small < asked
    assert found.resources_to_prepare("2-2").megabytes == small


def test_receipts_of_an_earlier_job_lend_no_name(tmp_path):
    receipt, batch = str(tmp_path / "{batch}"), Batch(1, 16)
    assert free_name(receipt, batch) == "1-16"
    (tmp_path / "1-16").touch()
    (tmp_path / "1-16~2").touch()
    assert free_name(receipt, batch) == "1-16~3"
    assert read_batch("1-16~3") == batch


def test_data_sets_of_a_job_are_those_of_its_positions():
    assert list(data_sets_of("2-3", ["a", "b", "c", "d"])) == ["b", "c"]
