"""Data sets of the study."""

import pytest

from tenbyten.report.page import write_tables
from tenbyten.report.sections.datasets import datasets_table


def test_an_origin_is_told_without_the_folders_of_a_machine(small, tmp_path):
    write_tables(small, tmp_path)
    assert "/home" not in (tmp_path / "datasets.csv").read_text()
    assert "/home" not in (tmp_path / "datasets.tex").read_text()


@pytest.mark.parametrize(
    ("treated", "told", "share"),
    [("keep", "20 kept", 1.0), ("drop", "20 dropped", 0.6)],
)
def test_instances_that_lack_a_class_are_counted(small, treated, told, share):
    (plain,) = datasets_table(small)
    assert "no class" not in [column.heading for column in plain.columns]
    name = next(iter(small.origins))
    found = {"missing_class": {"rows": 20, "treated": treated}}
    origins = small.origins | {name: small.origins[name] | found}
    (table,) = datasets_table(small._replace(origins=origins))
    headings = [column.heading for column in table.columns]
    rows = {row[0].text: [cell.text for cell in row] for row in table.rows}
    assert rows[name][headings.index("no class")] == told
    # The largest class has 30 of 50 instances; 20 of these lack one if they are kept.
    majority = headings.index("majority (%)")
    assert rows[name][majority] == f"{100 * share:.1f}"
    others = [row for key, row in rows.items() if key != name]
    assert {row[headings.index("no class")] for row in others} == {""}
    assert {row[majority] for row in others} == {"60.0"}
    assert "neither trained on nor counted" in table.caption
    assert told in table.frame["missing_class"].tolist()


def test_classes_with_fewer_instances_than_folds_are_noted(small):
    (plain,) = datasets_table(small)
    assert "Classes with fewer" not in plain.caption
    first, second, *_ = small.origins
    rare = {
        first: {"odd": 1, "few": 3},
        second: {f"c{n}": 2 for n in range(8)},
    }
    origins = dict(small.origins)
    for name, found in rare.items():
        folds = origins[name]["folds"] | {"rare_classes": found}
        origins[name] = origins[name] | {"folds": folds}
    (table,) = datasets_table(small._replace(origins=origins))
    assert table.paragraphs[-1].endswith(
        f"never both trained on and tested: {first} (odd 1, few 3), {second} (c0 2, c1 "
        f"2, c2 2, c3 2, c4 2 and 3 more)."
    )


def test_why_columns_have_their_types_is_told_where_no_source_says_it(small):
    name = next(iter(small.origins))
    wide = [f"attribute {n}" for n in range(12)]
    columns = {
        "numeric: every value is a number": ";".join(wide),
        "nominal: 3 different texts": "eyes",
        "nominal: the class": "kind",
    }
    origins = small.origins | {name: small.origins[name] | {"columns": columns}}
    facts, types = datasets_table(small._replace(origins=origins))
    assert "columns" not in facts.frame
    assert [[cell.text for cell in row] for row in types.rows] == [
        [
            name,
            "numeric",
            "every value is a number",
            f"{', '.join(f'attribute {i}' for i in range(5))} and 7 more",
        ],
        [name, "nominal", "3 different texts", "eyes"],
        [name, "nominal", "the class", "kind"],
    ]
    assert types.frame["columns"].tolist() == [";".join(wide), "eyes", "kind"]
