"""A data set under two names stops a study, unless it says that this is meant."""

import pytest

pytestmark = pytest.mark.slow


def test_copies_of_a_data_set_stop_the_study_and_are_counted_where_allowed(fresh):
    sheet, study = fresh.folder / "tiny.tsv", fresh.folder / "tiny.yaml"
    sheet.write_text(sheet.read_text() + "4\tagain\tiris\t150\n")
    study.write_text(study.read_text().replace("all: [1, 3]", "all: [1, 4]"))
    code, said = fresh()
    assert code != 0
    assert "data sets iris, again are one table: " in said
    assert not [*fresh.folder.glob("results/tiny/counts/*/*.csv")]
    study.write_text(study.read_text() + "duplicates: allow\n")
    code, said = fresh()
    assert code == 0, said
    summary = (fresh.folder / "results" / "tiny" / "summary.txt").read_text()
    assert "on 1 group of data sets (iris and again)" in " ".join(summary.split())
