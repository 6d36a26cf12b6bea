"""A study whose data sets and folds come from OpenML, here a server on loopback."""

import io
import json
import re
import shutil
from itertools import repeat
from zipfile import ZipFile

import numpy as np
import pytest
from openml_bundled import offer_bundled
from openml_loopback import (
    DESCRIPTION,
    SPLITS,
    UNAVAILABLE,
    Answer,
    LoopbackOpenML,
    error_answer,
)

pytestmark = pytest.mark.slow

SHEET = (
    "number\tname\topenml_id\topenml_task\tinstances\n"
    "1\tiris\t\t59\t150\n"
    "2\tlenses\t1419\t60\t24\n"
)
COMPARED = "results/tiny/comparisons/correlated_t.csv"


@pytest.fixture
def server(tmp_path):
    """OpenML with two data sets, and a task of two runs of two folds on each."""
    with LoopbackOpenML() as server:
        for name, openml_id, task in (("iris", 61, 59), ("contact-lenses", 1419, 60)):
            found = {"openml_id": openml_id, "task": task}
            offer_bundled(server, name, **found, folder=tmp_path, runs=2, folds=2)
        yield server


@pytest.fixture
def study(fresh, server):
    """Run the tiny study on that server, up to the folds unless told otherwise."""
    (fresh.folder / "tiny.tsv").write_text(SHEET)
    path = fresh.folder / "tiny.yaml"
    text = path.read_text().replace("subsets: {front: [1, 2], all: [1, 3]}", "")
    path.write_text(text + "splitter: openml\n")
    machine = [f"openml_server={server.address}", "openml_timeout_seconds=5"]
    machine += ["openml_attempts=2"]

    def run(*arguments, until=("--until", "prepare"), **variables):
        env = {"NO_PROXY": "127.0.0.1", "HOME": str(fresh.folder / "home")}
        words = [COMPARED, *arguments, *until]
        return fresh(*words, config=machine, env=env | variables)

    run.folder = fresh.folder
    run.results = fresh.folder / "results" / "tiny"

    def unpacked(member):
        (path,) = run.results.glob("data/*.zip")
        with ZipFile(path) as archive:
            return io.BytesIO(archive.read(member))

    run.unpacked = unpacked
    return run


def test_data_and_folds_are_the_servers(study, server):
    code, said = study(until=())
    assert code == 0, said
    folds = np.loadtxt(study.unpacked("iris.csv"), int, delimiter=",", skiprows=1)
    assert folds[:6].tolist() == [[1, 1], [2, 1], [1, 2], [2, 2], [1, 1], [2, 1]]
    origin = json.load(study.unpacked("lenses.json"))
    assert (origin["openml_id"], origin["source"]) == (1419, "openml_task")
    assert len((study.results / "accuracies.csv").read_text().splitlines()) == 1 + 16
    # Asked by id alone, and no more once it is there.
    assert not [path for path in server.requests if "list" in path]
    asked = len(server.requests)
    code, said = study("--dry-run", until=())
    assert "Nothing to be done" in said
    assert len(server.requests) == asked


def test_a_server_out_of_order_stops_one_data_set_and_a_rerun_does_the_rest(
    study, server
):
    broken = DESCRIPTION.format(61)
    server.script[broken] = iter([UNAVAILABLE] * 2)
    code, said = study("--keep-going")
    assert code != 0
    assert "tiny.tsv, row 1 (iris)" in said
    assert "503" in said
    done = {path.stem for path in study.results.glob("fetched/datasets/*")}
    assert done == {"lenses"}, "the other data set goes on"
    code, said = study()
    assert code == 0, said
    assert re.search("^fetch_dataset +1$", said, re.MULTILINE)


def test_what_was_fetched_outlives_the_server_and_all_results(study, server):
    # As on a machine with a network for one without: data and folds alone.
    code, said = study()
    assert code == 0, said
    assert not (study.results / "counts").exists()
    (made,) = study.results.glob("data/*.zip")
    prepared = made.read_bytes()
    server.close()
    shutil.rmtree(study.results)
    code, said = study()
    assert code == 0, said
    assert re.search("^fetch_dataset +2$", said, re.MULTILINE)
    assert made.read_bytes() == prepared


def test_another_id_is_fetched_though_snakemake_s_records_are_gone(study, server):
    code, said = study()
    assert code == 0, said
    before = len(server.requests)
    shutil.rmtree(study.folder / ".snakemake")
    # What is there and fits needs nothing of what was fetched for it.
    code, said = study("--dry-run")
    assert re.search("^total +0$", said, re.MULTILINE), said
    swapped = SHEET.replace("59\t150", "60\t24").replace("1419\t60\t24", "61\t59\t150")
    (study.folder / "tiny.tsv").write_text(swapped)
    code, said = study("--forcerun", "fetch_dataset", "fetch_splits")
    assert code == 0, said
    origin = json.load(study.unpacked("iris.json"))
    assert (origin["openml_id"], origin["instances"]) == (1419, 24)
    # Both are in the cache, and asked for by their new names from there.
    assert len(server.requests) == before


KEY = "fedcba9876543210fedcba9876543210"


def test_the_api_key_is_in_no_file_and_no_word_of_a_run_that_fails(study, server):
    echo = Answer(f"<p>Busy: ?api_key={KEY}<hr>".encode(), 503, "text/html")
    server.script[DESCRIPTION.format(61)] = repeat(error_answer(112, "No access"))
    server.script[SPLITS.format(60)] = repeat(echo)
    arguments = ["--keep-going", "--verbose", "--printshellcmds", "--show-failed-logs"]
    code, said = study(*arguments, OPENML_APIKEY=KEY)
    assert code != 0
    assert "No access; check the id, the address in `openml_server` and" in said
    assert "'<p>Busy: ?api_key=***<hr>'" in said
    assert f"{SPLITS.format(60)}?api_key={KEY}" in server.requests
    files = [path for path in study.folder.rglob("*") if path.is_file()]
    assert [path for path in files if path.match(".snakemake/log/*.log")]
    assert [path for path in files if path.match("logs/fetch_splits/*.log")]
    assert not [path for path in files if KEY.encode() in path.read_bytes()]
    assert KEY not in said
