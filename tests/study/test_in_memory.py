"""Names in a table become names that files can bear, each its own."""

import pandas as pd
from hypothesis import example, given
from hypothesis import strategies as st

from tenbyten.study.in_memory import name_for_files
from tenbyten.study.names import fault_of_name, folded
from tenbyten.study.sheet import read_sheet


@given(st.lists(st.text(), min_size=1, max_size=6, unique=True))
@example(["my data", "my_data", "a/b", "A_B", "?!", "\u202e"])
def test_every_data_set_has_a_name_of_its_own_that_files_can_bear(given_names):
    table = pd.DataFrame({"dataset": given_names * 2})
    renamed, names = name_for_files(table, "dataset")
    assert renamed["dataset"].tolist() == [names[x] for x in table["dataset"]]
    assert not any(map(fault_of_name, names.values()))
    assert len(set(map(folded, names.values()))) == len(given_names)
    for name in given_names:
        # Who has a fit name that nobody else has keeps it.
        alike = [x for x in given_names if folded(x) == folded(name)]
        assert fault_of_name(name) or len(alike) > 1 or names[name] == name


def test_names_that_change_are_told_and_a_sheet_takes_the_new_ones(tmp_path, caplog):
    table = pd.DataFrame({"dataset": ["iris", "my data", "a/b", *map(str, range(5))]})
    renamed, _ = name_for_files(table, "dataset")
    assert "get others: 'my data' is my_data, 'a/b' is a_b" in caplog.text
    assert "more" not in caplog.text
    sheet = tmp_path / "datasets.tsv"
    sheet.write_text("\n".join(["name", *renamed["dataset"]]) + "\n")
    assert list(read_sheet(sheet)) == renamed["dataset"].tolist()
    name_for_files(table + "?", "dataset")
    assert "and 3 more" in caplog.text


def test_fit_names_stay_and_nothing_is_told(caplog):
    table = pd.DataFrame({"dataset": ["iris", "zoo", "δέντρο-1"]})
    assert name_for_files(table, "dataset")[0].equals(table)
    assert not caplog.text
