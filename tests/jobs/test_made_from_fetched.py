"""Data sets and folds are made anew for what a server gave, and for nothing else."""

import json
import shutil

import pytest
from holes import ARFF, lacking, times, with_row

from tenbyten.dataset.sources import Source
from tenbyten.jobs import made_from
from tenbyten.jobs.preparing import find_prepared, prepare
from tenbyten.web.fetching import write_fetched

SERVER = "https://openml.example/api"


# What OpenML gave


@pytest.fixture
def of_openml(wanted, tmp_path):
    """The data set from OpenML's task 59, its folds being the task's, both fetched."""
    wanted = wanted._replace(
        source=Source("openml_task", 59),
        row={"number": 1, "name": "holes", "openml_task": 59},
        split={"splitter": "openml", "runs": 2, "folds": 2, "seed": 1},
        fetched=tmp_path / "openml" / "dataset",
        task=tmp_path / "openml" / "task",
        server=SERVER,
    )
    fetch(wanted)
    return wanted


def fetch(wanted, *, openml_id=61, task_id=59, table=ARFF, server=SERVER):
    """Put the files of a data set and a task where they are fetched to."""
    told = {"server": server, "openml_id": openml_id, "url": f"{server}/{openml_id}"}
    table_of = {"file": "dataset.arff", "ignored": [], "default_target": "class"}
    record = wanted.fetched / "dataset.json"
    write_fetched(table.encode(), record, told | table_of)
    lines = [
        f"{'TEST' if (row + run) % 2 == fold else 'TRAIN'},{row},{run},{fold}"
        for run in range(2)
        for fold in range(2)
        for row in range(12)
    ]
    header = "@relation splits\n@attribute type {TRAIN,TEST}\n"
    header += "".join(f"@attribute {x} numeric\n" for x in ("rowid", "repeat", "fold"))
    splits = "\n".join([header + "@data", *lines]).encode()
    task = {"task_id": task_id, "target": "class", "file": "splits.arff"}
    task |= {"repeats": 2, "folds": 2, "samples": 1}
    write_fetched(splits, wanted.task / "task.json", told | task)


def test_a_data_set_stays_valid_without_what_was_fetched(files, of_openml):
    prepare(files, of_openml)
    before = times(files)
    shutil.rmtree(of_openml.fetched.parent)
    assert lacking(files, of_openml) == ("", "")
    prepare(files, of_openml)
    assert times(files) == before


def test_nothing_need_be_fetched_to_find_what_lacks(files, of_openml):
    shutil.rmtree(of_openml.fetched.parent)
    assert lacking(files, of_openml) == ("data", "not made yet")


def test_what_is_fetched_anew_makes_anew_what_depends_on_it(files, of_openml):
    prepare(files, of_openml)
    fetch(of_openml, table=ARFF.replace("12,b,yes", "13,b,yes"))
    assert lacking(files, of_openml) == ("data", "source changed")
    prepare(files, of_openml)
    assert lacking(files, of_openml) == ("", "")


def test_a_task_with_another_target_makes_the_data_set_anew(files, of_openml):
    table = ARFF.replace("?,a", "4,a").replace("2,?", "2,a")
    fetch(of_openml, table=table)
    prepare(files, of_openml)
    record = json.loads((of_openml.task / "task.json").read_text())
    splits = (of_openml.task / "splits.arff").read_bytes()
    write_fetched(splits, of_openml.task / "task.json", record | {"target": "label"})
    assert lacking(files, of_openml) == ("data", "source changed")


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"source": Source("openml_task", 60)}, "at 60, was 59"),
        ({"source": Source("openml", 61)}, "source openml, was openml_task"),
        ({"server": "https://other.example"}, "server https://other.example, was"),
    ],
)
def test_another_id_or_server_is_another_data_set(files, of_openml, changed, why):
    prepare(files, of_openml)
    shutil.rmtree(of_openml.fetched.parent)
    found = find_prepared(files, of_openml._replace(**changed))
    assert found.lacking == "data"
    assert found.why.startswith(why)


def test_another_task_gives_other_folds(files, of_openml):
    table = of_openml._replace(
        source=Source("openml", 61), row=of_openml.row | {"openml_id": 61}
    )
    prepare(files, table)
    other = with_row(table, openml_task=60)
    assert lacking(files, other) == ("folds", "openml_task 60, was 59")


@pytest.mark.parametrize(
    ("there", "folder"),
    [
        ({"task_id": 60}, "task"),
        ({"server": "https://other.example"}, "task"),
    ],
)
def test_what_was_fetched_of_another_id_or_server_is_refused(
    files, of_openml, there, folder
):
    fetch(of_openml, **there)
    with pytest.raises(ValueError, match="does not hold") as caught:
        prepare(files, of_openml)
    path = of_openml.task if folder == "task" else of_openml.fetched
    assert str(caught.value) == (
        f"sheet.tsv, row 1 (holes): {path} does not hold what the sheet asks "
        f"for; delete {path} and run again"
    )
    assert not any(file.exists() for file in files)


def test_a_fetched_data_set_of_uci_or_an_address_is_outdated_by_what_is_wanted(
    wanted, tmp_path
):
    record, folder = tmp_path / "fetched" / "dataset.json", tmp_path / "fetched"
    at = "https://example.org/holes.csv"
    kinds = {
        "uci": (53, {"uci_server": SERVER}, {"server": SERVER, "uci_id": 53}),
        "address": (at, {}, {"server": at}),
    }
    for kind, (where, how, origin) in kinds.items():
        write_fetched(b"a,b\n1,2\n", record, origin | {"file": "dataset.csv"})
        sha256 = json.loads(record.read_text())["sha256"]
        row = wanted.row | {"sha256": sha256}
        right = wanted._replace(
            source=Source(kind, where), row=row, fetched=folder, **how
        )
        assert made_from.outdated_downloads(right) == []
        wrong = Source(kind, 54 if kind == "uci" else f"{at}.gz")
        assert made_from.outdated_downloads(right._replace(source=wrong)) == [folder]
    changed = right._replace(row=row | {"sha256": "0" * 64})
    assert made_from.outdated_downloads(changed) == [folder]
    now = made_from.data_made_from(changed)
    told = made_from.differences(made_from.data_made_from(right), now)
    assert told == f"sha256 {'0' * 64}, was {sha256}"


def test_a_fetched_data_set_that_is_not_the_task_s_is_outdated(of_openml):
    record = json.loads((of_openml.fetched / "dataset.json").read_text())
    content = (of_openml.fetched / "dataset.arff").read_bytes()
    assert made_from.outdated_downloads(of_openml) == []
    write_fetched(
        content, of_openml.fetched / "dataset.json", record | {"openml_id": 5}
    )
    assert made_from.outdated_downloads(of_openml) == [of_openml.fetched]
    (of_openml.task / "splits.arff").write_text("")
    assert made_from.outdated_downloads(of_openml) == [of_openml.task]
    # Nor is one of another server, whatever the task.
    elsewhere = of_openml._replace(server="https://other.example")
    shutil.rmtree(of_openml.task)
    assert made_from.outdated_downloads(elsewhere) == [of_openml.fetched]
