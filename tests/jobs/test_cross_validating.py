"""A job makes what is not kept on each of its data sets, whatever becomes of one."""

import csv
import logging
import weakref
from zipfile import ZipFile

import pytest
from holes import ARFF, SPLIT

from tenbyten.engines import Classifier, find_engine
from tenbyten.engines.classifier import ClassifierError
from tenbyten.jobs import cross_validating
from tenbyten.jobs.cross_validating import cross_validate, write_counts

BAYES = Classifier("bayes", "sklearn.naive_bayes.GaussianNB", preprocessing=("impute",))
# It fails where a training fold has less than eight rows.
EIGHT = Classifier(
    "eight", "sklearn.neighbors.KNeighborsClassifier", {"n_neighbors": 8}
)
HEAD, ROWS = ARFF.split("@data\n")
LARGE = f"{HEAD}@data\n{2 * ROWS}"


@pytest.fixture
def work(make, job_of):
    """A job on data sets `a`, `b` and `c`; those that are small are named."""

    def work(*classifiers, small=(), datasets="abc", **asked):
        for name in "abc":
            make(ARFF if name in small else LARGE, name=name)
        how = {"datasets": datasets, "runs": (1, 2, 3), "split": SPLIT}
        return job_of(list(classifiers) or [BAYES], **how, **asked)

    return work


def test_what_is_kept_starts_no_engine(work, monkeypatch, caplog):
    first, started = cross_validate(work()), []
    engine = find_engine("scikit_learn")
    monkeypatch.setattr(type(engine), "start", lambda *_, **__: started.append(1))
    caplog.set_level("INFO")
    assert cross_validate(work()) == first
    assert started == []
    assert caplog.text.count("0 runs trained, 0 of them compared, 3 read") == 3
    # Once for all data sets, and for other software all anew.
    # What only the planner has is of the user's own modules.
    software = {"bayes": {"libraries": {"torch": "2.0"}, "version": 2}}
    cross_validate(work()._replace(software=software))
    assert started == [1]
    software["bayes"]["libraries"]["numpy"] = "0.1"
    said = (
        r"bayes: this job has numpy .* with 0\.1; install .* leave out `--sdm conda`$"
    )
    with pytest.raises(ValueError, match=said):
        cross_validate(work()._replace(software=software))


def test_an_error_on_one_data_set_leaves_the_others_to_be_made(work, caplog):
    with pytest.raises(ClassifierError, match=r"^b, eight, run 1, fold 1: "):
        cross_validate(work(EIGHT, small="b"))
    caplog.set_level("INFO")
    cross_validate(work(EIGHT, datasets="ac"))
    assert caplog.text.count("0 runs trained") == 2


def test_one_error_names_every_data_set_that_failed(work, tmp_path):
    job = work(EIGHT, small="b")
    (tmp_path / "data" / "c.parquet").write_text("altered")
    words = r"^2 of 3 data sets failed:\n  ClassifierError: b, eight, .*\n  .*: .*c"
    with pytest.raises(RuntimeError, match=words):
        cross_validate(job)


def test_failures_that_are_left_out_are_named(work):
    found = cross_validate(work(EIGHT, BAYES, small="b", failures="exclude"))
    assert [x[:4] for x in found.failures] == [("b", "eight", 1, 1)]
    assert {row[:2] for row in found.rows} == {
        *((name, "bayes") for name in "abc"),
        *((name, "eight") for name in "ac"),
    }


def test_a_data_set_is_let_go_before_the_next(work, monkeypatch):
    seen, read = [], cross_validating.read_prepared

    def read_prepared(*arguments, **settings):
        assert all(reference() is None for reference in seen)
        dataset, folds = read(*arguments, **settings)
        seen.append(weakref.ref(dataset.values))
        return dataset, folds

    monkeypatch.setattr(cross_validating, "read_prepared", read_prepared)
    # pytest keeps what is logged, and with it where an error came from.
    monkeypatch.setattr(logging.root, "handlers", [])
    with pytest.raises(ClassifierError):
        cross_validate(work(EIGHT, small="b"))
    assert len(seen) == 3


@pytest.mark.parametrize("fold_timeout", [None, 60])
def test_a_recount_compares_what_is_kept_and_needs_some(work, caplog, fold_timeout):
    job = work(fold_timeout=fold_timeout)
    error = RuntimeError if fold_timeout else ValueError
    with pytest.raises(error, match="recount: nothing is kept that could be compared"):
        cross_validate(job._replace(recount=True))
    caplog.set_level("INFO")
    expected = cross_validate(job).rows
    assert cross_validate(job._replace(recount=True)).rows == expected
    if not fold_timeout:
        words = "recount: 9 runs of a classifier compared, all as kept"
        assert words in caplog.messages


def test_what_was_counted_is_written_in_the_same_bytes(work, tmp_path):
    how = {"metrics": ["auc"], "predictions": True, "failures": "exclude"}
    names = {"counts": "c.csv", "failures": "f.csv", "predictions": "p.zip"}
    files = {key: tmp_path / name for key, name in names.items()}
    written = []
    for _ in range(2):
        counted = cross_validate(work(EIGHT, small="b", **how))
        write_counts(counted, ["auc"], **files)
        written.append([path.read_bytes() for path in files.values()])
    assert written[0] == written[1]
    with open(files["counts"], newline="") as file:
        header, *rows = csv.reader(file)
    columns = ["dataset", "classifier", "run", "fold", "tested", "correct", "auc"]
    assert (header, len(rows)) == (columns, 12)
    first = "dataset,classifier,run,fold,reason\nb,eight,1,1,"
    assert files["failures"].read_text().startswith(first)
    with ZipFile(files["predictions"]) as archive:
        assert archive.namelist() == [
            f"{name}/eight~{run:04d}.parquet" for name in "ac" for run in (1, 2, 3)
        ]
    undefined = counted._replace(rows=[("a", "eight", 1, 1, 2, 0, float("nan"))])
    write_counts(undefined, ["auc"], counts=files["counts"])
    assert files["counts"].read_text().endswith("a,eight,1,1,2,0,\n")
