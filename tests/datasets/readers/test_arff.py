"""ARFF in, ARFF out, and the same cells as WEKA's own reader."""

import os
import time
from pathlib import Path

import numpy as np
import pytest
import yaml

from arff_writer import write_arff
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.table import Attribute, Dataset

NAN = np.nan
AWKWARD = (
    *("?", "", " ", "plain", "with blank", " leading", "trailing ", ">=60 ", "<"),
    *("a,b", "it's", 'say "x"', "{", "}", "{a,b}", "50%", "%", "\\", "a\\'b", "\\n"),
    *("\n", "\r\n", "\t", "\x00", "\x1f", "\x7f", "\x85", "\xa0", "\u2028", "\ufeff"),
    *("é", "日本", "🦆", "@data", "@", "'?'", "NaN", "-", "'", '"', "u0041", "\\101"),
)
# `readable` ones WEKA reads alike, others are refused with a message.
CASES = yaml.safe_load(Path(__file__).with_name("arff.yaml").read_text("utf-8"))
HEADER = "@relation r\n@attribute n numeric\n@attribute a {x,'y z'}\n@data\n"


@pytest.fixture
def read(tmp_path):
    """Write text to a file, and read it."""

    def read(text):
        path = tmp_path / "file.arff"
        path.write_text(text, encoding="utf-8", newline="")
        return read_arff(path)

    return read


@pytest.fixture(scope="module")
def read_by_weka(java):
    """Attributes' names and labels, and the values, that WEKA reads from a file."""

    def read(path):
        stream = java("java.io.FileInputStream")(str(path))
        reader = java("java.io.InputStreamReader")(stream, "UTF-8")
        data = java("weka.core.Instances")(reader)
        reader.close()
        attributes, columns = [], []
        for index in range(data.numAttributes()):
            attribute, labels = data.attribute(index), None
            if attribute.isNominal():
                count = attribute.numValues()
                labels = tuple(str(attribute.value(value)) for value in range(count))
            attributes.append((str(attribute.name()), labels))
            values = np.array(data.attributeToDoubleArray(index), dtype=np.float64)
            columns.append(values)
        return attributes, np.column_stack(columns)

    return read


@pytest.fixture
def examples():
    """The ARFF files that come with WEKA, or a skip."""
    folder = os.environ.get("WEKA_EXAMPLES", "/usr/share/doc/weka/examples")
    if not (paths := sorted(Path(folder).glob("*.arff"))):
        pytest.skip(f"no examples of WEKA at {folder}; set WEKA_EXAMPLES")
    return paths


@pytest.fixture
def of_uci(uci):
    """All of UCI's tables."""
    paths = sorted(uci.glob("*.arff"))
    assert len(paths) == 52
    return paths


@pytest.fixture
def readable(tmp_path):
    """The readable files."""
    cases = CASES["readable"]
    paths = [tmp_path / f"{number}.arff" for number in range(len(cases))]
    for path, case in zip(paths, cases, strict=True):
        path.write_text(f"@relation r\n{case['text']}", encoding="utf-8", newline="")
    return paths


def is_same(table, by_weka):
    """Whether all names, labels and bits of the values are those that WEKA read."""
    attributes, values = by_weka
    kept = [i for i, (name, _) in enumerate(attributes) if name not in table.textual]
    ours = [(a.name, a.labels) for a in table.attributes]
    same_bits = table.values[:, kept].tobytes() == values[:, kept].tobytes()
    return ours == attributes and table.values.shape == values.shape and same_bits


def awkward_dataset():
    """Every awkward label and name, thirds that no decimal ends, missing values."""
    labels = np.arange(len(AWKWARD), dtype=float)
    numbers, missing = 0.1 / (labels + 3), labels.copy()
    numbers[::2] = missing[::3] = NAN
    attributes = (
        Attribute("'%{ n,\\\n"),
        Attribute("?", AWKWARD),
        Attribute(" class ", AWKWARD),
    )
    values = np.column_stack([numbers, missing, labels])
    return Dataset("awkward % 'name'", attributes, values)


@pytest.mark.parametrize("case", CASES["readable"], ids=lambda case: case["claim"])
def test_readable_file(case, read):
    table = read(f"@relation r\n{case['text']}")
    labels = [None if x is None else tuple(x) for x in case["labels"]]
    assert [attribute.labels for attribute in table.attributes] == labels
    values = np.array(case["values"], float).reshape(-1, len(labels))
    np.testing.assert_array_equal(table.values, values)
    assert np.array_equal(np.signbit(table.values), np.signbit(values))


@pytest.mark.parametrize("files", ["readable", "of_uci", "examples"])
def test_weka_reads_files_alike(files, read_by_weka, request):
    paths = request.getfixturevalue(files)
    assert [x for x in paths if not is_same(read_arff(x), read_by_weka(x))] == []


def test_any_label_is_read_as_weka_reads_it(read_by_weka, tmp_path):
    dataset, path = awkward_dataset(), tmp_path / "awkward.arff"
    write_arff(dataset, path)
    again = read_arff(path)
    assert is_same(again, read_by_weka(path))
    assert again.attributes == dataset.attributes
    assert again.values.tobytes() == dataset.values.tobytes()


def test_textual_attributes_have_a_type_and_no_values(read):
    table = read(
        "@relation r\n@attribute note string\n@attribute n real\n"
        "@attribute day DATE 'yyyy-MM-dd'\n@data\n"
        "'a, \\'b\\'',1,2001-02-03\n?,2,?\n"
    )
    assert table.textual == {"note": "string", "day": "date"}
    np.testing.assert_array_equal(table.values, [[NAN, 1, NAN], [NAN, 2, NAN]])


def test_byte_order_mark_is_no_part_of_the_file(read):
    table = read("\ufeff@relation r\n@attribute a real\n@data\n1\n")
    assert table.values.tolist() == [[1.0]]


# Refusals


@pytest.mark.parametrize(
    "case", CASES["refused"] + CASES["refused_rows"], ids=lambda case: case["fault"]
)
def test_a_file_is_refused_for(case, read):
    header = HEADER if case in CASES["refused_rows"] else "@relation r\n"
    with pytest.raises(ValueError, match=f"file.arff: .*{case['says']}"):
        read(header + case["text"])


def test_labels_are_read_or_refused_at_once(read):
    # liac-arff's own reading of a declaration would take years.
    text = "@relation r\n@attribute a {" + "".join(f"l{n}," for n in range(40))
    odd, start = ",{}x" + ",z" * 40, time.monotonic()
    assert read(f"{text}'{odd}'}}\n@data\n").attributes[0].labels[-1] == odd
    with pytest.raises(ValueError, match="line 2: cannot read"):
        read(f"{text}x y}}\n@data\n")
    assert time.monotonic() - start < 5


def test_bytes_that_are_not_utf_8_are_refused(tmp_path):
    path = tmp_path / "latin.arff"
    path.write_bytes(HEADER.encode() + "1,é\n".encode("latin-1"))
    with pytest.raises(ValueError, match=f"{path}: byte 0xe9 after .*1,\\S is not UTF"):
        read_arff(path)
