"""OpenML's parquet files, through the loopback server and on their own."""

import resource
from dataclasses import replace
from io import BytesIO
from itertools import repeat

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openml_loopback import (
    DESCRIPTION,
    FEATURES,
    PARQUET,
    QUALITIES,
    UNAVAILABLE,
    Answer,
    reach,
)

from tenbyten.dataset import Attribute
from tenbyten.dataset.readers.arff import read_arff
from tenbyten.openml.dataset import fetch_dataset, read_fetched
from tenbyten.openml.parquet import read_parquet

WHERE = "sheet.tsv, row 1 (coins)"
COLUMNS = {
    "id": pa.array(["a", "b", "c", "d"]),
    "weight": pa.array([1, None, 3, 255], pa.uint8()),
    "worn": pa.array([True, False, None, True]),
    "side": pa.array(["tail", "head", None, ""]).dictionary_encode(),
    "year": pa.array([1900, 1800, None, 1800]),
}
FEATURE_TYPES = [
    ("id", "string"),
    ("weight", "numeric"),
    ("worn", ("FALSE", "TRUE")),
    ("side", ("head", "", "tail")),
    ("year", ("1800", "1900")),
]
RECORDED = [
    {
        "name": name,
        "type": "nominal" if isinstance(labels, tuple) else labels,
        "labels": list(labels) if isinstance(labels, tuple) else None,
    }
    for name, labels in FEATURE_TYPES
]


def parquet(columns):
    file = BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


@pytest.fixture
def connection(server, tmp_path):
    return reach(server, attempts=2)


def add_coins(server, **settings):
    defaults = {"parquet": parquet(COLUMNS), "data_format": "parquet", "instances": 4}
    server.add_dataset(
        7, attributes=FEATURE_TYPES, default_target="side", **defaults | settings
    )


def fetch(tmp_path, connection):
    folder = tmp_path / "fetched"
    fetch_dataset(7, folder, where=WHERE, connection=connection)
    return folder


def test_a_parquet_file_is_read_with_the_labels_of_the_features(
    server, connection, tmp_path
):
    add_coins(server, ignored=["id"])
    folder = fetch(tmp_path, connection)
    assert (folder / "dataset.parquet").read_bytes() == parquet(COLUMNS)
    table = read_fetched(folder, where=WHERE)
    nominal = [a.labels for a in table.raw.attributes]
    assert nominal == [None, None, *(labels for _, labels in FEATURE_TYPES[2:])]
    nan = np.nan
    expected = [[1, 1, 2, 1], [nan, 0, 0, 0], [3, nan, nan, nan], [255, 1, 1, 0]]
    np.testing.assert_array_equal(table.raw.values[:, 1:], expected)
    assert table.raw.textual == {"id": "string"}
    assert table.origin["md5"] is None
    assert (table.target, table.ignored) == ("side", ("id",))
    asked = (DESCRIPTION, DESCRIPTION, FEATURES, QUALITIES, PARQUET)
    assert server.requests == [path.format(7) for path in asked]


def test_the_arff_file_goes_before_the_parquet_file(server, connection, tmp_path):
    arff = b"@relation r\n@attribute side {head,tail}\n@data\nhead\n"
    add_coins(server, arff=arff, data_format="ARFF")
    folder = fetch(tmp_path, connection)
    assert (folder / "dataset.arff").read_bytes() == arff
    assert PARQUET.format(7) not in server.requests


@pytest.mark.parametrize("name", ["hepatitis", "soybean", "kr-vs-kp", "labor"])
def test_uci_tables_come_from_parquet_as_from_arff(
    uci, server, connection, tmp_path, name
):
    raw = read_arff(uci / f"{name}.arff")
    columns = {}
    for attribute, column in zip(raw.attributes, raw.values.T, strict=True):
        cells = [None if np.isnan(x) else x for x in column.tolist()]
        if attribute.is_nominal:
            cells = [x if x is None else attribute.labels[int(x)] for x in cells]
            columns[attribute.name] = pa.array(cells, pa.string()).dictionary_encode()
        else:
            columns[attribute.name] = pa.array(cells, pa.float64())
    server.add_dataset(
        7,
        attributes=[(a.name, a.labels or "numeric") for a in raw.attributes],
        parquet=parquet(columns),
        data_format="parquet",
        default_target=raw.attributes[-1].name,
    )
    read = read_fetched(fetch(tmp_path, connection), where=WHERE).raw
    assert read.attributes == raw.attributes
    assert read.values.tobytes() == raw.values.tobytes()


CUT = Answer(parquet(COLUMNS)[:-8], content_type="application/octet-stream")
FAILURES = {
    "cut": (PARQUET, CUT, "damaged file: .*not a whole parquet file"),
    "unavailable": (PARQUET, UNAVAILABLE, "answered 503"),
    "gone": (PARQUET, Answer(b"gone", 404), "table.pq answered 404 Not Found: 'gone'"),
    "features": (FEATURES, UNAVAILABLE, "features/7 answered 503"),
    "half": (FEATURES, Answer(b"<oml:data_"), "features/7 answered nonsense"),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_failure_names_what_failed(server, connection, tmp_path, failure):
    path, answer, words = failure
    add_coins(server)
    server.script[path.format(7)] = repeat(answer)
    with pytest.raises(ConnectionError, match=words):
        fetch(tmp_path, connection)
    assert not (tmp_path / "fetched").exists()


def test_the_rows_are_counted_against_the_servers(server, connection, tmp_path):
    add_coins(server, instances=5)
    with pytest.raises(ConnectionError, match=r"4 rows, but .* is 5"):
        fetch(tmp_path, connection)


CONTRADICTIONS = {
    "label": ("side", pa.array(["head", "edge", "tail", ""]), "row 2: 'edge' is none"),
    "truth": ("side", pa.array([True] * 4), "side, row 1: 'True' is none of"),
    "text": ("weight", pa.array(["1", "x", "3", "4"]), "weight: not numbers"),
    "column": ("price", pa.array([1] * 4), "columns are not .*: .'price'.;"),
}


@pytest.mark.parametrize("contradiction", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_file_that_contradicts_the_features_is_refused(tmp_path, contradiction):
    name, cells, words = contradiction
    path = tmp_path / "coins.parquet"
    path.write_bytes(parquet(COLUMNS | {name: cells}))
    with pytest.raises(ValueError, match=f"{words}.*contradicts itself"):
        read_parquet(path, RECORDED)


def bomb(rows=50_000_000):
    """A small file of one text or number in many rows."""
    text = pa.DictionaryArray.from_arrays(
        pa.array(np.zeros(rows, np.int8)), pa.array(["head" * 100])
    )
    file = BytesIO()
    pq.write_table(pa.table({"side": text}), file, compression="zstd")
    return file.getvalue()


def test_a_small_file_of_many_cells_is_refused_before_it_is_read(
    server, tmp_path, connection
):
    content = bomb()
    assert len(content) < 3_000_000
    server.add_dataset(
        7,
        attributes=[("side", ["head" * 100])],
        parquet=content,
        data_format="parquet",
        default_target="side",
    )
    connection = replace(connection, largest_mb=10)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValueError, match="sent a table of 50000000 cells, more than"):
        fetch(tmp_path, connection)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_a_long_text_of_many_rows_is_held_once(tmp_path):
    # As plain texts 2 GB.
    path, label = tmp_path / "coins.parquet", "head" * 5000
    cells = pa.DictionaryArray.from_arrays(
        pa.array(np.zeros(100_000, np.int8)), pa.array([label])
    )
    notes = cells.cast(pa.dictionary(pa.int32(), pa.string()))
    path.write_bytes(parquet({"side": cells, "note": notes}))
    features = [{"name": "side", "type": "nominal", "labels": [label]}]
    features += [{"name": "note", "type": "string", "labels": None}]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    raw = read_parquet(path, features)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000
    assert raw.values[:, 0].tolist() == [0] * 100_000


@pytest.mark.parametrize("rows", [0, 5])
def test_labels_in_several_groups_of_rows_are_the_same(tmp_path, rows):
    path = tmp_path / "coins.parquet"
    cells = ["tail", None, "head", "", "tail"][:rows]
    pq.write_table(
        pa.table({"side": pa.array(cells, "string")}), path, row_group_size=2
    )
    features = [{"name": "side", "type": "nominal", "labels": ["head", "", "tail"]}]
    values = read_parquet(path, features).values[:, 0]
    np.testing.assert_array_equal(values, [2, np.nan, 0, 1, 2][:rows])


def test_columns_in_another_order_are_refused(tmp_path):
    path = tmp_path / "coins.parquet"
    path.write_bytes(parquet(dict(reversed(COLUMNS.items()))))
    with pytest.raises(ValueError, match="another order"):
        read_parquet(path, RECORDED)


def test_an_empty_label_is_a_label(tmp_path):
    # openml reads an empty element as None.
    path = tmp_path / "coins.parquet"
    path.write_bytes(parquet({"side": COLUMNS["side"]}))
    features = [{"name": "side", "type": "nominal", "labels": ["head", None, "tail"]}]
    raw = read_parquet(path, features)
    assert raw.attributes == (Attribute("side", ("head", "", "tail")),)
    np.testing.assert_array_equal(raw.values[:, 0], [2, 0, np.nan, 1])
