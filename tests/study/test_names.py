"""Names that files can have, each its own."""

import re
import unicodedata

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tenbyten.study.names import fold_case, make_name, name_fault, rename_for_files
from tenbyten.study.reading import read_sheet


@pytest.mark.parametrize(
    "name", ["J48", "1-NN", "SVM_rbf.2+", "δέντρο", "随机森林", "é", "पेड़", "x" * 64]
)
def test_letters_of_any_script_make_a_name(name):
    assert name_fault(name) == ""
    assert make_name(name) == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "is empty"),
        ("random forest", "has ' '; give letters"),
        ("a/b", "has '/'; give letters"),
        ("a\n", "has '\\\\n'"),
        (".x", r"begins with '\.'"),
        ("-rf", "begins with '-'"),
        ("\u0301e", "begins with"),
        ("שלום", "has '.u05e9'"),
        ("a\u3164b", "has '.u3164'"),
        ("e\u0301", r"in two parts, 'e.u0301'; write it in one, such as 'é', which"),
        ("x" * 65, "takes 65 bytes in UTF-8; give 64 at most"),
        ("林" * 22, "takes 66 bytes in UTF-8"),
    ],
)
def test_what_is_no_name_is_said_with_a_remedy(name, said):
    fault = name_fault(name)
    assert re.search(said, fault)
    assert "give " in fault or "write " in fault


@given(st.text())
def test_every_text_becomes_a_name_or_nothing(text):
    name = make_name(text)
    assert not name or name_fault(name) == ""
    assert make_name(name) == name


@given(st.text(), st.integers(1, 64))
def test_a_name_has_no_more_bytes_than_asked(text, most):
    assert len(make_name(text, most=most).encode()) <= most


@given(st.text())
def test_what_some_file_systems_take_for_one_is_folded_to_one(text):
    assert fold_case(text) == fold_case(unicodedata.normalize("NFD", text))
    assert fold_case(fold_case(text)) == fold_case(text)


@given(st.lists(st.text(), min_size=1, max_size=6, unique=True))
@example(["my data", "my_data", "a/b", "A_B", "?!", "\u202e"])
@example(["", "DATASET"])
def test_every_data_set_has_a_name_of_its_own_that_files_can_bear(given_names):
    table = pd.DataFrame({"dataset": given_names * 2})
    renamed, names = rename_for_files(table, "dataset")
    assert renamed["dataset"].tolist() == [names[x] for x in table["dataset"]]
    assert not any(map(name_fault, names.values()))
    assert len(set(map(fold_case, names.values()))) == len(given_names)
    for name in given_names:
        # Who has a fit name that nobody else has keeps it.
        alike = [x for x in given_names if fold_case(x) == fold_case(name)]
        assert name_fault(name) or len(alike) > 1 or names[name] == name


def test_names_that_change_are_told_and_a_sheet_takes_the_new_ones(tmp_path, caplog):
    fit = pd.DataFrame({"dataset": ["iris", "zoo", "δέντρο-1"]})
    assert rename_for_files(fit, "dataset")[0].equals(fit)
    assert not caplog.text
    table = pd.DataFrame({"dataset": ["iris", "my data", "a/b", *map(str, range(5))]})
    renamed, _ = rename_for_files(table, "dataset")
    assert "get others: 'my data' is my_data, 'a/b' is a_b" in caplog.text
    assert "more" not in caplog.text
    sheet = tmp_path / "datasets.tsv"
    sheet.write_text("\n".join(["name", *renamed["dataset"]]) + "\n")
    assert list(read_sheet(sheet)) == renamed["dataset"].tolist()
    rename_for_files(table + "?", "dataset")
    assert "and 3 more" in caplog.text


def test_cells_of_a_sheet_may_be_quoted(tmp_path):
    text = '#\t"a comment\n"name"\t"file"\t"drop"\n"a"\t"a ""b"".csv"\t"x;y"\n'
    (tmp_path / "sheet.tsv").write_text(text)
    (row,) = read_sheet(tmp_path / "sheet.tsv").values()
    assert [row[x] for x in ("name", "file", "drop")] == ["a", 'a "b".csv', "x;y"]
