"""Data-set sheets: what is refused and how."""

import pytest
from small_study import SHEET


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        (
            SHEET.replace("bundled", "bundeled"),
            "unknown column .bundeled.; did you mean bundled",
        ),
        (SHEET.replace("2\twine", "1\twine"), "number is 1, but the row above has 1"),
        (SHEET.replace("1\tiris", "3\tiris"), "row 2 .wine.: number is 2, but the row"),
        (SHEET.replace("2\twine", "\twine"), "row 2 .wine.: no number, unlike the row"),
        (SHEET.replace("1\tiris", "\tiris"), "row 2 .wine.: a number, unlike the row"),
        (
            SHEET.replace("2\twine\t", "2\tIris\t"),
            "row 2 .Iris.: the name stands twice",
        ),
        (SHEET.replace("\t178", "\tmany"), "row 2 .wine.: key instances: is 'many'"),
        (
            SHEET.replace("\t178", ""),
            "row 2 .wine.: the header has 4 cells, the row 3; put exactly one",
        ),
        (
            SHEET.replace("\twine\t", "\t../wine\t"),
            "name: '../wine' has '/'",
        ),
        (SHEET.splitlines()[0] + "\n", "no row below the header"),
        (
            SHEET.replace("instances", "group").replace("\t150", "\ta\N{ESCAPE}b"),
            "key group of iris: the character '.x1b', which cannot be printed",
        ),
    ],
)
def test_a_wrong_cell_is_named_with_its_row(study_of, sheet, message):
    with pytest.raises(ValueError, match=message):
        study_of(sheet)


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        (SHEET.replace("\t", " "), r"no column `name` .*; add it, and put exactly one"),
        (
            SHEET.replace("\t", ","),
            r"\(number,name,bundled,instances\); add it, and put",
        ),
        (SHEET.replace("number", "number ", 1), "'number '; did you mean number?"),
        (SHEET.replace("name\t", "name\t\t", 1), "column ''; put exactly one tab"),
        (SHEET.replace("\tinstances", "\t", 1), "column ''; put exactly one tab"),
        (SHEET.replace("2\twine\twine\t", "2 wine wine "), "has 4 cells, the row 1; "),
        (SHEET.replace("\t178", ""), "for an empty one, also at the end, its tab"),
        ("# name\n", "no column `name`"),
    ],
)
def test_cells_are_between_tabs(study_of, sheet, message):
    with pytest.raises(ValueError, match=message):
        study_of(sheet)


def test_a_sheet_without_numbers_is_counted_and_its_comments_are_not(study_of):
    numbered = study_of(SHEET, subsets={"both": [1, 2]})
    plain = "\n".join(line.split("\t", 1)[1] for line in SHEET.splitlines())
    lines = f"# of flowers\n{plain}\n#glass\tglass\t214\n"
    study = study_of(lines, subsets={"both": [1, 2]})
    assert list(study.datasets) == ["iris", "wine"]
    assert study.datasets_by_subset == numbered.datasets_by_subset
    assert "number" not in study.datasets["iris"]
