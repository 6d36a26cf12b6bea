"""Fetched files: whole, recorded, found again."""

import pytest

from tenbyten.datasets.downloads import read_record, write_fetched

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
