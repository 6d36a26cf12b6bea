"""Whatever a file holds, it is read or refused by an error that names it."""

import datetime
import io
import shutil
from pathlib import Path

import numpy as np
import openpyxl
import pyarrow as pa
import pytest
from hypothesis import strategies as st
from pyarrow import parquet

from tenbyten.datasets.canonical import canonical
from tenbyten.datasets.folds import read_folds
from tenbyten.datasets.parquet import read_dataset, write_dataset
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.readers.tabular import read_table
from tenbyten.results.files import read_measured_counts
from tenbyten.results.long_table import collect
from tenbyten.results.results import read_results
from tenbyten.study import read_study

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TINY = ROOT / "tests" / "tiny"

# No error says much more than a whole line of a small file.
LONGEST = 20_000

SCHEMES = {"J48": ("weka.classifiers.trees.J48", "-C 0.25 -M 2"), "NB": ("", "")}
DESIGN = {"datasets": ["iris"], "classifiers": ["J48", "NB"], "runs": 1, "folds": 2}


def as_parquet():
    """Bytes of a Parquet file with columns of every type that is read."""
    table = pa.table(
        {
            "a": [1.5, None, 3.0],
            "n": pa.array([1, 2, 3], pa.int8()),
            "kind": pa.DictionaryArray.from_arrays([0, 2, None], ["x", "z", "y"]),
            "text": ["u", "v", "u"],
            "truth": [True, None, False],
            "when": pa.array([1, 2, 3], pa.timestamp("ms")),
            "class": ["yes", "no", "yes"],
        }
    )
    file = io.BytesIO()
    parquet.write_table(table, file)
    return file.getvalue()


def as_excel():
    """Bytes of an Excel file with cells of every type that is read."""
    book = openpyxl.Workbook()
    book.active.append(["a", "text", "truth", "when", "class"])
    for row in ((1.5, "u", True), (None, "?", False), (3, "u", None)):
        book.active.append([*row, datetime.date(2020, 1, 2), len(row[1] * 2) % 3])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


# Valid files of each kind, whose parts are replaced.
SEEDS = {
    kind: [path.read_bytes() for path in sorted((HERE / "seeds" / kind).iterdir())]
    for kind in ("arff", "delimited", "folds", "counts", "elsewhere", "study", "sheet")
}
SEEDS |= {"excel": [as_excel()], "parquet": [as_parquet()]}
SEEDS["elsewhere"] = SEEDS["counts"] + SEEDS["elsewhere"]
SEEDS["study"].insert(0, (TINY / "tiny.yaml").read_bytes())
SEEDS["sheet"].insert(0, (TINY / "tiny.tsv").read_bytes())

TOKENS = {
    "excel": 'PK <c <v> r="A1" sharedStrings.xml xl/worksheets/ \x00 \x01 \xff',
    "arff": "@attribute @data @relation { } ' \" , ? % \\ \\u0041 \\777 numeric string "
    "relational nan inf 1e999 {1,2} -0 0x1F 1_0 5d '' '?' é \x85 \x0b \ufeff",
    "delimited": ', ; \\t | " "" \' nan inf -1e999 1e308 1,5 0x1F 1_0 +1 .5 5. é \x85 '
    "NA ? None 2020-13-45 12:61 true 9007199254740993 99999999999999999999 \ufeff # a",
    "parquet": "PAR1 ARROW:schema pandas a class utf8 \x00 \x01 \x15 \xff",
    "folds": "0 -1 1.5 99999999999999999999 nan inf # , \" ' 1e3 1_0 é run_3 ٣ 1,2,3",
    "counts": "nan inf -1 1.5 1e30 99999999999999999999 1_0 0x1 \" ' , é True "
    "dataset classifier tested accuracy ٣ <NA> NULL",
    "elsewhere": "nan inf -1 1.5 1e30 99999999999999999999 1_0 0x1 \" ' , \\ é True "
    "dataset classifier tested accuracy Key_Scheme Key_Run Percent_correct ٣ # NULL",
    "study": "!!python/object/apply:os.system !!int !!float !!bool !!timestamp "
    "!!binary !!set !!omap !!str !x &a *a << <<: {} [] ? : - | > ' \" %YAML --- ... "
    ".nan .inf 1e999 -1 2020-13-45 0o17 0xFFFFFFFFFFFFFFFFFFFFFF 190:20:30 1: null: "
    'yes ~ é \x85 "\\ud800" "\\u202e" learner: settings: label: title: rope: runs: '
    "folds: subsets: 1.0 true",
    "sheet": "number name openml_task instances -1 0 1.0 ٣ ² .. / \\ \" ' iris IRIS "
    "\xa0 99999999999999999999 \ufeff é",
}
BYTES = ["\0", "\t", "\n", "\r", "\r\n", "\n\n", " ", "  ", "x" * 5000]
# What tenbyten itself wrote has no such number.
LONG_NUMBER = "9" * 5000


@st.composite
def files(draw, kind):
    """Bytes of a file: a valid one with parts replaced, or anything."""
    if not draw(st.integers(0, 9)):
        return draw(st.binary(max_size=200))
    content = draw(st.sampled_from(SEEDS[kind]))
    tokens = [t.encode("utf-8", "surrogatepass") for t in TOKENS[kind].split(" ")]
    tokens += [letters.encode() for letters in BYTES]
    if kind != "counts":
        tokens.append(LONG_NUMBER.encode())
    part = st.sampled_from(tokens) | st.binary(max_size=4) | st.just(b"")
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(content)))
        end = draw(st.integers(start, min(len(content), start + 12)))
        content = content[:start] + draw(part) + content[end:]
    return content


def refused(call, *begins):
    """What `call` gives; None if it refuses with an error that says where."""
    try:
        return call()
    except ValueError as error:
        raised = error
    assert str(raised).startswith(begins), repr(raised)
    assert len(str(raised)) < LONGEST
    return None


def take_arff(path):
    return take_raw(refused(lambda: read_arff(path), str(path)), path, [])


def take_table_file(path):
    marked = {"where": str(path), "missing": ("x", "1.5", "?")}
    refused(lambda: read_table(path, **marked), str(path))
    raw = refused(lambda: read_table(path, where=str(path)), str(path))
    if raw is None:
        return None
    assert raw.reasons.keys() == {attribute.name for attribute in raw.attributes}
    assert np.isnan(
        raw.values[:, [a.name in raw.textual for a in raw.attributes]]
    ).all()
    return take_raw(raw, path, list(raw.textual))


def take_raw(raw, path, drop):
    """Make a raw table canonical, write it and read it again."""
    if raw is None:
        return None
    for attribute, column in zip(raw.attributes, raw.values.T, strict=True):
        known = column[~np.isnan(column)]
        assert np.isfinite(known).all()
        if attribute.is_nominal:
            assert np.isin(known, np.arange(len(attribute.labels))).all()
    made = {"name": "it", "target": raw.attributes[-1].name, "where": path}
    dataset = refused(lambda: canonical(raw, **made, drop=drop), str(path))
    if dataset is not None:
        again = path.with_name("again.parquet")
        write_dataset(dataset, again)
        assert_same(read_dataset(again, name="it"), dataset)
    return dataset


def assert_same(one, other):
    """Hold two data sets to the same attributes and the same bits."""
    assert one.attributes == other.attributes
    assert one.values.tobytes() == other.values.tobytes()


def take_folds(path):
    return refused(lambda: read_folds(path, splitter="weka", seed=1), str(path))


def take_counts(path):
    table = refused(lambda: read_measured_counts([path], []), str(path))
    return None if table is None else take_table(table)


def take_elsewhere(path):
    table = refused(lambda: read_results(path, schemes=SCHEMES).table, str(path))
    return None if table is None else take_table(table)


def take_table(table):
    long = refused(lambda: collect(table, **DESIGN), "accuracies: ")
    if long is not None:
        assert len(long) == 4
        assert long["accuracy"].between(0, 1).all()
    return long


def take_study(path):
    shutil.copy(TINY / "tiny.tsv", path.parent)
    try:
        study = refused(lambda: read_study(path, ROOT), str(path.parent))
    except FileNotFoundError:
        # A sheet of another name is no fault of the text.
        return None
    if study is not None:
        refused(lambda: study.panels("native"), str(path))
    return study


def take_sheet(path):
    study = path.with_name("it.yaml")
    text = (TINY / "tiny.yaml").read_text()
    study.write_text(text.replace("tiny.tsv", path.name))
    return refused(lambda: read_study(study, ROOT), str(path), str(study))


READERS = {
    "arff": (take_arff, "it.arff", 300),
    "delimited": (take_table_file, "it.csv", 300),
    "parquet": (take_table_file, "it.parquet", 100),
    "excel": (take_table_file, "it.xlsx", 60),
    "folds": (take_folds, "it.csv", 150),
    "counts": (take_counts, "it.csv", 80),
    "elsewhere": (take_elsewhere, "it.csv", 120),
    "study": (take_study, "it.yaml", 60),
    "sheet": (take_sheet, "it.tsv", 40),
}


@pytest.mark.parametrize("kind", READERS)
def test_whatever_a_file_holds_it_is_read_or_refused(kind, fuzz, tmp_path):
    take, name, cases = READERS[kind]
    path = tmp_path / name

    def check(content):
        path.write_bytes(content)
        take(path)

    fuzz(files(kind), check, cases=cases)


@pytest.mark.parametrize(
    "past",
    sorted((HERE / "corpus").glob("*/*")),
    ids=lambda file: f"{file.parent.name}-{file.name}",
)
def test_past_failures_are_refused_unless_they_are_sound(past, tmp_path):
    take, name, _ = READERS[past.parent.name]
    path = tmp_path / name
    shutil.copy(past, path)
    assert (take(path) is None) != past.stem.startswith("sound-")
