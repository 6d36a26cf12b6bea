"""A study whose data sets come from UCI's archive and from an address, on loopback."""

import hashlib
import json
import re
import shutil

import pytest
from openml_loopback import TEXT, UNAVAILABLE, Answer
from uci_loopback import ABOUT, LoopbackUCI, variable

from tenbyten.datasets.bundled import read_bundled

pytestmark = pytest.mark.slow

FILE = "/files/monks.csv"
COMPARED = "results/tiny/comparisons/correlated_t.csv"


def rows_of(dataset):
    """The rows of a bundled data set, as text."""
    return [
        [
            "" if x != x else a.labels[int(x)] if a.is_nominal else repr(float(x))
            for a, x in zip(dataset.attributes, row, strict=True)
        ]
        for row in dataset.values
    ]


def csv_of(names, rows):
    return "".join(",".join(row) + "\n" for row in [names, *rows]).encode()


@pytest.fixture
def archive():
    """An archive with the irises, numbered, and a file elsewhere of monks."""
    with LoopbackUCI() as archive:
        iris = read_bundled("iris")
        names = ["number", *(a.name for a in iris.attributes)]
        rows = [[str(n), *row] for n, row in enumerate(rows_of(iris), start=1)]
        columns = [
            variable("number", "ID", "Integer"),
            *(variable(name, "Feature", "Continuous") for name in names[1:-1]),
            variable(names[-1], "Target"),
        ]
        archive.add(53, variables=columns, csv=csv_of(names, rows), name="Iris")
        monks = read_bundled("monks-1")
        content = csv_of([a.name for a in monks.attributes], rows_of(monks))
        archive.answers[FILE] = Answer(content, content_type=TEXT)
        archive.sha256 = hashlib.sha256(content).hexdigest()
        yield archive


@pytest.fixture
def study(fresh, archive):
    """Run the tiny study on these data sets."""
    sheet = "number\tname\tuci_id\tfile\tsha256\tas_nominal\tinstances\n"
    sheet += "1\tiris\t53\t\t\t\t150\n"
    monks = [a.name for a in read_bundled("monks-1").attributes]
    cells = [archive.base + FILE, archive.sha256, ";".join(monks), "432"]
    (fresh.folder / "tiny.tsv").write_text(sheet + "2\tmonks\t\t" + "\t".join(cells))
    path = fresh.folder / "tiny.yaml"
    text = path.read_text()
    path.write_text(text.replace("subsets: {front: [1, 2], all: [1, 3]}", ""))
    machine = [f"uci_server={archive.base}", "openml_timeout_seconds=5"]
    machine += ["openml_attempts=2"]

    def run(*arguments, **variables):
        env = {"NO_PROXY": "127.0.0.1", "HOME": str(fresh.folder / "home")}
        return fresh(*arguments, config=machine, env=env | variables)

    run.folder, run.results = fresh.folder, fresh.folder / "results" / "tiny"
    return run


def test_a_study_runs_through_from_an_archive_and_an_address(study, archive):
    host = archive.base.removeprefix("http://")
    code, said = study("--dry-run", "--logger", "tenbyten")
    assert code == 0, said
    assert f"2 data sets (1 from UCI, 1 from {host})" in said
    assert archive.requests == []
    archive.script[ABOUT] = iter([UNAVAILABLE] * 2)
    code, said = study("--keep-going", "--until", "prepare")
    assert code != 0
    assert "tiny.tsv, row 1 (iris): UCI data set 53" in said
    assert "503" in said
    fetched = study.results / "fetched" / "datasets"
    assert [path.stem for path in fetched.iterdir()] == ["monks"]
    code, said = study()
    assert code == 0, said
    origins = json.loads((study.results / "datasets.json").read_text())
    iris, monks = origins["iris"], origins["monks"]
    assert (iris["uci_id"], iris["attributes"], iris["numeric"]) == (53, 5, 4)
    assert iris["left_out"] == {"number": "ID"}
    assert (monks["url"], monks["numeric"]) == (archive.base + FILE, 0)
    assert monks["file_sha256"] == archive.sha256
    page = (study.results / "details.html").read_text()
    assert "UCI data set 53, doi:10.24432/C5959T" in page
    assert f"file at {archive.base}{FILE}" in page
    asked = len(archive.requests)
    code, said = study("--dry-run")
    assert "Nothing to be done" in said
    # Nothing is asked for again, with the archive or without.
    archive.close()
    shutil.rmtree(study.results)
    code, said = study(COMPARED)
    assert code == 0, said
    assert re.search("^fetch_dataset +2$", said, re.MULTILINE)
    assert len(archive.requests) == asked
    # Another checksum is of another file.
    sheet = study.folder / "tiny.tsv"
    sheet.write_text(sheet.read_text().replace(archive.sha256, "0" * 64))
    code, said = study("--until", "prepare")
    assert code != 0
    assert f"file of the sha256 {'0' * 64}: {archive.base}{FILE}" in said
