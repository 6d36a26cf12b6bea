"""Downloaded files: by URL and checksum, whole, recorded, found again."""

import hashlib
from dataclasses import replace

import pytest
from openml_loopback import TEXT, Answer, reach

from tenbyten.datasets import downloads as fetching
from tenbyten.datasets.downloads import (
    FILE,
    is_url,
    read_record,
    url_file_name,
    write_fetched,
)

CSV = b"weight,side\n1,head\n2,tail\n"
SUM = hashlib.sha256(CSV).hexdigest()
PATH = "/files/coins.csv"
WHERE = "sheet.tsv, row 1 (coins)"


@pytest.fixture
def connection(server):
    server.answers[PATH] = Answer(CSV, content_type=TEXT)
    how = {"attempts": 2, "named_in": "column `file` of the sheet"}
    return replace(reach(server, **how), server=f"{server.base}{PATH}?a=1")


@pytest.fixture
def fetch(connection, tmp_path):
    def fetch(sha256=SUM, cache="", **more):
        how = replace(connection, cache=cache, **more)
        folder = tmp_path / "fetched"
        fetching.fetch(FILE, sha256, folder, where=WHERE, connection=how)
        return read_record(folder / FILE.record, where=WHERE)

    return fetch


def test_a_file_is_kept_as_it_came_with_a_record(server, connection, fetch, tmp_path):
    assert fetch() == {
        "server": connection.server,
        "sha256": SUM,
        "url": connection.server,
        "file": "dataset.csv",
    }
    assert (tmp_path / "fetched" / "dataset.csv").read_bytes() == CSV
    server.close()
    fetch()


def test_another_file_is_refused_with_both_sums(server, fetch, tmp_path):
    server.answers[PATH] = Answer(CSV + b"3,head\n", content_type=TEXT)
    found = hashlib.sha256(CSV + b"3,head\n").hexdigest()
    with pytest.raises(
        ValueError, match=f"has the sha256 {found}, the sheet"
    ) as caught:
        fetch()
    said = str(caught.value)
    assert f"the sheet says {SUM} (attempt 2 of 2)" in said
    assert "correct `sha256` if it is right, or give a local copy in column" in said
    assert not (tmp_path / "fetched").exists()


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("https://a.example/b/Coins.CSV?x=1.arff", "Coins.CSV"),
        ("HTTP://a.example/coins.csv.gz#top", "coins.csv.gz"),
        ("coins.csv", None),
        ("C:/http/coins.csv", None),
        ("ftp://a.example/coins.csv", None),
    ],
)
def test_an_address_is_told_from_a_path(cell, name):
    assert is_url(cell) == (name is not None)
    if name:
        assert url_file_name(cell) == name


@pytest.mark.parametrize(
    ("path", "name"),
    [("/a/b.csv.gz", "dataset.csv.gz"), ("/b.arff", "dataset.arff"), ("/b", "dataset")],
)
def test_a_kept_file_has_the_suffixes_of_its_address(server, fetch, path, name):
    server.answers[path] = Answer(CSV)
    assert fetch(server=f"{server.base}{path}")["file"] == name


ORIGIN = {"file": "table.txt", "id": 7}


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "new" / "record.json"
    write_fetched(b"1,2\n", path, ORIGIN)
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        *(("table.txt", x) for x in (b"", b"1,2", b"1,2\n1,2\n", None)),
        *(("record.json", x) for x in (b"", b"{", b"[]", b"7", b'{"file": "a"}', None)),
    ],
)
def test_what_is_spoilt_or_gone_is_not_what_was_fetched(record, name, content):
    path = record.with_name(name)
    path.unlink() if content is None else path.write_bytes(content)
    with pytest.raises(ValueError, match=r"^here: .* not what was fetched; delete"):
        read_record(record, where="here")


def test_a_record_is_never_there_before_its_file(tmp_path):
    # A folder in the file's place stops the writing half-way.
    (tmp_path / "table.txt").mkdir()
    with pytest.raises(OSError, match=r"table\.txt"):
        write_fetched(b"1,2\n", tmp_path / "record.json", ORIGIN)
    assert not (tmp_path / "record.json").exists()
