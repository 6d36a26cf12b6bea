"""All tables of the page, and their files."""

from itertools import chain

from report_pages import write_tables
from tenbyten.report.sections.registry import tables_of_study, tables_of_subset


def all_tables(contents):
    """Make the tables of the study and of its largest subset."""
    made = list(chain(*tables_of_study(contents).values()))
    return made + tables_of_subset(contents, "all")


def test_every_table_is_exported_and_numbers_stand_in_a_file_once(small, tmp_path):
    write_tables(small, tmp_path)
    written = {path.name for path in tmp_path.iterdir()}
    assert {name for name in written if name.endswith(".csv")} == {
        "means.csv",
        "means-auc.csv",
        "means-log_loss.csv",
        "datasets.csv",
        "summary.csv",
    }
    assert len(written) == 2 * 7 + 5 + 6 + 4
    for table in all_tables(small):
        assert (f"{table.name}.tex" in written) != bool(table.tex)
        inside = f"{table.name}.csv" in written
        assert inside != bool(table.csv)
