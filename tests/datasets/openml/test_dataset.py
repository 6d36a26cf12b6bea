"""Data sets from OpenML: what is fetched, what is read from it, all of `paper`."""

import csv
import hashlib
import json
from dataclasses import replace
from itertools import repeat

import numpy as np
import openml_loopback
import pytest
from openml_loopback import (
    ABOUT,
    DESCRIPTION,
    DOWNLOAD,
    FILE,
    QUALITIES,
    UNAVAILABLE,
    Answer,
    LoopbackOpenML,
    error_answer,
)

from arff_writer import write_arff
from tenbyten.datasets import Dataset
from tenbyten.datasets import downloads as fetching
from tenbyten.datasets.canonical import canonical, check_facts
from tenbyten.datasets.openml import DATASET, read_fetched
from tenbyten.datasets.readers.arff import read_arff

WHERE = "sheet.tsv, row 1 (coins)"
ATTRIBUTES = [
    ("id", "string"),
    ("weight", "numeric"),
    ("side", ["head", "tail"]),
    ("metal", ["Cu", "Ag "]),
]
ARFF = (
    "@relation coins\n@attribute id string\n@attribute weight numeric\n"
    "@attribute side {head,tail}\n@attribute metal {Cu,'Ag '}\n@data\n"
    "'Münze 1',1.5,head,Cu\r\nm2,?,tail,'Ag '\nm3,3,head,?\n"
).encode()


def add_coins(server, **changed):
    """Offer this table."""
    table = {"attributes": ATTRIBUTES, "arff": ARFF, "ignored": ["id"]}
    openml_loopback.add_coins(server, **table | changed)


def fetch(tmp_path, connection):
    folder = tmp_path / "fetched"
    fetching.fetch(DATASET, 7, folder, where=WHERE, connection=connection)
    return folder


def test_the_file_is_copied_as_it_came_with_a_record(server, connection, tmp_path):
    add_coins(server)
    folder = fetch(tmp_path, connection)
    assert {path.name for path in folder.iterdir()} == {"dataset.arff", "dataset.json"}
    assert (folder / "dataset.arff").read_bytes() == ARFF
    assert json.loads((folder / "dataset.json").read_text()) == {
        "server": server.address,
        "openml_id": 7,
        "name": "coins",
        "version": 1,
        "file": "dataset.arff",
        "url": server.base + FILE,
        "md5": hashlib.md5(ARFF).hexdigest(),
        "sha256": hashlib.sha256(ARFF).hexdigest(),
        "default_target": "side",
        "ignored": ["id"],
        "licence": "Public",
        "upload_date": "2014-04-06T23:20:24",
    }
    assert server.requests == [ABOUT, FILE]


@pytest.mark.parametrize(
    ("described", "told"),
    [
        ({"status": "active", "error": "", "warning": None}, None),
        ({"status": "deactivated"}, "status 'deactivated'"),
        ({"status": "in_preparation"}, "status 'in_preparation'"),
        ({"error": "No \x85 rows"}, "error 'No rows'"),
        ({"warning": ["a", "b\u202e"]}, r"warning 'a'; warning 'b\u202e'"),
    ],
    ids=lambda x: str(x)[:20],
)
def test_what_openml_says_against_a_data_set_is_told_each_time_it_is_taken(
    server, connection, tmp_path, caplog, described, told
):
    add_coins(server, **described)
    cache = replace(connection, cache=tmp_path / "cache")
    for folder in ("first", "second"):
        fetch(tmp_path / folder, cache)
    warned = [x.getMessage() for x in caplog.records if x.levelname == "WARNING"]
    begun = f"{WHERE}: OpenML data set 7: the server gives {told}; see there "
    assert len(warned) == (2 if told else 0)
    assert all(text.startswith(begun) for text in warned)


def test_the_table_is_read_with_openmls_target_and_ignored_attributes(
    server, connection, tmp_path
):
    add_coins(server)
    table = read_fetched(fetch(tmp_path, connection), where=WHERE)
    assert (table.target, table.ignored) == ("side", ("id",))
    assert table.origin["openml_id"] == 7
    assert table.raw.attributes[3].labels == ("Cu", "Ag ")
    expected = [[1.5, 0, 0], [np.nan, 1, 1], [3, 0, np.nan]]
    np.testing.assert_array_equal(table.raw.values[:, 1:], expected)


def test_the_same_id_of_another_server_is_fetched(server, connection, tmp_path):
    add_coins(server)
    folder = fetch(tmp_path, connection)
    with LoopbackOpenML() as other:
        add_coins(other, default_target="metal")
        fetch(tmp_path, replace(connection, server=other.address))
    assert read_fetched(folder, where=WHERE).target == "metal"


def test_what_the_sheet_wants_is_not_ignored(server, connection, tmp_path):
    add_coins(server, ignored=["metal", "not there"], row_id="id")
    folder = fetch(tmp_path, connection)
    assert read_fetched(folder, where=WHERE).ignored == ("id", "metal")
    table = read_fetched(folder, where=WHERE, target="metal")
    assert (table.target, table.ignored) == ("metal", ("id",))
    assert read_fetched(folder, where=WHERE, keep=["id", "side"]).ignored == ("metal",)


@pytest.mark.parametrize(
    ("default", "words"),
    [(None, "no default target;"), ("side,metal", "'side,metal', which is not one")],
)
def test_without_one_target_the_sheet_must_name_it(
    server, connection, tmp_path, default, words
):
    add_coins(server, default_target=default)
    folder = fetch(tmp_path, connection)
    said = f"data set 7 has .*{words}.*one of id, weight"
    with pytest.raises(ValueError, match=said):
        read_fetched(folder, where=WHERE)
    assert read_fetched(folder, where=WHERE, target="metal").target == "metal"


@pytest.mark.parametrize(
    ("cut", "instances", "words"),
    [
        (ARFF[:-4], None, "line 9: .*attempt 2"),
        (ARFF[:-12], 3, "2 rows, but .*NumberOfInstances is 3"),
        (ARFF.replace(b"Cu", b"M\xfc"), None, "0xfc after .* is not UTF-8"),
    ],
)
def test_without_md5_a_file_is_read_and_its_rows_are_counted(
    server, connection, tmp_path, cut, instances, words
):
    rows = {} if instances is None else {"instances": instances}
    add_coins(server, md5=None, arff=cut, **rows)
    with pytest.raises(ConnectionError, match=f"damaged file .*{words}"):
        fetch(tmp_path, connection)
    add_coins(server, md5=None, **rows)
    assert len(read_fetched(fetch(tmp_path, connection), where=WHERE).raw.values) == 3


NULL = Answer(
    b"<oml:data_qualities><oml:quality><oml:name>NumberOfInstances</oml:name>"
    b"<oml:value>null</oml:value></oml:quality></oml:data_qualities>"
)
NONE = [error_answer(code, "No qualities") for code in (362, 363, 364)]


@pytest.mark.parametrize("qualities", [*NONE, NULL])
def test_without_md5_and_number_of_rows_the_sheets_facts_tell(
    server, connection, tmp_path, qualities
):
    add_coins(server, md5=None, arff=ARFF[:-12])
    server.script[QUALITIES.format(7)] = repeat(qualities)
    table = read_fetched(fetch(tmp_path, connection), where=WHERE)
    dataset = canonical(
        table.raw, name="coins", target="side", drop=table.ignored, where=WHERE
    )
    with pytest.raises(ValueError, match="instances 2, the sheet says 3"):
        check_facts(dataset.facts, {"instances": 3}, where=WHERE)


@pytest.mark.parametrize(
    ("answer", "error"),
    [(UNAVAILABLE, ConnectionError), (error_answer(361, "Unknown"), ValueError)],
)
def test_unreachable_qualities_are_an_error_where_they_are_needed(
    server, connection, tmp_path, answer, error
):
    add_coins(server, md5=None)
    server.script[QUALITIES.format(7)] = repeat(answer)
    with pytest.raises(error, match="qualities/7 answered"):
        fetch(tmp_path, connection)
    add_coins(server)
    fetch(tmp_path, connection)


def test_a_file_is_utf_8_whatever_its_header_says(server, connection, tmp_path):
    add_coins(server)
    server.script[FILE] = repeat(Answer(ARFF, content_type="text/plain"))
    assert (fetch(tmp_path, connection) / "dataset.arff").read_bytes() == ARFF


@pytest.mark.parametrize("data_format", ["Sparse_ARFF", "parquet"])
def test_a_format_that_is_not_read_is_refused(
    server, connection, tmp_path, data_format
):
    add_coins(server, data_format=data_format)
    with pytest.raises(ValueError, match=f"7 is offered as {data_format}, without"):
        fetch(tmp_path, connection)


# What is known of OpenML's copies beside the files of WEKA's users.
IGNORED = {"zoo": "animal", "splice": "Instance_name"}
NOT_THERE = {"vowel": ["Train or Test"]}
DEFAULT_TARGETS = {"contact-lenses": None, "liver-disorders": "drinks"}


def openmls_copy(raw, name, path):
    """OpenML's copy of a UCI table: its attributes, and its file at `path`."""
    columns = [
        column
        for column, attribute in enumerate(raw.attributes)
        if attribute.name not in NOT_THERE.get(name, ())
    ]
    attributes = [raw.attributes[column] for column in columns]
    write_arff(Dataset(name, tuple(attributes), raw.values[:, columns]), path)
    content = path.read_bytes()
    if name == "anneal":
        # The label '?' became the missing value: in the rows, and in the domains.
        content = content.replace(b"{'?',", b"{").replace(b"'?'", b"?")
    return [(a.name, a.labels or "numeric") for a in attributes], content


def serve(row, uci, server, path):
    """Offer a row's table as OpenML would; return the canonical one of the file."""
    name, drop = row["name"], row["drop"].split(";") if row["drop"] else []
    raw = read_arff(uci / row["file"])
    is_changed = name in NOT_THERE or name == "anneal"
    attributes, content = openmls_copy(raw, name, path) if is_changed else (
        [(a.name, a.labels or "numeric") for a in raw.attributes],
        (uci / row["file"]).read_bytes(),
    )  # fmt: skip
    server.add_dataset(
        row["openml_id"],
        attributes=attributes,
        arff=content,
        name=name,
        default_target=DEFAULT_TARGETS.get(name, row["target"]),
        ignored=[IGNORED[name]] if name in IGNORED else [],
    )
    return canonical(raw, name=name, target=row["target"], drop=drop, where=name)


def from_openml(row, folder, connection):
    """The canonical data set of a row's table at OpenML."""
    name = row["name"]
    how = {"where": name, "connection": connection}
    fetching.fetch(DATASET, int(row["openml_id"]), folder, **how)
    is_default = DEFAULT_TARGETS.get(name, row["target"]) == row["target"]
    given = None if is_default else row["target"]
    table = read_fetched(folder, where=name, target=given)
    assert table.target == row["target"]
    return canonical(
        table.raw,
        name=name,
        target=table.target,
        drop=table.ignored,
        missing_is_label=name == "anneal",
        where=name,
    )


def test_all_of_paper_comes_from_openml_as_from_the_files(
    uci, server, connection, tmp_path
):
    with open(uci / "datasets.tsv", encoding="utf-8", newline="") as file:
        rows = [r for r in csv.DictReader(file, delimiter="\t") if r["openml_id"]]
    assert len(rows) == 51
    for row in rows:
        expected = serve(row, uci, server, tmp_path / "copy.arff")
        dataset = from_openml(row, tmp_path / row["name"], connection)
        assert dataset.name == row["name"]
        assert dataset.attributes == expected.attributes, row["name"]
        assert dataset.values.tobytes() == expected.values.tobytes(), row["name"]
        facts = {fact: int(row[fact]) for fact in dataset.facts}
        check_facts(dataset.facts, facts, where=row["name"])
    about, files = server.requests[::2], server.requests[1::2]
    assert about == [DESCRIPTION.format(row["openml_id"]) for row in rows]
    assert files == [DOWNLOAD.format(row["openml_id"]) for row in rows]
