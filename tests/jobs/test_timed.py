"""A fold that takes longer than `fold_timeout` is its classifier's failure."""

import os
import pickle
import re
import signal
import subprocess
import sys
import time

import numba
import psutil
import pytest

from tenbyten.engines import Classifier
from tenbyten.engines.classifier import ClassifierError
from tenbyten.engines.native.training import NativeTraining
from tenbyten.jobs.cross_validating import cross_validate

SPLIT = {"splitter": "weka", "runs": 2, "folds": 2, "seed": 1}
JOB = {"datasets": ["one", "two"], "runs": [1, 2], "split": SPLIT}
JOB |= {"failures": "exclude", "fold_timeout": 1.5}
ROWS = 40
ARFF = "@relation {0}\n@attribute a numeric\n@attribute class {{no,yes}}\n@data\n"


def table(name, first):
    """Forty rows, numbered from the first on."""
    rows = (f"{first + i},{('no', 'yes')[i % 2]}\n" for i in range(ROWS))
    return ARFF.format(name) + "".join(rows)


@pytest.fixture
def work(make, job_of):
    """A job on two data sets, `one` and `two`, which are prepared."""
    for name, first in {"one": 0, "two": 1000}.items():
        make(table(name, first), name=name, split=SPLIT)

    return lambda classifiers, **changed: job_of(classifiers, **JOB | changed)


def sleeper(way, **settings):
    """A classifier that takes long only on data set one, in one fold of each run."""
    return Classifier("late", "sleeper.Sleeper", {"way": way} | settings)


GOOD = Classifier("good", "sklearn.naive_bayes.GaussianNB")


def assert_left_out(counted, reason="took more than 1.5 s, the study's fold_timeout"):
    """Classifier `late` failed on data set one, and nothing else is missing."""
    found = {row[:2] for row in counted.rows}
    assert found == {("one", "good"), ("two", "late"), ("two", "good")}
    (failure,) = counted.failures
    assert failure[:3] == ("one", "late", 1)
    assert failure.fold in (1, 2)
    assert failure.reason == reason


@pytest.mark.parametrize("way", ["sleep", "burn", "compiled"])
def test_a_fold_that_takes_too_long_is_left_out_and_the_others_go_on(way, work, caplog):
    job = work([sleeper(way), GOOD])
    assert_left_out(cross_validate(job))
    assert caplog.text.count("fold_timeout; left out") == 1
    # It is not tried again.
    assert_left_out(cross_validate(job))
    assert caplog.text.count("fold_timeout; left out") == 1


def test_a_classifier_that_ends_the_process_is_left_out_or_told(work):
    ended = work([sleeper("ended"), GOOD])
    assert_left_out(cross_validate(ended), "ended its process, with status 3")
    with pytest.raises(ClassifierError, match=r"fold [12]: ended its process, with st"):
        cross_validate(work([sleeper("ended"), GOOD], failures="stop", seed=2))


def test_a_study_that_stops_is_told_cell_seconds_and_remedy(work, caplog):
    with pytest.raises(ClassifierError) as raised:
        cross_validate(work([sleeper("compiled"), GOOD], failures="stop"))
    assert re.fullmatch(
        r"one, late, run 1, fold [12]: took more than 1.5 s, the study's fold_timeout; "
        r"raise it, or leave the data set out by `failures: exclude`",
        str(raised.value),
    )
    # The other data set is finished.
    caplog.set_level("INFO")
    asked = {"datasets": ["two"], "fold_timeout": None, "failures": "stop"}
    cross_validate(work([sleeper("compiled"), GOOD], **asked))
    assert "two: 0 runs trained, 0 of them compared, 4 read from the cac" in caplog.text


def test_other_errors_reach_the_job(work):
    wrong = Classifier("wrong", "sklearn.naive_bayes.GaussianNB", {"nothing": 1})
    with pytest.raises(RuntimeError, match=r"ValueError: classifier wrong: .*nothing"):
        cross_validate(work([wrong]))


def test_a_classifier_that_fails_by_an_error_fails_as_ever(work):
    classifiers = [sleeper("no such way"), GOOD]
    (failure,) = cross_validate(work(classifiers)).failures
    assert failure.reason.startswith("KeyError: 'no such way'")
    with pytest.raises(ClassifierError, match=r"run 1, fold .: KeyError"):
        cross_validate(work(classifiers, failures="stop"))


def test_a_process_that_is_killed_is_no_failure(work):
    with pytest.raises(ChildProcessError, match="was killed from outside; call"):
        cross_validate(work([sleeper("killed"), GOOD]))


def test_the_native_engine_is_stopped_in_a_kernel(work, monkeypatch):
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
    assert_left_out(cross_validate(work([good, late], engine="native")))


def run_python(code, job, folder, **environment):
    """Do a job in another process, which finds it and the modules of tests."""
    (folder / "job").write_bytes(pickle.dumps(job))
    read = "import pickle; from pathlib import Path"
    read += "\nfrom tenbyten.jobs.cross_validating import cross_validate"
    read += "\njob = pickle.loads(Path('job').read_bytes())\n"
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    how["env"] = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | environment
    command = [sys.executable, "-c", read + code]
    return subprocess.Popen(command, cwd=folder, start_new_session=True, **how)


def test_where_the_job_is_killed_nothing_of_it_goes_on(work, tmp_path):
    job = run_python(
        "cross_validate(job)", work([sleeper("sleep")], fold_timeout=60), tmp_path
    )
    while not (children := psutil.Process(job.pid).children()):
        time.sleep(0.1)
    job.kill()
    job.wait()
    _, left = psutil.wait_procs(children, timeout=30)
    assert not [x for x in left if x.status() != psutil.STATUS_ZOMBIE]


def test_weka_is_stopped_in_its_virtual_machine(work, tmp_path, weka_jar):
    perceptron = "weka.classifiers.functions.MultilayerPerceptron"
    late = Classifier("late", perceptron, options="-N 100000000")
    good = Classifier("good", "weka.classifiers.bayes.NaiveBayes")
    how = {"engine": "weka", "program": str(weka_jar), "datasets": ["one"]}
    job = work([late, good], **how)
    # This process may run a virtual machine already, for other tests.
    assert run_python("cross_validate(job)", job, tmp_path).wait() == 0
    found = cross_validate(job)
    assert {row[1] for row in found.rows} == {"good"}
    assert [failure[:4] for failure in found.failures] == [("one", "late", 1, 1)]


# Time that is none of the classifier's


def test_compiling_kernels_does_not_count(work, tmp_path):
    classifiers = [Classifier("NB", "NaiveBayes")]
    job = work(classifiers, engine="native", fold_timeout=0.4)
    cache = str(tmp_path / "kernels")
    process = run_python("cross_validate(job)", job, tmp_path, NUMBA_CACHE_DIR=cache)
    said, _ = process.communicate()
    assert process.returncode == 0, said
    assert "compiling kernels" in said


STARTED = "Path('started').touch(); cross_validate(job)"


def start(work, folder, seconds):
    """Evaluate in a process group of its own, on one core."""
    burning = [sleeper("burn", seconds=seconds)]
    job = work(burning, failures="stop", fold_timeout=2.5)
    process = run_python(STARTED, job, folder)
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(process.pid, {core})
    return process, core


def test_a_stop_by_ctrl_z_does_not_count(work, tmp_path):
    process, _ = start(work, tmp_path, 1.0)
    while not (tmp_path / "started").is_file():
        time.sleep(0.05)
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGSTOP)
    time.sleep(6)
    os.killpg(process.pid, signal.SIGCONT)
    assert process.wait(60) == 0


def test_waiting_for_a_busy_core_does_not_count(work, tmp_path):
    process, core = start(work, tmp_path, 1.5)
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
