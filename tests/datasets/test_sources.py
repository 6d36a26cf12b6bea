"""Where each data set of a sheet comes from."""

import pytest

from tenbyten.datasets.sources import Source, declared_size, find_sources, server_of
from tenbyten.study.reading import read_sheet


@pytest.fixture
def find(tmp_path):
    """Find the sources of one row, its sheet in a folder with an ARFF file."""
    (tmp_path / "beside.arff").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "there.arff").touch()

    def find(arff_folder="", **row):
        rows = {"mine": {"number": 1} | row}
        sheet = tmp_path / "sheet.tsv"
        return find_sources(rows, sheet=sheet, arff_folder=arff_folder)["mine"]

    return find


CSV = "https://example.org/a/Table.CSV.gz?x=1"
SUM = "0" * 64
# Rows of a sheet, and where their data sets come from; TMP is the sheet's folder.
EXPECTED = [
    ({"bundled": "iris", "file": "none.csv", "openml_id": 61}, ("bundled", "iris")),
    ({"file": "folder/there.arff", "openml_id": 61}, ("file", "TMP/folder/there.arff")),
    ({"file": CSV, "sha256": SUM, "openml_id": 61}, ("address", CSV)),
    ({"openml_task": 59, "openml_id": 61}, ("openml_task", 59)),
    ({"openml_id": 61, "uci_id": 53, "arff": "beside.arff"}, ("openml", 61)),
    ({"uci_id": 53, "arff": "beside.arff"}, ("uci", 53)),
    ({"uci_id": 53, "as_nominal": "a"}, ("uci", 53)),
    ({"arff": "beside.arff"}, ("arff", "TMP/beside.arff")),
]
IN_FOLDER = {"bundled": "iris", "uci_id": 53, "arff": "sub/there.arff"}


@pytest.mark.parametrize(("row", "expected"), EXPECTED)
def test_a_row_names_its_source_some_before_others(find, tmp_path, row, expected):
    kind, at = expected
    at = at.replace("TMP", str(tmp_path)) if isinstance(at, str) else at
    assert find(**row) == Source(kind, at)
    folder = tmp_path / "folder"
    assert find(folder, **IN_FOLDER) == Source("arff", str(folder / "there.arff"))


def test_an_address_needs_a_checksum_and_a_format(find):
    with pytest.raises(ValueError, match=r"\(mine\): file is the address .* no sha256"):
        find(file=CSV)
    with pytest.raises(ValueError, match=r"none of the suffixes \.csv, \.tsv"):
        find(file="https://example.org/table.csv/download", sha256=SUM)


@pytest.mark.parametrize("who", ["me:secret@", "secret@", "me:sec@ret@"])
def test_an_address_with_a_password_is_refused_and_not_repeated(find, who):
    with pytest.raises(ValueError, match=r"before its host, example\.org;") as caught:
        find(file=f"https://{who}example.org/table.csv", sha256=SUM)
    assert "sec" not in str(caught.value)
    address = "https://example.org/me@home/table.csv"
    assert find(file=address, sha256=SUM).at == address


def test_the_paper_needs_no_folder(root):
    sheet = root / "config" / "paper.tsv"
    kinds = [s.kind for s in find_sources(read_sheet(sheet), sheet=sheet).values()]
    assert (kinds.count("openml"), kinds.count("uci"), len(kinds)) == (51, 3, 54)


def test_a_source_knows_its_server():
    machine = {"openml_server": "https://o.example", "uci_server": "https://u.example"}
    servers = {"openml": "https://o.example", "openml_task": "https://o.example"}
    servers |= {"uci": "https://u.example", "address": CSV}
    for kind, server in servers.items():
        source = Source(kind, CSV if kind == "address" else 7)
        assert source.is_fetched
        assert server_of(source, machine) == server
    assert not any(Source(kind, "a").is_fetched for kind in ("bundled", "arff", "file"))


def test_a_folder_that_holds_nothing_of_the_sheet_is_refused(find, tmp_path):
    with pytest.raises(ValueError, match="holds none of the files that column arff"):
        find(arff_folder=tmp_path / "folder", bundled="iris", arff="beside.arff")


def test_what_is_not_bundled_is_refused_with_what_is(find):
    with pytest.raises(ValueError, match=r"row 1 \(mine\): bundled is 'irs'; give one"):
        find(bundled="irs")


def test_data_sets_without_a_source_are_named_with_their_files(find):
    for key, file in (("arff", "none.arff"), ("file", "none.csv")):
        told = rf"no source for 1 of .*: 1 mine \({file}.*\); .*correct column file"
        with pytest.raises(FileNotFoundError, match=told):
            find(**{key: file})
    with pytest.raises(FileNotFoundError, match=r"1 mine; .* columns bundled, file"):
        find()


def test_a_data_set_has_the_size_that_its_row_states():
    unknown, known = Source("openml", 61), Source("bundled", "iris")
    assert declared_size(unknown, {}) == {}
    assert declared_size(unknown, {"attributes": 5}) == {}
    row = {"instances": 7, "attributes": 5}
    assert declared_size(unknown, row) == declared_size(known, row) == row
    seven = {"instances": 7}
    assert declared_size(unknown, seven) == seven | {"attributes": 20}
    assert declared_size(known, {})["instances"] == 1000


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet", "arff", "CSV", "csv.gz"])
def test_a_file_of_any_format_is_found_from_the_sheet_s_folder(find, tmp_path, suffix):
    path = tmp_path / "folder" / f"it.{suffix}"
    path.touch()
    expected = Source("file", str(tmp_path / "folder" / f"it.{suffix}"))
    assert find(file=f"folder/it.{suffix}") == expected
    assert find(file=str(path)) == Source("file", str(path))


@pytest.mark.parametrize("name", ["it.data", "it.xls", "it", "it.csv.zip"])
def test_a_file_of_another_format_is_refused(find, tmp_path, name):
    (tmp_path / name).touch()
    with pytest.raises(ValueError, match=r"row 1 \(mine\): file 'it.*; rename it, or"):
        find(file=name)


@pytest.mark.parametrize("key", ["as_nominal", "as_numeric", "missing_markers"])
@pytest.mark.parametrize("source", [{"bundled": "iris"}, {"openml_id": 61}])
def test_types_that_a_source_declares_are_not_said_again(find, key, source):
    with pytest.raises(ValueError, match=f"{key} is 'a', but the row has no `file`"):
        find(**source, **{key: "a"})
