"""Data sets from UCI's archive: what is fetched, and what is read from it."""

import json
import logging
from itertools import repeat

import numpy as np
import pytest
from openml_loopback import Answer
from uci_loopback import (
    ABOUT,
    COINS,
    CSV,
    JSON,
    TABLE,
    WHERE,
    reach_uci,
    unknown,
    variable,
)

from tenbyten.datasets import downloads as fetching
from tenbyten.datasets.canonical import canonical
from tenbyten.datasets.making import make_canonical
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.sources import Source, fetch_source
from tenbyten.datasets.uci import DATASET, read_fetched

FILE = TABLE.format(89)
NO_TYPES = {"nominal": (), "numeric": (), "missing": ()}


@pytest.fixture
def fetch(archive, tmp_path):
    def fetch(**how):
        folder = tmp_path / "fetched"
        how = reach_uci(archive, **how)
        fetching.fetch(DATASET, 89, folder, where=WHERE, connection=how)
        return folder

    return fetch


@pytest.fixture
def read(fetch):
    def read(types=NO_TYPES, **more):
        return read_fetched(fetch(), where=WHERE, types=NO_TYPES | types, **more)

    return read


def test_the_table_is_kept_as_it_came_with_a_record(archive, fetch):
    archive.add(89)
    folder = fetch()
    assert (folder / "dataset.csv").read_bytes() == CSV
    record = json.loads((folder / "dataset.json").read_text())
    kept = {"server": archive.base, "uci_id": 89, "url": archive.base + FILE}
    kept |= {"name": "Coins", "dataset_doi": "10.24432/C5959T"}
    assert record.items() >= kept.items()
    assert [v["role"] for v in record["variables"]][:2] == ["ID", "Feature"]
    assert archive.requests == [f"{ABOUT}?id=89", FILE]
    archive.close()
    assert fetch() == folder


def test_roles_and_types_are_those_of_the_description(archive, read, caplog):
    archive.add(89)
    with caplog.at_level(logging.INFO):
        table = read()
    assert (table.target, table.ignored) == ("side", ("id",))
    labels = {a.name: a.labels for a in table.raw.attributes}
    assert labels["weight"] is labels["mint"] is None
    assert (labels["worn"], labels["side"]) == (("0", "1"), ("head", "tail"))
    nan = np.nan
    expected = [[1.5, 3, 0, 0], [nan, 4, 1, 1], [2, 3, 0, 0]]
    np.testing.assert_array_equal(table.raw.values[:, 1:], expected)
    assert table.raw.reasons["worn"] == "Binary in the archive's description"
    assert table.raw.reasons["mint"] == "Integer in the archive's description"
    assert table.origin["left_out"] == {"id": "ID"}
    assert "without id (ID)" in caplog.text


def test_the_sheet_goes_before_the_description(archive, read):
    archive.add(89)
    table = read({"nominal": ["mint"], "numeric": ["worn"]}, keep=["id"])
    labels = {a.name: a.labels for a in table.raw.attributes}
    assert (labels["mint"], labels["worn"]) == (("3", "4"), None)
    assert table.ignored == ()


def test_a_number_by_the_archive_that_is_none_is_told_with_what_the_sheet_can_say(
    archive, read
):
    archive.add(89, csv=CSV.replace(b",4,", b",12-20,"))
    words = (
        r"column 'mint' .* row 2 has '12-20'; .* \(types that the sheet leaves open are"
        r" the archive's; `as_nominal` and `as_numeric` go before them\)$"
    )
    with pytest.raises(ValueError, match=words):
        read()
    labels = {a.name: a.labels for a in read({"nominal": ["mint"]}).raw.attributes}
    assert labels["mint"] == ("12-20", "3")
    with pytest.raises(ValueError, match=r"'mint' is named as numeric, .*`as_numeric`"):
        read({"numeric": ["mint"]})


@pytest.mark.parametrize("kind", ["Date", "Other", "", None, "Text"])
def test_other_types_are_left_to_the_rule_for_files(archive, read, kind):
    csv = CSV.replace(b"worn", b"note")
    csv = csv.replace(b",0,h", b",a,h").replace(b",1,t", b",b,t")
    columns = [*COINS[:3], variable("note", kind=kind), COINS[4]]
    archive.add(89, variables=columns, csv=csv)
    raw = read().raw
    assert raw.attributes[3].name == "note"
    assert "archive" not in raw.reasons["note"]


@pytest.mark.parametrize("symbol", ["?", "-999", "none"])
def test_missing_values_are_those_of_the_description_too(archive, read, symbol):
    csv = CSV.replace(b"2,,4", f"2,{symbol},4".encode())
    archive.add(89, csv=csv, missing_values_symbol=symbol)
    weights = read().raw.values[:, 1]
    np.testing.assert_array_equal(weights, [1.5, np.nan, 2])


def test_of_several_targets_the_sheet_chooses_and_the_others_are_left_out(
    archive, read
):
    columns = [*COINS[:3], variable("worn", "Target", "Integer"), COINS[4]]
    archive.add(89, variables=columns)
    with pytest.raises(ValueError, match="UCI data set 89 has the targets worn, side;"):
        read()
    table = read(target="worn")
    assert table.ignored == ("id", "side")
    assert table.raw.attributes[3].labels == ("0", "1")
    assert read(target="worn", keep=["side"]).ignored == ("id",)


def test_without_a_target_the_sheet_must_name_one(archive, read):
    archive.add(89, variables=[*COINS[:4], variable("side")])
    with pytest.raises(ValueError, match=r"has no target; name .* of id, weight"):
        read()
    assert read(target="side").target == "side"


def test_columns_that_are_not_described_are_left_out(archive, read):
    archive.add(89, variables=[*COINS[:2], COINS[4]])
    table = read()
    assert table.ignored == ("id", "mint", "worn")
    assert table.origin["left_out"]["mint"] == "not described"


def test_names_are_the_same_with_blanks_around_them(archive, read):
    archive.add(89, variables=[variable(" id ", "ID"), *COINS[1:]])
    assert read().ignored == ("id",)


def test_rows_can_be_taken_with_the_labels_that_occur_there(archive, read):
    archive.add(89)
    raw = read({"nominal": ["mint"]}, rows="2-2").raw
    labels = {a.name: a.labels for a in raw.attributes}
    found = (labels["mint"], labels["worn"], labels["side"])
    assert found == (("4",), ("1",), ("tail",))
    np.testing.assert_array_equal(raw.values[:, 2:], [[0, 0, 0]])
    assert len(read(rows="2-3").raw.values) == 2
    for rows in ("2-4", "3-2"):
        with pytest.raises(ValueError, match=f"uci_rows is {rows}, .* has 3 rows"):
            read(rows=rows)


def test_a_column_without_any_value_in_the_taken_rows_is_refused_as_empty(
    archive, read
):
    archive.add(89)
    raw = read(rows="2-2").raw
    assert raw.textual == {"weight": "empty"}
    assert raw.reasons["weight"] == "has no value at all"
    assert raw.attributes[1].labels is None


def test_a_data_set_without_a_table_is_told_as_that(archive, fetch):
    archive.add(89, csv=None)
    with pytest.raises(ValueError, match=r"\(Coins\) is in the archive, but not") as e:
        fetch()
    assert f"see {archive.base}/dataset/89/coins for its files" in str(e.value)
    said = "choose another id, or give a copy of the table in column `file`"
    assert said in str(e.value)
    assert len(archive.requests) == 1


DATA = {"uci_id": 90, "name": "Coins", "variables": COINS}
OTHER = Answer(json.dumps({"status": 200, "data": DATA}).encode(), content_type=JSON)
PAGE = Answer(b"<!DOCTYPE html><p>Just a moment", content_type="text/html")
# The path that fails, the answer there, the error, and words of it.
FAILURES = {
    "page": (ABOUT, PAGE, ConnectionError, "answered nonsense .*Just a moment"),
    "deep": (ABOUT, Answer(b"[" * 40_000), ConnectionError, "answered nonsense"),
    "list": (ABOUT, Answer(b"[1]"), ConnectionError, "answered nonsense"),
    "wrong id": (ABOUT, OTHER, ConnectionError, "is of data set 90 .Coi"),
    "unknown": (ABOUT, unknown(), ConnectionError, "answered 404.*No dataset found"),
    "unknown 200": (ABOUT, unknown(200), ValueError, "answered 404: No dataset found"),
    "gone": (ABOUT, Answer(b"gone", 404), ConnectionError, "check the id .*uci_server"),
    "file page": (FILE, PAGE, ConnectionError, "damaged file .*'<!DOCTYPE html><p>J"),
    "row cut": (FILE, Answer(CSV[:-9]), ConnectionError, "line 4: 3 cells, .* 5"),
    "no rows": (FILE, Answer(CSV[:25]), ConnectionError, "damaged file .*no row below"),
    "empty": (FILE, Answer(b""), ConnectionError, "damaged file .*has no text"),
    "other": (FILE, Answer(b"a,b\n1,2\n"), ConnectionError, "header lacks id"),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_failure_is_told_with_its_remedy_and_leaves_nothing(
    archive, fetch, tmp_path, failure
):
    path, answer, error, words = failure
    archive.add(89)
    archive.script[path] = repeat(answer)
    with pytest.raises(error, match=words) as caught:
        fetch()
    assert str(caught.value).startswith(f"{WHERE}: UCI data set 89: {archive.base}")
    assert "or give a copy of the table in column `file`" in str(caught.value)
    assert not (tmp_path / "fetched").exists()
    archive.script.clear()
    fetch()


def test_another_number_of_rows_than_described_is_told(archive, fetch, caplog):
    archive.add(89, num_instances=4)
    fetch()
    assert "UCI data set 89: 3 rows, described are 4" in caplog.text


# As a study's data set


def make(archive, tmp_path, row, cache=""):
    source, folder = Source("uci", 89), tmp_path / "study"
    how = reach_uci(archive, cache=cache)
    fetch_source(source, folder, where=WHERE, connection=how)
    return make_canonical(source, row, name="coins", where=WHERE, fetched=folder)


def test_a_data_set_is_made_with_its_origin(archive, tmp_path):
    archive.add(89)
    dataset, origin = make(archive, tmp_path, {"uci_id": 89, "instances": 3})
    assert [a.name for a in dataset.attributes] == ["weight", "mint", "worn", "side"]
    expected = {"source": "uci", "at": 89, "uci_id": 89, "left_out": {"id": "ID"}}
    assert origin.items() >= expected.items()
    assert "variables" not in origin


def test_what_differs_from_the_sheet_is_refused_with_where_it_came_from(
    archive, tmp_path
):
    archive.add(89)
    row = {"uci_id": 89, "instances": 4}
    with pytest.raises(ValueError, match="instances 3, the sheet says 4") as caught:
        make(archive, tmp_path, row, cache=tmp_path / "kept")
    assert str(caught.value).startswith(
        f"{WHERE}: UCI data set 89 from {archive.base}{FILE} (to fetch it again delete "
        f"{tmp_path / 'study'} and datasets/89 in `openml_cache`): "
    )


# The archive's names of the columns, and what of them is known.
FLARE = [
    "modified Zurich class",
    "largest spot size",
    "spot distribution",
    "activity",
    "evolution",
    "previous 24 hour flare activity",
    "historically-complex",
    "became complex on this pass",
    "area",
    "area of largest spot",
    "common flares",
    "moderate flares",
    "severe flares",
]


@pytest.mark.parametrize("kind", ["Categorical", "Integer", "Binary", None])
@pytest.mark.parametrize("number", [37, 38, 39])
def test_the_paper_has_solar_flare_from_the_archive_as_from_the_file(
    uci, archive, tmp_path, paper_rows, number, kind
):
    raw = read_arff(uci / "solar-flare.arff")
    lines = [",".join(FLARE)]
    for values in raw.values:
        cells = zip(raw.attributes, values, strict=True)
        lines.append(",".join(a.labels[int(x)] for a, x in cells))
    # The archive's table goes on with the rows of a second file.
    lines += ["A,X,O,1,3,2,1,2,1,1,5,3,2", "H,S,X,2,2,1,1,1,1,2,8,0,0"] * 50
    columns = [
        variable(name, "Feature" if place < 10 else "Target", kind if place > 2 else "")
        for place, name in enumerate(FLARE)
    ]
    csv = "".join(f"{line}\n" for line in lines).encode()
    archive.add(89, variables=columns, csv=csv, num_instances=1389)
    row = paper_rows[number]
    dataset, _ = make(archive, tmp_path, row)
    expected = canonical(
        raw,
        name="coins",
        target=row["target"],
        drop=row["drop"].split(";"),
        where=WHERE,
    )
    assert dataset.values.tobytes() == expected.values.tobytes()
    labels = [attribute.labels for attribute in dataset.attributes]
    assert labels == [attribute.labels for attribute in expected.attributes]
