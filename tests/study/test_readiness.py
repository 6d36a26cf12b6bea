"""What is refused before any job starts."""

import sys

import pytest
from small_study import SHEET

from tenbyten.study.readiness import (
    check_elsewhere,
    check_offered,
    check_python,
    check_ready,
    describe,
)

FOREST = "sklearn.ensemble.RandomForestClassifier"


def check(study):
    """Check a study of the small sheet."""
    check_ready(study, study.panels("native"), machine={"weka_jar": ""})


@pytest.mark.parametrize("folder", ["/home/me/My Documents", "/home/me/a&b"])
def test_a_python_that_snakemake_cannot_start_is_refused(folder, monkeypatch):
    check_python()
    monkeypatch.setattr(sys, "executable", f"{folder}/.venv/bin/python")
    with pytest.raises(ValueError, match=f"Python is {folder}/.venv/bin/python"):
        check_python()


def asking(learner, threads, **settings):
    """Classifiers, one of which has so many threads."""
    asked = {"scikit_learn": {"learner": learner, "settings": settings}}
    tree = {"scikit_learn": {"learner": "sklearn.tree.DecisionTreeClassifier"}}
    return {"classifiers": {"It": asked | {"threads": threads}, "Tree": tree}}


def test_more_threads_in_the_settings_than_in_the_study_are_refused(study_of):
    with pytest.raises(ValueError, match="`threads: 8`") as raised:
        check(study_of(**asking(FOREST, 2, n_jobs=8)))
    for word in ("classifier It", "8 threads at once", "`n_jobs`", "gives it 2"):
        assert word in str(raised.value)
    with pytest.raises(ValueError, match="gives it 1; set `threads: 2`"):
        check(study_of(**asking(FOREST, 1, n_jobs=2)))


@pytest.mark.parametrize("n_jobs", [None, -1, 1, 4])
def test_threads_that_the_study_has_are_taken(study_of, n_jobs):
    check(study_of(**asking(FOREST, 4, n_jobs=n_jobs)))


def test_threads_are_counted_before_a_foreign_class_is_imported(
    study_of, tmp_path, monkeypatch
):
    (tmp_path / "strange_module.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="set `threads: 3`"):
        check(study_of(**asking("strange_module.Best", 1, nthread=3)))
    check(study_of(**asking("strange_module.Best", 3, nthread=3)))
    assert "strange_module" not in sys.modules


def test_a_weka_that_is_not_there_is_named(study_of):
    weka = {"weka": {"learner": "weka.classifiers.rules.ZeroR"}}
    study = study_of(classifiers={"Zero": weka, "Other": weka})
    machine = {"weka_jar": "none.jar", "weka_classpath": []}
    with pytest.raises(FileNotFoundError, match=r"^no weka\.jar at none\.jar"):
        check_ready(study, study.panels("weka"), machine=machine)


def offered(study, *, gpus=1, jobs_run="here", cores=4):
    """Check what a study asks for against what there is."""
    machine = {"gpus": gpus, "jobs_run": jobs_run}
    return check_offered(study, machine=machine, cores=cores)


def test_more_than_there_is_is_refused_of_every_classifier_at_once(study_of):
    study = study_of(**asking(FOREST, 5))
    study["classifiers"]["Tree"] |= {"gpu": 2, "mem_mb": 10**9}
    with pytest.raises(ValueError, match="machine has") as raised:
        offered(study)
    threads, gpu, memory = str(raised.value).splitlines()
    assert "mine.yaml: key classifiers.It.threads: is 5, and this call has 4" in threads
    assert "key classifiers.Tree.gpu: is 2, and the machine has 1 (key `gpus`" in gpu
    assert "key classifiers.Tree.mem_mb: is 1000000000, and this machine has" in memory
    elsewhere = {"jobs_run": "elsewhere", "gpus": "counted"}
    with pytest.raises(ValueError, match=r"^\S+: key classifiers.It.threads: [^\n]+$"):
        offered(study, **elsewhere)
    assert offered(study, **elsewhere, cores=None) == []
    with pytest.raises(ValueError, match=r"^\S+: key classifiers.Tree.gpu: [^\n]+$"):
        offered(study, **elsewhere | {"gpus": 1}, cores=None)


def test_what_there_is_is_taken_and_graphics_processors_are_counted(
    study_of, monkeypatch
):
    study = study_of(**asking(FOREST, 4))
    study["classifiers"]["Tree"] |= {"gpu": 2, "mem_mb": 100}
    monkeypatch.setattr("tenbyten.study.readiness.glob", lambda _: ["0", "1"])
    assert offered(study, gpus="counted") == []
    (said,) = offered(study, gpus=3)
    assert "`--resources gpu=3`" in said


def test_a_metric_that_is_not_measured_here_takes_results_from_elsewhere(study_of):
    foreign = {
        "cost": {"greater_is_better": False},
        "ndcg": {"greater_is_better": True},
    }
    study = study_of(foreign_metrics=foreign, metric="cost")
    message = (
        r"mine\.yaml: key foreign_metrics: cost, ndcg, which is for results from "
        r"elsewhere; bring them by accuracies=FILE\.csv, or take the key out$"
    )
    with pytest.raises(ValueError, match=message):
        check_elsewhere(study)


@pytest.mark.parametrize(
    ("design", "said"),
    [
        ({"folds": 1}, "folds: is 1"),
        ({"designs": {"iris": {"runs": 2, "folds": 10}}}, "designs.iris: is 2 runs of"),
        ({"designs": {"iris": {"runs": 10, "folds": 1}}}, "designs.iris: is 10 splits"),
        (
            {"designs": {"iris": {"runs": 10, "folds": 2}}, "splitter": "holdout"},
            "designs.iris: is 10 runs of 2 folds",
        ),
    ],
)
def test_a_design_of_results_from_elsewhere_is_not_made(study_of, design, said):
    message = rf"key {said}.*set `splitter: \{{holdout: .*accuracies=FILE"
    with pytest.raises(ValueError, match=message):
        check_elsewhere(study_of(**design))
    check_elsewhere(study_of())
    check_elsewhere(study_of(designs={"iris": {"runs": 10, "folds": 5}}))
    check_elsewhere(study_of(splitter="holdout"))


@pytest.mark.parametrize(
    ("splitter", "column"),
    [
        ("groups", "split_group"),
        ("leave_one_group_out", "split_group"),
        ("time", "split_time"),
        ("predefined", "split_set"),
    ],
)
def test_a_splitter_needs_its_column_of_the_sheet(study_of, tmp_path, splitter, column):
    with pytest.raises(
        ValueError, match=rf"row 1 \(iris\): no {column}, but .*fill in"
    ):
        check(study_of(splitter=splitter))
    head, *rows = SHEET.splitlines()
    lines = [f"{head}\t{column}", *(f"{row}\tx" for row in rows)]
    check(study_of("\n".join(lines) + "\n", splitter=splitter))
    if splitter == "predefined":
        with pytest.raises(FileNotFoundError, match="no file of folds at"):
            check(study_of(SHEET.splitlines()[0] + FOLDS, splitter=splitter))


FOLDS = "\tfolds\n1\tiris\tiris\t150\tiris.csv\n2\twine\twine\t178\twine.csv\n"


def test_folds_of_files_need_a_file_for_each_data_set(study_of, tmp_path):
    with pytest.raises(
        ValueError, match=r"row 1 \(iris\): no folds, but .* fill in column folds"
    ):
        check(study_of(splitter="file"))
    sheet = SHEET.splitlines()[0] + FOLDS
    (tmp_path / "iris.csv").touch()
    with pytest.raises(FileNotFoundError, match=r"row 2 \(wine\): no file of folds at"):
        check(study_of(sheet, splitter="file"))
    (tmp_path / "wine.csv").touch()
    check(study_of(sheet, splitter="file"))


def test_a_column_of_folds_that_is_not_used_is_told(study_of):
    sheet = SHEET.splitlines()[0] + FOLDS
    unused = "10 runs of 10 folds by weka (column folds of the sheet is for `splitter:"
    assert unused in describe(study_of(sheet), {}, {})
    assert "column" not in describe(study_of(), {}, {})
    assert "column" not in describe(study_of(sheet, splitter="file"), {}, {})
