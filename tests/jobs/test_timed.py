"""A fold that takes longer than `fold_timeout` is its classifier's failure."""

import os
import pickle
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from tenbyten.dataset.sources import Source
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.cross_validation import Allotment
from tenbyten.engines.failures import ClassifierError
from tenbyten.engines.kept_counts import KeptCounts
from tenbyten.engines.native.training import NativeTraining
from tenbyten.folds import run_sums
from tenbyten.jobs.cross_validating import Task, Work, read_wanted, software_of
from tenbyten.jobs.preparing import Files, Wanted, prepare
from tenbyten.jobs.timed import evaluate_in_time

HERE = Path(__file__).parent
SPLIT = {"splitter": "weka", "runs": 2, "folds": 2, "seed": 1}
ROWS = 40
ARFF = "@relation {0}\n@attribute a numeric\n@attribute class {{no,yes}}\n@data\n"


def table(name, first):
    """Forty rows, numbered from the first on."""
    rows = (f"{first + i},{('no', 'yes')[i % 2]}\n" for i in range(ROWS))
    return ARFF.format(name) + "".join(rows)


@pytest.fixture
def tasks(tmp_path):
    """Two data sets, prepared."""
    made = []
    for name, first in {"one": 0, "two": 1000}.items():
        folder = tmp_path / name
        folder.mkdir()
        source = folder / "source.arff"
        source.write_text(table(name, first))
        files = Files(folder / "d.parquet", folder / "d.json", folder / "folds.csv")
        prepare(files, Wanted(name, name, Source("arff", str(source)), {}, SPLIT))
        made.append(Task(name, files, tmp_path / "kept" / f"{name}.json"))
    return made


def sleeper(way, **settings):
    """A classifier that takes long only on data set one, in one fold of each run."""
    return Classifier("late", "sleeper.Sleeper", {"way": way} | settings)


GOOD = Classifier("good", "sklearn.naive_bayes.GaussianNB")


def evaluate(tasks, classifiers, *, engine="scikit_learn", program="", **asked):
    """Evaluate a batch."""
    asked = {
        "metrics": [],
        "predictions": False,
        "failures": "exclude",
        "fold_timeout": 1.5,
    } | asked
    evaluate_in_time(
        tasks,
        Work(
            Panel(engine, classifiers),
            split=SPLIT,
            asked=asked,
            folder=HERE,
            allotted=Allotment(program, 900),
            log=tasks[0].kept.parent / "job.log",
        ),
    )


def found(tasks, classifiers, *, engine="scikit_learn", program="", **asked):
    """Runs that are still missing, and failures, by data set."""
    asked = {"exclude": True, "fold_timeout": 1.5} | asked
    panel = Panel(engine, classifiers)
    software = software_of(panel, Allotment(program), HERE)
    missing, failed = {}, {}
    for task in tasks:
        _, folds, wanted = read_wanted(task, panel, SPLIT, software)
        kept, sums = KeptCounts(task.kept), run_sums(folds)
        missing[task.name] = kept.missing(wanted, sums, **asked)
        asked_time = {"fold_timeout": asked["fold_timeout"]}
        failed[task.name] = kept.failures(wanted, sums, task.name, **asked_time)
    return missing, failed


def assert_left_out(tasks, classifiers, **how):
    """Classifier `late` failed on data set one, and nothing else is missing."""
    missing, failed = found(tasks, classifiers, **how)
    assert missing == {"one": {}, "two": {}}
    assert failed["two"] == []
    (failure,) = failed["one"]
    assert failure[:3] == ("one", "late", 1)
    assert failure.fold in (1, 2)
    assert failure.reason == "took more than 1.5 s, the study's fold_timeout"


@pytest.mark.parametrize("way", ["sleep", "burn", "compiled"])
def test_a_fold_that_takes_too_long_is_left_out_and_the_others_go_on(
    way, tasks, caplog
):
    classifiers = [sleeper(way), GOOD]
    evaluate(tasks, classifiers)
    assert caplog.text.count("fold_timeout; left out") == 1
    assert_left_out(tasks, classifiers)
    # It is not tried again, unless with more seconds.
    evaluate(tasks, classifiers)
    assert caplog.text.count("fold_timeout; left out") == 1
    missing, failed = found(tasks, classifiers, fold_timeout=3)
    assert (missing["one"], failed["one"]) == ({"late": [1, 2]}, [])


def test_a_study_that_stops_is_told_cell_seconds_and_remedy(tasks):
    with pytest.raises(ClassifierError) as raised:
        evaluate(tasks, [sleeper("compiled"), GOOD], failures="stop")
    assert re.fullmatch(
        r"one, late, run 1, fold [12]: took more than 1.5 s, the study's fold_timeout; "
        r"raise it, or leave the data set out by `failures: exclude`",
        str(raised.value),
    )
    missing, failed = found(tasks, [sleeper("compiled"), GOOD], exclude=False)
    assert missing["two"] == {}
    assert missing["one"].keys() == {"late", "good"}
    assert failed["one"] == []


def test_other_errors_reach_the_job(tasks):
    wrong = Classifier("wrong", "sklearn.naive_bayes.GaussianNB", {"nothing": 1})
    with pytest.raises(RuntimeError, match=r"ValueError: classifier wrong: .*nothing"):
        evaluate(tasks, [wrong])


def test_a_classifier_that_fails_by_an_error_fails_as_ever(tasks):
    bad = sleeper("no such way")
    evaluate(tasks, [bad, GOOD])
    _, failed = found(tasks, [bad, GOOD])
    (failure,) = failed["one"]
    assert failure.reason.startswith("KeyError: 'no such way'")
    with pytest.raises(ClassifierError, match=r"run 1, fold .: KeyError"):
        evaluate(tasks, [sleeper("no such way"), GOOD], failures="stop")


def test_a_process_that_is_killed_is_no_failure(tasks):
    classifiers = [sleeper("killed"), GOOD]
    with pytest.raises(ChildProcessError, match="was killed from outside; call"):
        evaluate(tasks, classifiers)
    missing, failed = found(tasks, classifiers)
    assert failed == {"one": [], "two": []}
    assert missing["one"].keys() == {"late", "good"}


def test_the_native_engine_is_stopped_in_a_kernel(tasks, monkeypatch):
    @numba.njit
    def forever(x):
        while x > 0:
            x = x * 1.5 - x * 0.5
        return x

    forever(0.0)
    evaluate_fold = NativeTraining.evaluate

    def evaluate_or_hang(self, classifier, cut):
        if classifier.name == "late" and self.dataset.name == "one":
            forever(1.0)
        return evaluate_fold(self, classifier, cut)

    monkeypatch.setattr(NativeTraining, "evaluate", evaluate_or_hang)
    late, good = Classifier("late", "NaiveBayes"), Classifier("good", "NaiveBayes")
    evaluate(tasks, [good, late], engine="native")
    assert_left_out(tasks, [good, late], engine="native")


WEKA = """
import pickle
from pathlib import Path
from test_timed import evaluate
tasks, classifiers, how = pickle.loads(Path("weka").read_bytes())
evaluate(tasks, classifiers, **how)
"""


def test_weka_is_stopped_in_its_virtual_machine(tasks, tmp_path, weka_jar):
    perceptron = "weka.classifiers.functions.MultilayerPerceptron"
    late = Classifier("late", perceptron, options="-N 100000000")
    good = Classifier("good", "weka.classifiers.bayes.NaiveBayes")
    how = {"engine": "weka", "program": str(weka_jar)}
    (tmp_path / "weka").write_bytes(pickle.dumps((tasks[:1], [late, good], how)))
    # This process may run a virtual machine already, for other tests.
    subprocess.run(
        [sys.executable, "-c", WEKA],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(HERE)},
        check=True,
    )
    missing, failed = found(tasks[:1], [late, good], **how)
    assert missing == {"one": {}}
    assert [failure[:4] for failure in failed["one"]] == [("one", "late", 1, 1)]


# Time that is none of the classifier's


COMPILING = """
import pickle
from pathlib import Path
from test_timed import evaluate
from tenbyten.engines import Classifier
tasks = pickle.loads(Path("tasks").read_bytes())
evaluate(tasks, [Classifier("NB", "NaiveBayes")], engine="native", failures="stop",
         fold_timeout={})
"""


def test_compiling_a_damaged_kernel_again_does_not_count(tasks, tmp_path):
    def run(fold_timeout):
        (tmp_path / "tasks").write_bytes(pickle.dumps(tasks))
        there = {"PYTHONPATH": str(HERE), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        return subprocess.run(
            [sys.executable, "-c", COMPILING.format(fold_timeout)],
            cwd=tmp_path,
            env=os.environ | there,
            check=True,
        )

    run(0)
    counts = [task.kept.read_bytes() for task in tasks]
    for file in (tmp_path / "cache").rglob("*.kernel"):
        file.write_bytes(file.read_bytes()[:-1])
    for task in tasks:
        task.kept.unlink()
    run(0.4)
    assert [task.kept.read_bytes() for task in tasks] == counts
    said = (tmp_path / "kept" / "one.log").read_text()
    assert "is damaged: compiling it again" in said


JOB = """
import pickle, sys
from pathlib import Path
from test_timed import GOOD, evaluate, sleeper
if __name__ == "__main__":
    tasks, seconds = pickle.loads(Path("tasks").read_bytes())
    Path("started").touch()
    evaluate(tasks, [sleeper("burn", seconds=seconds)], failures="stop",
             fold_timeout=2.5)
"""


def start(tasks, folder, seconds):
    """Evaluate in a process group of its own, on one core."""
    (folder / "tasks").write_bytes(pickle.dumps((tasks, seconds)))
    core = min(os.sched_getaffinity(0))
    process = subprocess.Popen(
        [sys.executable, "-c", JOB],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HERE)},
        start_new_session=True,
    )
    os.sched_setaffinity(process.pid, {core})
    return process, core


def test_a_stop_by_ctrl_z_does_not_count(tasks, tmp_path):
    process, _ = start(tasks, tmp_path, 1.0)
    log = tmp_path / "kept" / "one.log"
    while not log.is_file():
        time.sleep(0.05)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGSTOP)
    time.sleep(6)
    os.killpg(process.pid, signal.SIGCONT)
    assert process.wait(60) == 0


def test_waiting_for_a_busy_core_does_not_count(tasks, tmp_path):
    process, core = start(tasks, tmp_path, 1.5)
    code = f"import os; os.sched_setaffinity(0, [{core}])\nwhile True: pass"
    busy = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(5)]
    try:
        started = time.monotonic()
        assert process.wait(120) == 0
        # Two folds of 1.5 s on a sixth of a core each took more than 2.5 s.
        assert time.monotonic() - started > 5
    finally:
        for other in busy:
            other.kill()
            other.wait()
