"""A job makes what is missing on each of its data sets, whatever becomes of one."""

import json
import logging
import weakref

import pytest
from holes import ARFF, SPLIT

from tenbyten.dataset.sources import Source
from tenbyten.engines import Classifier, Panel, find_engine
from tenbyten.engines.cross_validation import Allotment
from tenbyten.engines.failures import ClassifierError
from tenbyten.jobs import cross_validating
from tenbyten.jobs.cross_validating import Task, Work, evaluate_batch
from tenbyten.jobs.preparing import Files, Wanted, prepare

ASKED = {"metrics": [], "predictions": False, "failures": "stop", "fold_timeout": None}
BAYES = Classifier("bayes", "sklearn.naive_bayes.GaussianNB", preprocessing=("impute",))
# It fails where a training fold has less than eight rows.
EIGHT = Classifier(
    "eight", "sklearn.neighbors.KNeighborsClassifier", {"n_neighbors": 8}
)
HEAD, ROWS = ARFF.split("@data\n")
LARGE = f"{HEAD}@data\n{2 * ROWS}"


@pytest.fixture
def task(tmp_path):
    """Prepare a data set, and return its task."""

    def make(name, arff=LARGE, **more):
        path = tmp_path / f"{name}.source"
        path.write_text(arff)
        files = Files(
            *(tmp_path / f"{name}{end}" for end in (".parquet", ".json", ".csv"))
        )
        prepare(files, Wanted(name, name, Source("arff", str(path)), {}, SPLIT))
        return Task(name, files, tmp_path / "kept" / f"{name}.json", **more)

    return make


@pytest.fixture
def work(tmp_path):
    """Do a job on some tasks; return what it kept, by data set."""

    def do(*tasks, classifiers=(BAYES,), **asked):
        evaluate_batch(
            tasks,
            Work(
                Panel("scikit_learn", list(classifiers)),
                split=SPLIT,
                asked=ASKED | asked,
                folder=tmp_path,
                allotted=Allotment(),
                log=tmp_path / "logs" / "1-3.log",
            ),
        )
        return {task.name: task.kept.read_bytes() for task in tasks}

    return do


def logs(tmp_path):
    """The logs of the data sets."""
    return {path.name for path in (tmp_path / "logs").iterdir()}


def test_jobs_of_every_size_keep_the_same(tmp_path, task, work):
    tasks = [task("a"), task("b", LARGE.replace("12,b", "0,a")), task("c")]
    together = work(*tasks)
    for one in tasks:
        one.kept.unlink()
    alone = [work(one) for one in tasks]
    assert together == alone[0] | alone[1] | alone[2]
    assert together["a"] != together["b"]
    runs = json.loads(together["a"])["classifiers"]["bayes"]["runs"]
    assert sorted(runs) == ["1", "2", "3"]
    assert logs(tmp_path) == {"a.log", "b.log", "c.log"}


def test_the_engine_of_a_job_is_started_once(task, work, monkeypatch):
    started = []
    engine = find_engine("scikit_learn")
    monkeypatch.setattr(
        engine, "made_with", lambda *_, **__: started.append(1) or {"code": ""}
    )
    work(task("a"), task("b"))
    assert started == [1]


def test_a_data_set_with_nothing_missing_keeps_its_log(tmp_path, task, work):
    first, second = task("a"), task("b")
    work(first)
    before = (tmp_path / "logs" / "a.log").read_bytes(), first.kept.stat().st_mtime_ns
    work(first, second)
    after = (tmp_path / "logs" / "a.log").read_bytes(), first.kept.stat().st_mtime_ns
    assert after == before
    assert second.kept.exists()


def test_an_error_on_one_data_set_leaves_the_others_to_be_made(task, work):
    tasks = [task("a"), task("broken", ARFF), task("c")]
    with pytest.raises(ClassifierError, match=r"^broken, eight, run 1, fold 1: "):
        work(*tasks, classifiers=[EIGHT])
    assert [one.kept.exists() for one in tasks] == [True, False, True]


def test_one_error_names_every_data_set_that_failed(task, work):
    tasks = [task("a", ARFF), task("b"), task("c")]
    tasks[2].files.dataset.write_text("altered\n")
    with pytest.raises(RuntimeError) as error:
        work(*tasks, classifiers=[EIGHT])
    assert str(error.value).startswith("2 of 3 data sets failed: ClassifierError: a, ")
    assert f"; ValueError: {tasks[2].files.dataset}: sha256 " in str(error.value)
    assert tasks[1].kept.exists()


def test_a_part_of_the_runs_has_a_file_and_a_log_of_its_own(tmp_path, task, work):
    whole = task("a")
    part = whole._replace(part="runs-2-3", runs=(2, 3))
    with pytest.raises(FileNotFoundError):
        work(part)
    kept = json.loads((tmp_path / "kept" / "a~runs-2-3.json").read_bytes())
    assert sorted(kept["classifiers"]["bayes"]["runs"]) == ["2", "3"]
    assert logs(tmp_path) == {"a~runs-2-3.log"}
    again = json.loads(work(whole)["a"])
    assert sorted(again["classifiers"]["bayes"]["runs"]) == ["1"]


def test_a_data_set_is_let_go_before_the_next(task, work, monkeypatch):
    seen = []
    read = cross_validating.read_prepared

    def read_prepared(*arguments, **settings):
        assert all(reference() is None for reference in seen)
        dataset, folds = read(*arguments, **settings)
        seen.append(weakref.ref(dataset.values))
        return dataset, folds

    monkeypatch.setattr(cross_validating, "read_prepared", read_prepared)
    # pytest keeps what is logged, and with it where an error came from.
    monkeypatch.setattr(logging.root, "handlers", [])
    with pytest.raises(ClassifierError):
        work(task("a"), task("b", ARFF), task("c"), classifiers=[EIGHT])
    assert len(seen) == 3


def test_the_log_of_a_job_says_what_became_of_every_data_set(task, work, caplog):
    first, second = task("a"), task("b")
    work(first)
    with caplog.at_level(logging.INFO, logger=cross_validating.__name__):
        work(first, second)
    assert caplog.messages[0] == "a: nothing to do"
    assert caplog.messages[-1].startswith("b: done, see ")
