"""The file of a canonical data set, held to pandas and to its own bits."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tenbyten.datasets import parquet
from tenbyten.datasets.parquet import read_dataset, write_dataset
from tenbyten.datasets.table import Attribute, Dataset

NAN = np.nan
AWKWARD = ("", "?", "it's", "a,b", "  ", "é\n\0", "never")


@pytest.fixture
def dataset():
    """Every kind of column: awkward names and labels, some of no row."""
    attributes = (
        Attribute("a.b"),
        Attribute(""),
        Attribute("all missing", ("z", "y")),
        Attribute("no labels", ()),
        Attribute("nothing known"),
        Attribute("'{", AWKWARD),
        Attribute("class", ("yes", "no", "maybe")),
    )
    columns = [
        [0.1 + 0.2, -0.0, 5e-324, NAN, -1.7976931348623157e308],
        [1, 2, 3, 4, 5],
        [NAN] * 5,
        [NAN] * 5,
        [NAN] * 5,
        [5, 1, 0, NAN, 4],
        [1, 0, 1, 0, 0],
    ]
    return Dataset("awkward", attributes, np.array(columns, dtype=float).T)


def assert_same(one, other):
    assert one.attributes == other.attributes
    assert one.values.tobytes() == other.values.tobytes()
    assert one.checksum == other.checksum


@pytest.mark.parametrize("cells", [1, 14, 2**22])
def test_any_number_of_row_groups_gives_the_bits_that_were_written(
    dataset, cells, monkeypatch, tmp_path
):
    monkeypatch.setattr(parquet, "_CELLS", cells)
    write_dataset(dataset, tmp_path / "d.parquet")
    again = read_dataset(tmp_path / "d.parquet", name="other")
    assert again.name == "other"
    assert again.values.flags.f_contiguous
    assert_same(again, dataset)


@pytest.mark.parametrize("cells", [14, 2**22])
def test_pandas_reads_names_and_categories(dataset, cells, monkeypatch, tmp_path):
    monkeypatch.setattr(parquet, "_CELLS", cells)
    write_dataset(dataset, tmp_path / "d.parquet")
    frame = pd.read_parquet(tmp_path / "d.parquet")
    assert list(frame) == [attribute.name for attribute in dataset.attributes]
    for attribute, values in zip(dataset.attributes, dataset.values.T, strict=True):
        column = frame[attribute.name]
        if attribute.is_nominal:
            assert tuple(column.cat.categories) == attribute.labels
            assert not column.cat.ordered
            found = np.where(column.isna(), NAN, column.cat.codes)
            assert np.array_equal(found, values, equal_nan=True)
        else:
            assert column.to_numpy(dtype=float).tobytes() == values.tobytes()


def test_many_labels_are_all_kept(tmp_path):
    """Beyond pyarrow's usual limit of a dictionary, 1 MB."""
    labels = tuple(f"label number {i}" for i in reversed(range(100_000)))
    attributes = (Attribute("id", labels), Attribute("class", ("a", "b")))
    dataset = Dataset("d", attributes, np.array([[99_999.0, 0], [7, 1]]))
    write_dataset(dataset, tmp_path / "d.parquet")
    assert_same(read_dataset(tmp_path / "d.parquet", name="d"), dataset)


def test_the_same_data_set_is_the_same_bytes_in_any_order_of_memory(dataset, tmp_path):
    write_dataset(dataset, tmp_path / "a.parquet")
    values = np.asfortranarray(dataset.values)
    # Whatever the bits of a missing value are.
    values[np.isnan(values)] = np.array([0xFFF8000000000001], np.uint64).view(float)[0]
    other = Dataset("other name", dataset.attributes, values)
    write_dataset(other, tmp_path / "b.parquet")
    content = (tmp_path / "a.parquet").read_bytes()
    assert content == (tmp_path / "b.parquet").read_bytes()
    assert dataset.checksum == other.checksum


def test_a_damaged_file_is_refused(dataset, tmp_path):
    path = tmp_path / "d.parquet"
    write_dataset(dataset, path)
    content = path.read_bytes()
    for damaged in (b"", b"a,b\n1,2\n", content[:-9], content[: len(content) // 2]):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=f"^{path}: not a canonical data set.*run"):
            read_dataset(path, name="d")
    with pytest.raises(FileNotFoundError, match=r"none\.parquet"):
        read_dataset(tmp_path / "none.parquet", name="d")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_reading_starts_no_thread(dataset, tmp_path):
    write_dataset(dataset, tmp_path / "data.parquet")
    code = (
        "import os, sys, pyarrow.parquet\n"
        "from tenbyten.datasets.parquet import read_dataset\n"
        "before = os.listdir('/proc/self/task')\n"
        "read_dataset(sys.argv[1], name='data')\n"
        "print(*set(os.listdir('/proc/self/task')) - set(before))\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "data.parquet")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("", "")
