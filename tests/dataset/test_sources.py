"""Where each data set of a sheet comes from."""

import pytest

from tenbyten.dataset.sources import Source, find_sources, likely_size


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


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"bundled": "iris", "openml_id": 61}, Source("bundled", "iris")),
        ({"openml_task": 59, "openml_id": 61}, Source("openml_task", 59)),
        ({"openml_id": 61, "arff": "beside.arff"}, Source("openml", 61)),
    ],
)
def test_bundled_goes_before_a_task_before_an_id_before_a_file(find, row, expected):
    assert find(**row) == expected


def test_an_arff_file_beside_the_sheet_is_the_last_resort(find, tmp_path):
    assert find(arff="beside.arff") == Source("arff", str(tmp_path / "beside.arff"))


def test_a_file_of_the_folder_goes_before_everything_else(find, tmp_path):
    folder = tmp_path / "folder"
    source = find(arff_folder=folder, bundled="iris", arff="sub/there.arff")
    assert source == Source("arff", str(folder / "there.arff"))


def test_a_folder_that_holds_nothing_of_the_sheet_is_refused(find, tmp_path):
    with pytest.raises(ValueError, match="holds none of the files that column arff"):
        find(arff_folder=tmp_path / "folder", bundled="iris", arff="beside.arff")


def test_what_is_not_bundled_is_refused_with_what_is(find):
    with pytest.raises(ValueError, match=r"row 1 \(mine\): bundled is 'irs'; give one"):
        find(bundled="irs")


def test_a_data_set_without_a_source_is_named_with_its_file(find):
    with pytest.raises(FileNotFoundError, match=r"for 1 of the data sets: 1 mine \(no"):
        find(arff="none.arff")


def test_the_size_of_a_data_set_is_guessed_by_the_length_of_its_file(tmp_path):
    path = tmp_path / "it.arff"
    path.write_text("@relation r\n@data\n" + "1.5,2.5,red,yes\n" * 1000)
    size = likely_size(Source("arff", str(path)))
    assert 4000 < size["instances"] * size["attributes"] < 12_000
    assert likely_size(Source("arff", str(tmp_path / "none.arff"))) == {}
    assert likely_size(Source("openml", 61)) == {}
    assert likely_size(Source("bundled", "iris"))["instances"] == 1000
