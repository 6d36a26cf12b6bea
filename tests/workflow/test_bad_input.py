"""What a user gets wrong is said before any job starts, with its remedy."""

import pytest

pytestmark = pytest.mark.slow


def refused(fresh, *, study=None, sheet=None, config=()):
    """Change the tiny study, run it, and return the one message it must stop with."""
    for name, change in (("tiny.yaml", study), ("tiny.tsv", sheet)):
        path = fresh.folder / name
        text = path.read_text()
        if change:
            assert change[0] in text
        path.write_text(text.replace(*change) if change else text)
    code, said = fresh(config=config)
    assert code != 0
    assert "Traceback" not in said
    assert not (fresh.folder / "results").exists(), "no job may have started"
    (message,) = said.split("WorkflowError in file ")[1:]
    return message.split("\n")[1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("runs: 2", "rnus: 2"), "unknown key rnus; did you mean runs?"),
        (("GaussianNB}", "GausianNB}"), "GaussianNB"),
        (("max_depth: 2", "max_deph: 2"), "max_depth"),
        (("all: [1, 3]", "all: [1, 4]"), "subset all goes to data set 4"),
        (("folds: 2", "folds: 25"), "24 instances, but"),
        (("runs: 2", "splitter: openml\nruns: 2"), "no openml_task"),
    ],
)
def test_a_wrong_study(fresh, change, message):
    assert message in refused(fresh, study=change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("2\tlenses", "2\tiris"), "row 2 (iris): the name stands twice"),
        (("contact-lenses", "contact-lens"), "bundled is 'contact-lens'; give one of"),
        (("\tcontact-lenses", "\t"), "no source for 1 of the data sets: 2 lenses"),
    ],
)
def test_a_wrong_sheet(fresh, change, message):
    assert message in refused(fresh, sheet=change)


def test_a_wrong_configuration(fresh):
    said = refused(fresh, config=["arff_fodler=x"])
    assert "unknown key arff_fodler; did you mean arff_folder?" in said
    assert "no folder none" in refused(fresh, config=["arff_folder=none"])
    (fresh.folder / "empty").mkdir()
    said = refused(fresh, config=["arff_folder=empty"])
    assert "empty holds none of the files" in said
    assert "no file none.csv" in refused(fresh, config=["accuracies=none.csv"])


def weka_study(learner, options=""):
    """A change that gives the tiny study a WEKA classifier."""
    ours = "scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}"
    return ours, f"weka: {{learner: {learner}, options: '{options}'}}"


def test_no_jar(fresh):
    change = weka_study("weka.classifiers.rules.ZeroR")
    said = refused(fresh, study=change, config=["weka_jar=none.jar"])
    assert said.startswith("no weka.jar at none.jar")


def test_an_unknown_weka_class(fresh, weka_jar):
    said = refused(fresh, study=weka_study("weka.classifiers.trees.J84"))
    assert "classifier GaussianNB: " in said
    assert "weka.classifiers.trees.J48" in said


def test_options_that_weka_refuses(fresh, weka_jar):
    said = refused(fresh, study=weka_study("weka.classifiers.trees.J48", "-C many"))
    assert "-C many" in said


def test_facts_that_differ_stop_the_data_set(fresh):
    sheet = fresh.folder / "tiny.tsv"
    sheet.write_text(sheet.read_text().replace("\t432", "\t433"))
    code, said = fresh()
    assert code != 0
    assert "Error in rule prepare:" in said
    assert "tiny.tsv, row 3 (monks)" in said
    assert "instances 432, the sheet says 433" in said
    assert not list(fresh.folder.glob("results/tiny/data/*"))


def test_a_numeric_class_and_a_single_class_stop_the_data_set(fresh):
    (fresh.folder / "mine.arff").write_text(
        "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n1,x\n2,x\n"
    )
    sheet = fresh.folder / "tiny.tsv"
    header, *_ = sheet.read_text().splitlines()
    header = header.replace("bundled", "arff").replace("instances", "target")
    rows = ["1\tone\tmine.arff\tb", "2\tnumbers\tmine.arff\ta", "3\tlast\tmine.arff\t"]
    sheet.write_text("\n".join([header, *rows]) + "\n")
    code, said = fresh("--keep-going")
    assert code != 0
    logs = fresh.folder / "results" / "tiny" / "logs" / "prepare"
    told = "".join(path.read_text() for path in logs.iterdir())
    for text, name in (
        ("every row has the class 'b' = 'x'", "one"),
        ("the class 'a' is numeric", "numbers"),
        ("every row has the class 'b'", "last"),
    ):
        assert text in told
        assert f"row {('one', 'numbers', 'last').index(name) + 1} ({name})" in said


def test_accuracies_with_a_missing_cell_stop_before_any_table(fresh, finished):
    theirs = finished.results()["accuracies.csv"].decode().splitlines(keepends=True)
    (fresh.folder / "theirs.csv").write_text("".join(theirs[:-1]))
    code, _ = fresh(config=["accuracies=theirs.csv"])
    assert code != 0
    log = fresh.folder / "results" / "tiny" / "logs" / "import_accuracies.log"
    assert "1 cells (monks, DecisionTree, run 2, fold 2) are missing" in log.read_text()
    assert not (fresh.folder / "results" / "tiny" / "tables").exists()
