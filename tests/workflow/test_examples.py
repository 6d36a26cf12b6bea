"""The examples in config/examples: each runs as its own comment says."""

import filecmp
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from example_tables import write_tables
from openml_bundled import offer_bundled
from openml_loopback import LoopbackOpenML

from tenbyten import compare
from tenbyten.study import read_study

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "config" / "examples"
EXAMPLES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
# What a reader has to install besides the package, by example.
NEEDED = {"boosting": ["xgboost", "lightgbm", "catboost"]}
NEEDED["anything"] = [*NEEDED["boosting"], "jpype"]
# OpenML has many more of them.
SUITE = {59: ("iris", 61), 11: ("balance-scale", 11)}
SUITE |= {49: ("tic-tac-toe", 50), 3492: ("monks-1", 333)}


def comment_of(example):
    """The lines above the first key of an example, without their marks."""
    text = (FOLDER / f"{example}.yaml").read_text("utf-8")
    lines = re.match("(?:#.*\n)+", text)[0].splitlines()
    return [line.removeprefix("#").removeprefix(" ") for line in lines]


def commands_of(example):
    """The commands that a reader is told to call, but for installations."""
    lines = [line.strip() for line in comment_of(example) if line.startswith("  ")]
    return [shlex.split(line) for line in lines if not line.startswith("pip ")]


# What a reader sees


def test_every_example_has_its_row_in_the_reference():
    text = (ROOT / "config" / "README.md").read_text("utf-8")
    section = text.partition("\n## Examples\n")[2].partition("\n## ")[0]
    rows = [row for row in section.splitlines() if row.startswith("| ")][2:]
    named = [re.search(r"\(examples/(\w+)\.yaml\)", row)[1] for row in rows]
    assert sorted(named) == EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_says_what_to_call_and_what_to_read(example):
    *_, last = commands_of(example)
    assert last[:2] == ["snakemake", "--cores"]
    assert f"study=config/examples/{example}.yaml" in last
    assert f"results/{example}/report.html first" in " ".join(comment_of(example))


def test_a_reader_is_told_what_to_install():
    told = {}
    for example in EXAMPLES:
        for line in comment_of(example):
            if line.strip().startswith("pip install "):
                told[example] = set(shlex.split(line)[2:])
    names = {"jpype": ".[weka]"}
    needed = {k: {names.get(name, name) for name in v} for k, v in NEEDED.items()}
    assert {k: v - {"-c", "constraints.txt", "-e"} for k, v in told.items()} == needed


OVER_DATA_SETS = {*EXAMPLES} - {"anything", "cc18", "one_data_set"}


@pytest.mark.parametrize("example", sorted(OVER_DATA_SETS))
def test_an_example_has_enough_data_sets_to_find_something(example):
    study = read_study(FOLDER / f"{example}.yaml", ROOT)
    # Holm's p where one classifier is better on all data sets.
    p = 2 / 2 ** len(study.numbers) * len(study.unordered_pairs)
    assert p < study["alpha"]


def test_the_tables_are_those_that_are_made(tmp_path):
    write_tables(tmp_path)
    names = ["visits.csv", "crops.tsv", "plants.arff"]
    same, other, lacking = filecmp.cmpfiles(FOLDER, tmp_path, names, shallow=False)
    assert (sorted(same), other, lacking) == (sorted(names), [], [])
    pd.testing.assert_frame_equal(
        pd.read_parquet(FOLDER / "sensors.parquet"),
        pd.read_parquet(tmp_path / "sensors.parquet"),
    )


# What happens then


@pytest.fixture
def server(tmp_path):
    """OpenML with a suite of four tasks, each of one run of ten folds."""
    with LoopbackOpenML() as server:
        for task, (name, openml_id) in SUITE.items():
            found = {"openml_id": openml_id, "task": task}
            offer_bundled(server, name, **found, folder=tmp_path, folds=10)
        server.add_suite(99, tasks=[*SUITE], alias="OpenML-CC18")
        yield server


class Reader:
    """A reader in a folder with the examples, who copies commands from them."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(FOLDER, folder / "config" / "examples")

    def follow(self, example, *machine):
        """Call the commands of an example; return all that they say."""
        said = ""
        for program, *words in commands_of(example):
            command = [sys.executable, "-m", program, *words]
            if program == "snakemake":
                command += [] if "--config" in words else ["--config"]
                command[words.index("--cores") + 4] = "2"
                command += [*machine, "--snakefile", str(ROOT / "Snakefile")]
            elif machine:
                command += ["--config", *machine]
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=os.environ | {"NO_PROXY": "127.0.0.1"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=1800,
            )
            said += done.stdout
            assert done.returncode == 0, said[-3000:]
        return said


@pytest.fixture
def reader(tmp_path):
    return Reader(tmp_path / "reader")


@pytest.mark.slow
@pytest.mark.parametrize("example", sorted({*EXAMPLES} - {"anything"}))
def test_an_example_runs_as_its_comment_says(example, reader, request):
    for module in NEEDED.get(example, []):
        pytest.importorskip(module)
    machine = []
    if example == "cc18":
        machine = [f"openml_server={request.getfixturevalue('server').address}"]
    reader.follow(example, *machine)
    study = read_study(reader.folder / f"config/examples/{example}.yaml", ROOT)
    results = reader.folder / "results" / example
    metric = study["metric"]
    file = "accuracies.csv" if metric == "accuracy" else "metrics.csv"
    scores = pd.read_csv(results / file)
    cells = len(study.numbers) * len(study["classifiers"])
    assert len(scores) == cells * study["runs"] * study["folds"]
    # Each has learnt: of most tables the largest class has less than half of the rows.
    means = scores.pivot_table(metric, "dataset", "classifier")
    assert means.mean().min() > 0.55, means
    for path in re.findall(r"results/\w+/[\w./]*\w", " ".join(comment_of(example))):
        assert (reader.folder / path).is_file(), path
    assert study["title"] in (results / "report.html").read_text("utf-8")
    assert not list(reader.folder.rglob("catboost_info"))
    check = CHECKS.get(example)
    if check is not None:
        check(results, means)


def _of_my_csv(results, means):
    record = json.loads((results / "datasets.json").read_text())["visits"]
    assert record["missing_class"] == {"rows": 5, "treated": "drop"}
    # Of every column the reason for its type.
    assert "soil" in (results / "details.html").read_text("utf-8")


def _of_my_class(results, means):
    # The settings reach the class.
    assert (means["ScaledNearestMean"] != means["NearestMean"]).any()


def _of_one_data_set(results, means):
    compared = compare(pd.read_csv(results / "accuracies.csv"))
    table = pd.read_csv(results / "tables" / "all.csv")
    pd.testing.assert_frame_equal(table, compared.decisions["all"])


def _of_published_table(results, means):
    ranks = pd.read_csv(results / "comparisons" / "all" / "ranks.csv", index_col=0)
    ranks = ranks["average_rank"].to_dict()
    # As the paper prints them, but for half a rank on a data set where the last two are
    # equal as printed and were not before.
    printed = {"C4.5": 3.143, "C4.5+m": 2.0}
    printed |= {"C4.5+cf": 2.893 + 0.5 / 14, "C4.5+m+cf": 1.964 - 0.5 / 14}
    assert ranks == pytest.approx(printed, abs=0.0005)
    assert not list((results / "comparisons").rglob("*poisson*"))
    assert "Poisson" in (results / "report.html").read_text("utf-8")


def _of_tuned_svm(results, means):
    searches = means[["GridSVM", "RandomSVM"]]
    assert (searches.loc["balance-scale"] > means["SVM"]["balance-scale"]).all()
    # Inner folds that are not shuffled give 0.77 here.
    assert searches.loc["monks-1"].min() > 0.95


def _of_slow_model(results, means):
    jobs = (results / "logs" / "crossvalidate" / "scikit_learn-Slow").glob(
        "*.?-of-2.log"
    )
    comment = " ".join(comment_of("slow_model"))
    counted = re.search(r"(\d+) data sets x (\d+) runs = (\d+) jobs of (\d+)", comment)
    datasets, runs, told, threads = map(int, counted.groups())
    assert len(list(jobs)) == told == datasets * runs
    assert f"on {told * threads} cores at once" in comment


def _of_cc18(results, means):
    record = json.loads((results / "datasets.json").read_text())["iris"]
    assert (record["openml_id"], record["source"]) == (61, "openml_task")


CHECKS = {
    "my_csv": _of_my_csv,
    "my_class": _of_my_class,
    "one_data_set": _of_one_data_set,
    "published_table": _of_published_table,
    "tuned_svm": _of_tuned_svm,
    "slow_model": _of_slow_model,
    "cc18": _of_cc18,
}


# As a stranger would: a copy of the example, with two more data sets.
@pytest.mark.slow
def test_any_classifier_runs_on_any_table(reader, server, weka_jar):
    for module in NEEDED["anything"]:
        pytest.importorskip(module)
    sheet = reader.folder / "config" / "examples" / "my_csv.tsv"
    lines = sheet.read_text().splitlines()
    header, *rows = [line for line in lines if not line.startswith("#")]
    rows = [f"{row}\t" for row in rows]
    blank = "\t" * len(header.split("\t"))
    more = [*SUITE.values()][2:]
    rows += [f"{name}{blank}{openml_id}" for name, openml_id in more]
    sheet.write_text("\n".join([f"{header}\topenml_id", *rows]) + "\n")
    reader.follow("anything", f"openml_server={server.address}")
    results = reader.folder / "results" / "anything"
    accuracies = pd.read_csv(results / "accuracies.csv")
    assert len(accuracies) == (8 + len(more)) * 9 * 2 * 5
    means = accuracies.groupby("classifier")["accuracy"].mean()
    # Each has learnt: the largest classes have about half of the rows.
    assert means.min() > 0.55, means
    assert "nearest neighbours (WEKA)" in (results / "report.html").read_text("utf-8")
    assert not list(reader.folder.rglob("catboost_info"))
