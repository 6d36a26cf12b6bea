"""Whether learners are compiled is known by files, without what compiles them."""

import subprocess
import sys

import pytest

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.native import compiled
from tenbyten.engines.native.compiled import (
    Part,
    are_compiled,
    are_compiling,
    lock_of,
    mark_of,
    parts_of,
)

BAYES = Part("NaiveBayes", ("discretize",), numeric=True, missing=False)
TREES = Part("J48", (), numeric=False, missing=True)

# Holds a lock as a job does that compiles, until its input ends.
HOLD = """
import fcntl, sys
with open(sys.argv[1], "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for compiled kernels."""
    monkeypatch.setattr(compiled, "cache_folder", lambda: tmp_path / "kernels")
    return tmp_path / "kernels"


def test_parts_are_what_classifiers_need_on_a_data_set_trees_first():
    panel = [Classifier(f"nb {i}", "NaiveBayes", {}, "", ()) for i in range(2)]
    panel.append(Classifier("graft", "J48graft", {"min_leaf": 3}, "", ("discretize",)))
    whole = parts_of(panel, numeric=True, missing=False)
    # A tree is grown by one job while another compiles how it is grafted.
    grow, graft = ("J48", ("discretize",)), ("J48graft", ("discretize",))
    kinds = [grow, graft, ("NaiveBayes", ())]
    assert whole == [(*kind, True, False) for kind in kinds]
    # A fold of data with missing values may have none.
    assert parts_of(panel, numeric=False, missing=True) == [
        (*kind, False, missing) for missing in (False, True) for kind in kinds
    ]


def test_learners_are_compiled_when_each_has_a_mark(folder):
    assert not are_compiled({"NaiveBayes"})
    folder.mkdir()
    lock_of(mark_of(BAYES, "1a2b")).touch()
    (folder / "kernels.locks").touch()
    assert not are_compiled({"NaiveBayes"})
    mark_of(BAYES, "1a2b").touch()
    assert are_compiled({"NaiveBayes"})
    mark_of(TREES._replace(learner="J48graft"), "1a2b").touch()
    assert not are_compiled({"NaiveBayes", "J48"})
    mark_of(TREES, "3c4d").touch()
    assert are_compiled({"NaiveBayes", "J48"})


def test_each_part_has_a_mark_of_its_own(folder):
    marks = {
        mark_of(Part(learner, preprocessing, numeric, missing), "1a2b")
        for learner in ("J48", "J48graft")
        for preprocessing in ((), ("discretize",), ("discretize", "impute"))
        for numeric in (False, True)
        for missing in (False, True)
    }
    assert len(marks) == 2 * 3 * 2 * 2


def test_a_lock_tells_that_a_process_compiles_as_long_as_it_does(folder):
    assert not are_compiling()
    folder.mkdir()
    lock = lock_of(mark_of(TREES, "1a2b"))
    lock.touch()
    assert not are_compiling()
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, lock],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as job:
        assert job.stdout.readline() == "held\n"
        assert are_compiling()
        assert are_compiling()
        job.kill()
    assert not are_compiling()


def test_it_is_known_without_loading_what_compiles():
    code = (
        "import sys; from tenbyten.engines.native import compiled;"
        "compiled.are_compiled({'J48'}); compiled.are_compiling();"
        "print(*{'numba', 'llvmlite'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
