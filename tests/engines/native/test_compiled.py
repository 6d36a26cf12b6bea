"""Parts of learners have marks, which are known without what compiles them."""

import subprocess
import sys

import pytest

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.native import compiled
from tenbyten.engines.native.compiled import (
    Part,
    mark_of,
    parts_of,
)


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


def test_each_part_has_a_mark_of_its_own(folder):
    marks = {
        mark_of(Part(learner, preprocessing, numeric, missing), "1a2b")
        for learner in ("J48", "J48graft")
        for preprocessing in ((), ("discretize",), ("discretize", "impute"))
        for numeric in (False, True)
        for missing in (False, True)
    }
    assert len(marks) == 2 * 3 * 2 * 2


def test_it_is_known_without_loading_what_compiles():
    code = (
        "import sys; from tenbyten.engines.native import compiled;"
        "compiled.mark_of(compiled.Part('J48', (), True, True), '1a2b');"
        "print(*{'numba', 'llvmlite'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
