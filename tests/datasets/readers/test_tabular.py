"""A table is read from a local file of any format, its types by a rule."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.table import Attribute

WHERE = "sheet, row 1 (it)"
PEOPLE = """age,height,eyes,smokes,name,born,class
31,1.75,blue,yes,Ann,1990-01-02,0
22,?,brown,no,"Bo, jr",1999-11-30,1
45,1.8,brown,,Cy,1976-05-05,0
31,1.62,green,no,Di,1990-07-14,1
50,1.7,blue,no,Ed,1971-02-28,0
"""


def test_a_csv_file_is_read_with_types_by_its_values(read):
    raw = read(PEOPLE)
    assert raw.attributes == (
        Attribute("age"),
        Attribute("height"),
        Attribute("eyes", ("blue", "brown", "green")),
        Attribute("smokes", ("no", "yes")),
        Attribute("name"),
        Attribute("born"),
        Attribute("class", ("0", "1")),
    )
    assert raw.textual == {"name": "identifier", "born": "date"}
    nan = np.nan
    expected = [
        [31, 1.75, 0, 1, nan, nan, 0],
        [22, nan, 1, 0, nan, nan, 1],
        [45, 1.8, 1, nan, nan, nan, 0],
        [31, 1.62, 2, 0, nan, nan, 1],
        [50, 1.7, 0, 0, nan, nan, 0],
    ]
    np.testing.assert_array_equal(raw.values, expected)
    assert raw.reasons == {
        "age": "every value is a number",
        "height": "every value is a number",
        "eyes": "3 different texts",
        "smokes": "2 different texts",
        "name": "5 different values in 5 rows",
        "born": "dates or times such as '1990-01-02'",
        "class": "the class",
    }


def test_every_format_gives_the_same_table(read):
    lines = [line.split(",") for line in PEOPLE.replace('"Bo, jr"', "Bo").splitlines()]
    kept = [[*line[:4], line[-1]] for line in lines]
    text = "".join(",".join(line) + "\n" for line in kept)
    expected = read(text)
    frame = pd.DataFrame(kept[1:], columns=kept[0]).replace({"": None, "?": None})
    frame = frame.astype({"age": "int64", "height": float, "class": "int8"})
    arff = "@relation r\n@attribute age numeric\n@attribute height numeric\n"
    arff += "@attribute eyes {blue,brown,green}\n@attribute smokes {no,yes}\n"
    arff += "@attribute class {0,1}\n@data\n"
    arff += "\n".join(",".join(cell or "?" for cell in line) for line in kept[1:])
    tables = [read(text.replace(",", "\t"), x) for x in (".tsv", ".TSV", ".TSV.GZ")]
    tables += [read(text.replace(",", ";"), x) for x in (".CSV", ".csv.gz", ".Csv.Gz")]
    for found in (*tables, read(frame), read(arff, ".arff")):
        assert found.attributes == expected.attributes
        np.testing.assert_array_equal(found.values, expected.values)


def column(values, target="yn"):
    """Text of a file with a column `a` of values, and a class."""
    rows = [f"{value},{target[row % 2]}" for row, value in enumerate(values)]
    return "\n".join(["a,class", *rows]) + "\n"


TEXTS = [f"t{n}" for n in range(30)]
NUMBERS = [str(n / 4) for n in range(30)]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["1", "2.5", "-3e7", "", "4"], "numeric"),
        (["7"] * 5, "numeric"),
        ([str(n) for n in range(10)], "identifier: counts the rows from 0"),
        ([str(n) for n in range(1, 11)], "identifier: counts the rows from 1"),
        ([str(n) for n in range(9)], "numeric"),
        ([str(n) for n in range(2, 12)], "identifier: counts the rows from 2"),
        ([str(n) for n in range(5012, 5000, -1)], "identifier: .* rows down from 5012"),
        ([f"{n}.5" for n in range(12)], "numeric"),
        ([*map(str, range(8)), *map(str, range(9, 15))], "numeric"),
        ([*NUMBERS, "n.a."], "mixed: .* row 31 has 'n.a.'; name it in `missing_mark"),
        (["2", "3", "5", "n.a."], "mixed: numbers, but row 4 has 'n.a.'"),
        (["9007199254740993", "1"], "identifier: whole numbers beyond"),
        (["9007199254740992", "1"], "numeric"),
        (["90071992547409931234", "1"], "identifier: whole numbers beyond"),
        (["1e300", "1"], "numeric"),
        (["inf", "1", "2"], "infinite: infinite in row 1"),
        (["1", "-1e999", "2"], "infinite: infinite in row 2"),
        (["2020-01-31", "2020-02-01"] * 2, "date: dates or times such as '2020-01-31'"),
        (["31.1.2020", "1.2.2020"] * 2, "date: .*'31.1.2020'"),
        (["01/31/20", "2/1/2020"] * 2, "date: .*'01/31/20'"),
        (["2020-01-31T10:00:00Z", "2020-02-01 11:00"] * 2, "date"),
        (["12:30", "1:15 pm"] * 2, "date"),
        (["30-39", "40-49"] * 2, "nominal"),
        (["a", "b", "c"], "identifier: 3 different values in 3 rows"),
        (["a", "a", "a"], "nominal"),
        (["a", "b", "c", "c"], "nominal"),
        ([*TEXTS[:10], "t0"], "nominal"),
        ([*TEXTS[:11], "t0"], "text: 11 different values in 12 rows"),
        (TEXTS[:11] * 2, "nominal"),
        (TEXTS * 2, "nominal"),
        ([*TEXTS, *TEXTS[:29]], "text: 30 different values in 59 rows"),
        ([*NUMBERS, "none", "none"], "mixed: numbers, but row 31 has 'none'"),
        ([*NUMBERS * 2, *TEXTS[:5] * 2], "mixed: numbers, but row 61 has 't0'"),
        ([*NUMBERS * 2, *TEXTS[:6] * 2], "nominal"),
        (["2", "3", "4", "5more"] * 2, "nominal"),
        (["true", "false"] * 2, "nominal"),
        (["", "", ""], "empty: has no value at all"),
        (["0x10", "0x1F"] * 2, "nominal"),
        (["0x10", "31"] * 2, "nominal"),
        (["nan(1)", "1", "2", "2"], "nominal"),
        (["+1.5", "-nan", "2"], "numeric"),
        (["1_000", "2_000"] * 2, "nominal"),
        (['"1,000"', "2", "3"], "thousands separators: numbers such as '1,000'; write"),
        (['"1,000"', '"2,500"'] * 2, "thousands separators: numbers such as '1,000'"),
        (['"1,234,567.5"', "2"] * 2, "thousands separators: .*'1,234,567.5'"),
        (['"1.000,00"', '"983,50"'] * 2, "thousands separators: .*'1.000,00'"),
        (["1.234.567", "3.770"] * 2, "thousands separators: .*'1.234.567'"),
        (["1'000", "2'500"] * 2, "thousands separators: .*1'000"),
        (["1\u2019000", "2"] * 2, "thousands separators"),
        (["1 000", '"12 345,5"'] * 2, "thousands separators"),
        (["1\u202f000", "2"] * 2, "thousands separators"),
        (['"1,00,000"', "2"] * 2, "thousands separators"),
        (['"1,5"', '"0,500"'] * 2, "decimal commas: numbers such as '1,5'; write them"),
        ([f'"{n},500"' for n in range(1, 31)] + ["x"] * 2, "mixed: .* row 31 has 'x'"),
        (["3.770", "983"] * 2, "numeric"),
        (['"1,2,3"', '"1,2"'] * 2, "nominal"),
        (["1.2.3", "1.2"] * 2, "nominal"),
    ],
)
def test_a_column_of_a_text_file_is_what_the_rule_says(read, values, kind):
    raw = read(column(values))
    attribute = raw.attributes[0]
    if "a" in raw.textual:
        found = f"{raw.textual['a']}: {raw.reasons['a']}"
    else:
        found = "nominal" if attribute.is_nominal else "numeric"
    assert re.match(kind, found), found
    assert ("a" in raw.textual) == np.isnan(raw.values[:, 0]).all()


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        (["10", "9", "9.0", "-1"], ("-1", "9", "10")),
        (["010", "9", "10"], ("9", "010", "10")),
        (["1.5", "0.5", "1"], ("0.5", "1", "1.5")),
        (["b", "10", "9"], ("10", "9", "b")),
        (["2020-01-31", "2019-01-31"], ("2019-01-31", "2020-01-31")),
        (TEXTS, tuple(sorted(TEXTS))),
        (["+1", "1", "-1"], ("-1", "1")),
        (["+1", "-1", "+1"], ("-1", "+1")),
        (["+0", "-0", "1"], ("0", "1")),
        (["+1.0", "1", "2."], ("1", "2")),
        (["01", "1", "+01"], ("01", "1")),
        (["00", "-00", "0"], ("0", "00")),
        (["+1", "1", "a"], ("+1", "1", "a")),
        (["1.5", "+1.5", "1"], ("1", "+1.5", "1.5")),
    ],
)
def test_a_column_named_as_nominal_is_so_whatever_it_holds(read, values, labels):
    raw = read(column(values), nominal=["a"])
    assert raw.attributes[0].labels == labels
    assert raw.reasons["a"] == "named as nominal"
    assert not raw.textual


def test_a_column_named_as_numeric_is_so_if_its_values_are(read):
    values = [str(n) for n in range(12)]
    raw = read(column(values), numeric=["a"])
    assert raw.values[:, 0].tolist() == list(range(12))
    raw = read(column(["90071992547409931", "1"]), numeric=["a"])
    assert raw.values[0, 0] == float("90071992547409931")
    for text in ("x", "1,000", "1 000", "1,5"):
        with pytest.raises(
            ValueError, match=f"row 2 has '{text}'; .*`missing_markers`"
        ):
            read(column(["1", f'"{text}"']), numeric=["a"])
    with pytest.raises(ValueError, match="column 'a' is infinite in row 1"):
        read(column(["inf", "x"]), numeric=["a"], missing=["x"])


def test_points_beside_semicolons_may_separate_thousands(read):
    text = "area,n,class\n983,1,x\n3.770,2,y\n7.447,2,x\n"
    assert read(text).values[:, 0].tolist() == [983, 3.77, 7.447]
    text = text.replace(",", ";")
    told = read(text).reasons["area"]
    assert "as in '3.770' can be decimal or separate" in told
    labels = read(text, nominal=["area"]).attributes[0].labels
    assert labels == ("3.770", "7.447", "983")


@pytest.mark.parametrize(
    ("a", "b", "ambiguous"),
    [
        (["983", "3.770"], ["1", "2"], ["a"]),
        (["983", "12345", "3.770"], ["1", "2", "3"], ["a"]),
        (["-1.000", "+2.000", "?"], ["1", "2", ""], ["a"]),
        (["3.770", "7.447"], ["12.500", "1.250"], ["a", "b"]),
        (["3.770", "7.447"], ["12.5", "1.25"], []),
        (["3.770", "7.447"], ["0.125", "1.250"], []),
        (["3.770", "7.4471"], ["1", "2"], []),
        (["3.770", "1e-1"], ["1", "2"], ["a"]),
        (["3.770", "1234.567"], ["1", "2"], []),
        (["983", "3,770"], ["1", "2"], ["a"]),
        (["983", "3,770"], ["1,5", "2"], []),
        (["3,770", "0,447"], ["1", "2"], []),
        (["3,770", "7,447"], ["x", "y"], ["a"]),
    ],
)
def test_points_or_commas_beside_semicolons_can_be_ambiguous(read, a, b, ambiguous):
    pairs = zip(a, b, strict=True)
    rows = [f"{one};{other};{row % 2}" for row, (one, other) in enumerate(pairs)]
    text = "\n".join(["a;b;y", *rows])
    found = read(text, nominal=["b"] if "x" in b else [])
    assert found.textual == dict.fromkeys(ambiguous, "ambiguous")
    decimals = read(text, numeric=["a"] if "x" in b else ["a", "b"])
    expected = [np.nan if x == "?" else float(x.replace(",", ".")) for x in a]
    for raw in (decimals, *([] if ambiguous else [found])):
        np.testing.assert_array_equal(raw.values[:, 0], expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a;b;y\n1,5;0.5;0\n",
            "column 'a' has commas in its numbers, such as '1,5', column 'b' has "
            "points, such as '0.5'; some may separate thousands: write all numbers "
            "without thousands separators, and with decimal points",
        ),
        ("a;b;y\n1,5;1.000;0\n2;2.000;1\n", "column 'b' has points, such as '1.000'"),
        ("a;b;y\n1,500;0.5;0\n", "column 'a' has commas .* may separate thousands"),
        ("a,y,\n1,2,\n3,4,5\n", "the last column has no name in the first line"),
    ],
)
def test_a_table_that_can_be_read_in_two_ways_is_refused(read, text, message):
    with pytest.raises(ValueError, match=f"it.csv: .*{message}"):
        read(text)


def test_long_whole_numbers_beside_decimal_commas_are_no_floats(read):
    raw = read("id;a;y\n90071992547409931;1,5;0\n90071992547409933;2;1\n")
    assert raw.textual == {"id": "identifier"}
    assert raw.values[:, 1].tolist() == [1.5, 2]


FLOATS = st.floats(allow_nan=False, allow_infinity=False)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(FLOATS, min_size=1, max_size=50))
def test_every_float_is_read_to_the_very_bits_that_were_written(read, numbers):
    text = "".join(f"{number!r},{row % 2}\n" for row, number in enumerate(numbers))
    raw = read("a,y\n" + text, numeric=["a"])
    assert raw.values[:, 0].tobytes() == np.array(numbers).tobytes()


def test_a_value_is_told_in_few_words(read):
    for value in ("9" * 30_000, "x" * 30_000, "2020-01-02 " + "x" * 30_000):
        raw = read(column([value, "1", "2"]))
        assert len(str(raw.reasons)) < 300
        with pytest.raises(ValueError, match="row 1 has 'x") as caught:
            read(column(["x" * 30_000, "1"]), numeric=["a"])
        assert len(str(caught.value)) < 500


def with_classes(classes):
    """Text of a file with a column of numbers and a class."""
    rows = [f"{row / 8},{label}" for row, label in enumerate(classes)]
    return "\n".join(["a,class", *rows]) + "\n"


@pytest.mark.parametrize(
    ("classes", "labels"),
    [
        ("110", ("0", "1")),
        (["10", "9", "9"], ("9", "10")),
        (["1.0", "0.0", "1"], ("0", "1")),
        (["b", "a", "c"], ("a", "b", "c")),
        (["true", "false"], ("false", "true")),
        (["-1", "+1", "+1"], ("-1", "+1")),
        (["-1", "+1", "1"], ("-1", "1")),
        (["0", "-0", "1"], ("0", "1")),
        (["b", "", "?"], ("b",)),
    ],
)
def test_the_target_is_nominal_whatever_it_holds(read, classes, labels):
    raw = read(with_classes(classes))
    assert raw.attributes[-1].labels == labels
    missing = [label in ("", "?") for label in classes]
    assert np.isnan(raw.values[:, -1]).tolist() == missing


def test_the_target_can_be_any_column(read):
    raw = read("kind,a\nx,1.5\ny,2.5\n", target="kind")
    assert raw.attributes == (Attribute("kind", ("x", "y")), Attribute("a"))
    codes = read(with_classes(["0.5", "1.5"]), nominal=["class"])
    assert codes.attributes[-1].labels == ("0.5", "1.5")


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        (["1.5", "2", "2"], "the target 'class' has numbers with fractions, such as 1"),
        (TEXTS, "has 30 different values in 30 rows: it is no class"),
        (map(str, range(30)), "has 30 different whole numbers in 30 rows: this looks"),
        (["", "", ""], "the target 'class' has no value in any row"),
    ],
)  # fmt: skip
def test_what_is_no_class_is_refused(read, classes, message):
    with pytest.raises(ValueError, match=f"^sheet, .*it.csv: .*{message}"):
        read(with_classes(classes))


def numbers(different, rows):
    """So many different whole numbers in so many rows, as texts."""
    return [str(7 * (row % different)) for row in range(rows)]


@pytest.mark.parametrize(
    ("classes", "is_quantity"),
    [
        (numbers(214, 442), True),
        (numbers(101, 909), True),
        (numbers(11, 54), True),
        (numbers(100, 1600), False),
        (numbers(26, 520), False),
        (numbers(11, 55), False),
        (numbers(10, 12), False),
    ],
)
def test_whole_numbers_are_a_quantity_if_they_are_many(read, classes, is_quantity):
    different = len(set(classes))
    if is_quantity:
        found = f"has {different} different whole numbers in {len(classes)} rows: this"
        with pytest.raises(ValueError, match=f"{found} looks like regression, .* RMSE"):
            read(with_classes(classes))
    asked = {"nominal": ["class"]} if is_quantity else {}
    raw = read(with_classes(classes), **asked)
    assert len(raw.attributes[-1].labels) == different


def test_classes_of_the_uci_tables_are_no_quantities_as_numbers(uci, read):
    # One of them has rare classes: 24 in 226 rows, half of them with two rows or one.
    for file in uci.glob("*.arff"):
        raw = read_arff(file)
        if raw.attributes[-1].is_nominal:
            codes = [str(int(x)) for x in raw.values[:, -1] if x == x]
            made = read(with_classes(codes))
            assert len(made.attributes[-1].labels) == len(set(codes)), file.name


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"target": "clas"}, "target names no column 'clas'; did you mean 'class'"),
        ({"nominal": ["ages"]}, "as_nominal names no column 'ages'; .* mean 'age'"),
        ({"numeric": ["zz"]}, "as_numeric names no column 'zz'; did you mean"),
        ({"nominal": ["ages", "hight", "ages"]}, "'age'.* And no 'hight'; .* 'height'"),
        ({"nominal": [f"no{n}" for n in range(12)]}, "And no 'no9'.* And no 2 more$"),
        ({"nominal": ["age"], "numeric": ["age"]}, "'age' is named as nominal and num"),
        ({"numeric": ["class"]}, "the target 'class' is named as numeric"),
        ({"numeric": ["eyes"]}, "'eyes' is named as numeric, but row 1 has 'blue'"),
    ],
)
def test_columns_that_cannot_be_so_are_refused(read, settings, message):
    with pytest.raises(ValueError, match=message):
        read(PEOPLE, **settings)


@pytest.mark.parametrize("key", ["nominal", "numeric", "missing"])
def test_of_an_arff_file_nothing_is_to_be_said(read, key):
    text = "@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n1,x\n2,y\n"
    assert read(text, ".arff").reasons == {}
    with pytest.raises(ValueError, match="an ARFF file declares its types"):
        read(text, ".arff", **{key: ["a"]})


def in_words(raw):
    """The labels or numbers of all columns."""
    columns = zip(raw.attributes, raw.values.T, strict=True)
    return {
        x.name: [v if v != v or x.labels is None else x.labels[int(v)] for v in values]
        for x, values in columns
    }


@pytest.mark.parametrize("name", ["credit-a", "cmc", "iris", "soybean"])
def test_a_uci_table_is_the_same_from_csv_once_its_codes_are_named(name, uci, read):
    ours = read_arff(uci / f"{name}.arff")
    frame = pd.DataFrame(in_words(ours))
    nominal = [a.name for a in ours.attributes if a.is_nominal]
    raw = read(frame.to_csv(index=False), nominal=nominal, target=frame.columns[-1])
    pd.testing.assert_frame_equal(pd.DataFrame(in_words(raw)), frame)


def test_a_value_as_long_as_a_book_is_no_label(read):
    with pytest.raises(ValueError, match="column 'class' has a text of 20,000 char"):
        read(f"a,class\n1,x\n2,{'y' * 20_000}\n1,x\n")
