"""Data-set sheets: what is refused and how."""

import pytest
from small_study import SHEET


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        (
            SHEET.replace("bundled", "bundeled"),
            "unknown key bundeled; did you mean bundled",
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
        (SHEET.replace("\t178", ""), "row 2 .wine.: the row has more or fewer cells"),
        (SHEET.replace("\twine\t", "\t../wine\t"), "key name: is '../wine'"),
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


def test_a_sheet_without_numbers_is_counted_and_its_comments_are_not(study_of):
    numbered = study_of(SHEET, subsets={"both": [1, 2]})
    plain = "\n".join(line.split("\t", 1)[1] for line in SHEET.splitlines())
    lines = f"# of flowers\n{plain}\n#glass\tglass\t214\n"
    study = study_of(lines, subsets={"both": [1, 2]})
    assert list(study.datasets) == ["iris", "wine"]
    assert study.positions == numbered.positions == {1: "iris", 2: "wine"}
    assert study.datasets_by_subset == numbered.datasets_by_subset
    assert "number" not in study.datasets["iris"]
