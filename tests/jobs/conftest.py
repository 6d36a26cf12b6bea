"""Data sets in ARFF files, prepared, and jobs on them."""

import gc
from pathlib import Path

import pytest
from holes import ARFF, SETTINGS

from tenbyten.engines import Panel
from tenbyten.engines.cross_validation import Allotment
from tenbyten.jobs.cross_validating import Work
from tenbyten.jobs.preparing import prepare


@pytest.fixture(autouse=True)
def no_garbage_of_java():
    """Keep a child from asking a JVM for its garbage that another test started here."""
    callbacks, gc.callbacks[:] = gc.callbacks[:], []
    yield
    gc.callbacks[:] = callbacks


@pytest.fixture
def make(tmp_path):
    """Prepare a data set by an ARFF file, and return the folder it is in."""

    def make(arff=ARFF, *, name="holes", own_folds=None, **changes):
        source, folder = tmp_path / f"{name}.arff", tmp_path / "data"
        source.write_text(arff)
        folder.mkdir(exist_ok=True)
        files = {"source": source}
        if own_folds is not None:
            files["folds"] = tmp_path / "own.csv"
            files["folds"].write_text(own_folds)
        settings, where = SETTINGS | changes, f"sheet.tsv, row 1 ({name})"
        prepare(name, settings, files, folder, where=where)
        return folder

    return make


@pytest.fixture
def job_of(tmp_path):
    """Make a job of some classifiers, which keeps what it counts in a folder."""
    usual = {"metrics": [], "predictions": False, "failures": "stop"}

    def job_of(
        classifiers,
        *,
        datasets,
        runs,
        split,
        engine="scikit_learn",
        program="",
        **asked,
    ):
        return Work(
            Panel(engine, classifiers),
            settings={
                "datasets": list(datasets),
                "runs": list(runs),
                "classifiers": {x.name: x._asdict() for x in classifiers},
                "split": split,
                "asked": usual | {"fold_timeout": None} | asked,
            },
            software={x.name: {"libraries": {}, "version": 1} for x in classifiers},
            data=tmp_path / "data",
            cache=tmp_path / "cache",
            modules=Path(__file__).parent,
            allotted=Allotment(program, 900),
        )

    return job_of
