"""A whole study, as a user runs it."""

import json
import re
import subprocess
import sys
from collections import Counter

import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.statistics.many_datasets.poisson import poisson_test
from tenbyten.statistics.one_dataset.correlated_t import posterior

pytestmark = pytest.mark.slow


def jobs(said):
    """The jobs of a dry run, by rule."""
    return {
        rule: int(count)
        for rule, count in re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE)
        if rule not in ("run_study", "total")
    }


def test_every_cell_is_there_and_counted_as_scikit_learn_counts(finished):
    table = pd.read_csv(finished.folder / "results" / "tiny" / "accuracies.csv")
    assert list(table) == [
        "dataset",
        "classifier",
        "run",
        "fold",
        "tested",
        "correct",
        "accuracy",
    ]
    assert len(table) == 3 * 2 * 2 * 2
    iris = read_bundled("iris")
    folds = weka_folds(iris.classes, runs=2, folds=2, seed=1)
    rows, tested = folds.training_rows(2, 1), folds.test_rows(2, 1)
    x, y = iris.values[:, :-1], iris.classes
    right = GaussianNB().fit(x[rows], y[rows]).predict(x[tested]) == y[tested]
    cell = table.query("dataset == 'iris' and classifier == 'GaussianNB'")
    cell = cell.query("run == 2 and fold == 1").iloc[0]
    assert (cell["tested"], cell["correct"]) == (len(tested), right.sum())


def test_the_table_follows_from_the_accuracies(finished):
    folder = finished.folder / "results" / "tiny"
    table = pd.read_csv(folder / "accuracies.csv")
    wide = table.pivot_table(
        index="classifier", columns=["dataset", "run", "fold"], values="accuracy"
    )
    difference = wide.loc["DecisionTree"] - wide.loc["GaussianNB"]
    wins = [
        float(posterior(difference[name].to_numpy(), runs=2).column_wins("half"))
        for name in ("iris", "lenses", "monks")
    ]
    expected = poisson_test(wins, alpha=0.05)
    ours = pd.read_csv(folder / "tables" / "all.csv").iloc[0]
    assert (ours["row"], ours["column"]) == ("GaussianNB", "DecisionTree")
    assert ours["p_column"] == pytest.approx(float(expected.column))
    assert ours["poisson"] == int(expected.column > 0.95)
    front = (folder / "tables" / "front.md").read_text()
    assert front.startswith("**Data sets 1-2: decisions adjusted for")


def test_every_file_is_there(finished):
    parts = Counter(path.split("/")[0] for path in finished.results())
    # An index; four figures a subset and three of the pair.
    figures, exported = 1 + 2 * 4 + 3, 4 + 2 + 2 + 2 * 8
    assert parts == {
        "accuracies.csv": 1,
        "comparisons": 1 + 2 * (2 + 13),
        "counts": 2,
        "data": 1,
        "datasets.json": 1,
        "figures": figures,
        "study": 2,
        "summary.json": 1,
        "summary.txt": 1,
        "tables": 2 * 3 + 3 + exported,
        "text.md": 1,
        "text.tex": 1,
        "warnings.csv": 1,
    }


def test_the_command_prints_the_answer_alone(copied):
    call = "import sys; from tenbyten.command import main; sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-P", "-c", call, "run", "tiny.yaml", "--cores", "2"]
    for form in ("--json", "--quiet"):
        done = subprocess.run(
            [*words, form], cwd=copied.folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        if form == "--json":
            answer = json.loads(done.stdout)
            assert (copied.folder / answer["report"]).is_file()
            names = [line["classifier"] for line in answer["classifiers"]]
            assert sorted(names) == ["DecisionTree", "GaussianNB"]
            assert "Nothing to be done" in done.stderr
            assert "estimate" not in done.stderr
    assert done.stdout == f"{answer['verdict']}\n"
    assert "Study tiny" not in done.stderr


def test_a_subset_that_is_added_runs_the_tests_over_it(copied):
    path = copied.folder / "tiny.yaml"
    path.write_text(path.read_text().replace("subsets: {", "subsets: {back: [2, 3], "))
    code, said = copied("--dry-run")
    assert code == 0, said
    planned = jobs(said)
    assert planned.items() >= {"run_poisson": 1, "run_other_tests": 3}.items()
    assert not {"crossvalidate", "prepare"} & set(planned)


def test_every_job_leaves_a_log_and_a_benchmark(finished):
    folder = finished.folder / "results" / "tiny"
    log = folder / "logs" / "crossvalidate" / "scikit_learn" / "from-iris.log"
    assert "monks: run 2 of 2 (GaussianNB, DecisionTree)" in log.read_text()
    of_data, of_subsets, of_study = 1 + 1, 2, 2 + 3 + 4
    jobs = of_data + of_subsets + of_study
    assert len(list((folder / "benchmarks").rglob("*.tsv"))) == jobs


def test_snakemakes_report_has_the_tables(finished, tmp_path):
    code, said = finished("--report", tmp_path / "report.html")
    assert code == 0, said
    text = (tmp_path / "report.html").read_text()
    assert "tables/front.csv" in text
    assert "Decisions and numbers of both tests over one subset" in text
    for subset in ("all", "front"):
        assert f'"labels": {{"subset": "{subset}"}}' in text
    assert "figures/posteriors-GaussianNB-DecisionTree.svg" in text


def test_accuracies_made_elsewhere_give_the_same_tables(finished, fresh):
    table = pd.read_csv(finished.folder / "results" / "tiny" / "accuracies.csv")
    table = table.rename(columns={"dataset": "Key_Dataset", "classifier": "Key_Scheme"})
    table = table.rename(columns={"run": "Key_Run", "fold": "Key_Fold"})
    table["Percent_correct"] = 100 * table.pop("accuracy")
    table["Number_correct"] = table.pop("correct").astype(float)
    table["Number_of_testing_instances"] = table.pop("tested").astype(float)
    table.sample(frac=1, random_state=1).to_csv(
        fresh.folder / "theirs.csv", index=False
    )
    # Names alone are enough for a study whose results are there.
    (fresh.folder / "tiny.tsv").write_text(
        "number\tname\n1\tiris\n2\tlenses\n3\tmonks\n"
    )
    study = fresh.folder / "tiny.yaml"
    study.write_text(re.sub(r":\n +scikit_learn: .*", ": {}", study.read_text()))
    code, said = fresh(config=["accuracies=theirs.csv"])
    assert code == 0, said
    theirs = fresh.results()
    assert "data/from-iris.zip" not in theirs
    ours = finished.results()
    for path in ("accuracies.csv", "tables/all.csv", "tables/front.md"):
        assert theirs[path] == ours[path]
