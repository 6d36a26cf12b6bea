"""Data sets of the study."""

from tenbyten.report.page import write_tables


def test_an_origin_is_told_without_the_folders_of_a_machine(small, tmp_path):
    write_tables(small, tmp_path)
    assert "/home" not in (tmp_path / "datasets.csv").read_text()
    assert "/home" not in (tmp_path / "datasets.tex").read_text()
