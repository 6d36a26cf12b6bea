"""The command `tenbyten new`: a study and a sheet of the files in a folder."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tenbyten.command import main
from tenbyten.datasets.making import make_canonical
from tenbyten.datasets.sources import find_sources
from tenbyten.study import read_study
from tenbyten.study.readiness import check_ready
from tenbyten.study.reading import read_sheet

ROWS = 40


def table(**more):
    """A table whose last column can be a class."""
    numbers = np.random.default_rng(1).normal(size=ROWS)
    return pd.DataFrame({"number": numbers, **more, "colour": ["red", "green"] * 20})


ARFF = "@relation a\n@attribute x numeric\n@attribute c {a,b}\n@data\n"
ARFF += "".join(f"{n},{'ab'[n % 2]}\n" for n in range(12))


@pytest.fixture
def new(tmp_path, monkeypatch, capsys):
    """Call the command on a folder of these texts and tables, by file name."""
    monkeypatch.chdir(tmp_path)

    def new(*words, **files):
        folder = tmp_path / "my data"
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            if isinstance(content, str):
                (folder / name).write_text(content)
            elif name.endswith(".parquet"):
                content.to_parquet(folder / name)
            else:
                content.to_csv(folder / name, index=False)
        status = main(["new", *(words or ["my data"])])
        said = capsys.readouterr()
        return status, said.out + said.err

    return new


def read(path):
    """Read a study and all its data sets as a run does, and check it before its jobs.

    Returned are the study and, by name, the data sets.
    """
    study = read_study(path, "nowhere")
    panels = study.panels("native")
    check_ready(study, panels, machine={})
    sources = find_sources(study.datasets, sheet=study.sheet)
    how = {"missing_class": study["missing_class"]}
    return study, {
        name: make_canonical(sources[name], row, name=name, where=name, **how)[0]
        for name, row in study.datasets.items()
    }


def test_files_of_all_formats_become_a_study_that_can_run(new):
    files = {"a.csv": table(), "b.parquet": table(), "d.arff": ARFF}
    files["c.tsv"] = table().to_csv(sep="\t", index=False)
    status, said = new(**files)
    assert status == 0, said
    study, datasets = read("my data/my_data.yaml")
    assert [*datasets] == ["a", "b", "c", "d"]
    assert [x.class_attribute.name for x in datasets.values()] == ["colour"] * 3 + ["c"]
    assert len(study["classifiers"]) == 3
    assert "a.csv: 40 rows, 1 attribute, class 'colour' (the last column): " in said
    assert said.endswith("Now run: tenbyten run 'my data/my_data.yaml'\n")


def test_what_is_guessed_is_said_and_stands_in_the_sheet(new):
    gone, most = table(id=[f"row{n}" for n in range(ROWS)]), table()
    gone.loc[:4, "colour"] = most.loc[:20, "colour"] = None
    rare, many = (pd.concat([table()] * n, ignore_index=True) for n in (3, 16))
    rare["colour"] = ["red"] * 110 + ["blue"] * 10
    many.insert(0, "town", [f"town {n // 2}" for n in range(len(many))])
    files = {"gone.csv": gone, "most.csv": most, "rare.csv": rare, "many.csv": many}
    files["few.csv"] = table(few=[1, 2, 3, 4] * 10)
    files["sum.csv"] = table()[["number"]].assign(target=range(ROWS))
    status, said = new("my data", "--target", "few", "none", **files)
    assert status == 0, said
    assert "--target none: the class of none of these files" in said
    study, datasets = read("my data/my_data.yaml")
    # The rows are stated, so that small tables share a job.
    rows = {"few": 40, "gone": 35, "many": 640, "most": 19, "rare": 120}
    assert {x: y["instances"] for x, y in study.datasets.items()} == rows
    assert {x: len(y.values) for x, y in datasets.items()} == rows
    assert study["missing_class"] == "drop"
    assert study.datasets["gone"]["drop"] == "id"
    assert [x.name for x in datasets["gone"].attributes] == ["number", "colour"]
    assert datasets["few"].class_attribute.name == "few"
    # Of too many categories for `raw`.
    boosting = study["classifiers"]["Boosting"]["scikit_learn"]
    assert boosting["columns"] == "ordinal"
    sheet = Path("my data/my_data-sheet.tsv").read_text()
    for mark in (
        "'id' is left out: identifier: 40 different values in 40 rows",
        "5 rows without a class are left out",
        "21 rows without a class are left out, most of the 40 rows: is this the",
        "more than 90% of the rows are of class 'red', which hides",
    ):
        assert said.count(mark) == sheet.count(mark) == 1
    (line,) = [line for line in said.splitlines() if line.startswith("sum.csv ")]
    assert "the target 'target' has 40 different whole numbers in 40 rows; " in line
    assert line.count("this looks like regression") == 1
    assert "`tenbyten compare FILE`; of numbers" in line
    assert "`as_nominal`" in line


def test_a_single_file_becomes_a_study_beside_it(new):
    status, said = new(**{"mine.csv": table(), "other.csv": table()})
    assert status == 0, said
    status, said = new("my data/mine.csv")
    assert status == 0, said
    assert "my data/mine.yaml and my data/mine-sheet.tsv (1 of 1 file)" in said
    assert [*read_sheet("my data/mine-sheet.tsv")] == ["mine"]


def test_every_file_that_is_left_aside_is_named_with_the_reason(new, tmp_path):
    (tmp_path / "my data" / "more").mkdir(parents=True)
    files = {"good.csv": table(), "well.csv": table(), "notes.txt": "x", ".hidden": "x"}
    files["few.csv"] = table()[:8]
    files["sum.csv"] = "a,b\n" + "".join(f"{n}.5,{n}.25\n" for n in range(20))
    files["bytes.csv"] = "a,b\n\0"
    status, said = new(**files)
    assert status == 0
    for name, reason in {
        "notes.txt": "has none of the suffixes",
        "more": "is a folder",
        "few.csv": "8 rows with a class: too few for ten folds",
        "sum.csv": "numbers with fractions",
        "bytes.csv": "null characters",
    }.items():
        (line,) = [line for line in said.splitlines() if line.startswith(f"{name} ")]
        assert line.startswith(f"{name} is left aside: ")
        assert reason in line
    assert ".hidden" not in said
    assert [*read("my data/my_data.yaml")[1]] == ["good", "well"]


@pytest.mark.parametrize("there", ["my_data.yaml", "my_data-sheet.tsv"])
def test_nothing_is_overwritten(new, tmp_path, there):
    folder = tmp_path / "my data"
    status, said = new(**{"a.csv": table(), "b.csv": table(), there: "mine"})
    assert status == 1
    assert f"{there} is there; move it away first" in said
    assert (folder / there).read_text() == "mine"
    assert sorted(x.name for x in folder.iterdir()) == sorted(["a.csv", "b.csv", there])


def test_a_folder_without_data_gets_no_study(new, tmp_path):
    status, said = new(**{"notes.txt": "x"})
    assert status == 1
    assert "my data: no file can be a data set\nnotes.txt is left aside" in said
    assert [x.name for x in (tmp_path / "my data").iterdir()] == ["notes.txt"]
    status, said = new("none")
    assert (status, said) == (
        1,
        "tenbyten new: no folder none; give one with data files, or one such file\n",
    )


def test_files_get_names_that_differ_and_that_files_can_have(new):
    files = {"a.csv": table(), "A.parquet": table(), "é b.csv": table()}
    files["?!.csv"] = table()
    status, said = new(**files)
    assert status == 0, said
    assert sorted(read("my data/my_data.yaml")[1]) == ["A", "a-2", "data", "é_b"]


@pytest.mark.slow
def test_a_table_becomes_a_report_in_two_commands(new, tmp_path):
    status, said = new(**{"mine.csv": table(), "theirs.arff": ARFF})
    assert status == 0, said
    # As the study says of itself, for a first look.
    study = tmp_path / "my data" / "my_data.yaml"
    study.write_text(study.read_text().replace("\nruns: 10\n", "\nruns: 1\n"))
    call = [sys.executable, "-c", "from tenbyten.command import main; main()"]
    for name, *more in (["run", "--cores", "1"], ["verify"]):
        words = [*call, name, "my data/my_data.yaml", *more]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "results" / "my_data" / "report.html").is_file()
    assert "verified: 65 files of 8 jobs in results/my_data" in done.stdout
