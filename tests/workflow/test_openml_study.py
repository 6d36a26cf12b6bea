"""A study whose data sets and folds come from OpenML, here a server on loopback."""

import json
import re

import numpy as np
import pytest
from openml_loopback import DESCRIPTION, UNAVAILABLE, LoopbackOpenML

from tenbyten.dataset.arff import write_arff
from tenbyten.dataset.bundled import read_bundled

SHEET = (
    "number\tname\topenml_id\topenml_task\tinstances\n"
    "1\tiris\t\t59\t150\n"
    "2\tlenses\t1419\t60\t24\n"
)


@pytest.fixture
def server(tmp_path):
    """OpenML with two data sets, and a task of two runs of two folds on each."""
    with LoopbackOpenML() as server:
        for name, openml_id, task in (("iris", 61, 59), ("contact-lenses", 1419, 60)):
            dataset = read_bundled(name)
            write_arff(dataset, tmp_path / f"{name}.arff")
            server.add_dataset(
                openml_id,
                attributes=[
                    (a.name, a.labels or "numeric") for a in dataset.attributes
                ],
                arff=(tmp_path / f"{name}.arff").read_bytes(),
                name=name,
            )
            server.add_task(
                task,
                openml_id=openml_id,
                target=dataset.class_attribute.name,
                splits=_splits(len(dataset.values)),
            )
        yield server


@pytest.fixture
def study(fresh, server):
    """Run the tiny study on that server."""
    (fresh.folder / "tiny.tsv").write_text(SHEET)
    path = fresh.folder / "tiny.yaml"
    text = path.read_text().replace("subsets: {front: [1, 2], all: [1, 3]}", "")
    path.write_text(text + "splitter: openml\n")
    machine = [f"openml_server={server.address}", "openml_timeout_seconds=5"]
    machine += ["openml_attempts=2"]

    def run(*arguments):
        env = {"NO_PROXY": "127.0.0.1", "HOME": str(fresh.folder / "home")}
        return fresh(*arguments, config=machine, env=env)

    run.results = fresh.folder / "results" / "tiny"
    return run


def _splits(rows):
    """Test folds by alternating rows, the two runs differently."""
    text = "@RELATION splits\n@ATTRIBUTE type {TRAIN,TEST}\n@ATTRIBUTE rowid INTEGER\n"
    text += "@ATTRIBUTE repeat INTEGER\n@ATTRIBUTE fold INTEGER\n@DATA\n"
    for run in range(2):
        for row in range(rows):
            for fold in range(2):
                tested = (row // (run + 1)) % 2 == fold
                text += f"{'TEST' if tested else 'TRAIN'},{row},{run},{fold}\n"
    return text.encode()


def test_data_and_folds_are_the_servers(study, server):
    code, said = study()
    assert code == 0, said
    assert "2 data sets (2 from OpenML tasks)" in said
    folds = np.loadtxt(
        study.results / "folds" / "iris.csv", int, delimiter=",", skiprows=1
    )
    assert folds[:6].tolist() == [[1, 1], [2, 1], [1, 2], [2, 2], [1, 1], [2, 1]]
    origin = json.loads((study.results / "data" / "lenses.json").read_text())
    assert (origin["openml_id"], origin["source"]) == (1419, "openml_task")
    assert len((study.results / "accuracies.csv").read_text().splitlines()) == 1 + 16
    # Asked by id alone, and no more once it is there.
    assert not [path for path in server.requests if "list" in path]
    asked = len(server.requests)
    code, said = study("--dry-run")
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
    assert (study.results / "accuracies").is_dir(), "the other data set goes on"
    assert len(list((study.results / "data").glob("lenses.*"))) == 2
    code, said = study()
    assert code == 0, said
    assert re.search("^fetch_dataset +1$", said, re.MULTILINE)


def test_a_server_that_is_down_is_named_with_what_to_do(study, server):
    server.close()
    code, said = study()
    assert code != 0
    assert server.address in said
    assert "ConnectionError" in said
