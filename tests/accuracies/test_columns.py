"""The columns of a file of results tell what it has, without the rest of it."""

import pytest

from tenbyten.accuracies.columns import columns_of, has_accuracies

CELL = "dataset,classifier,run,fold,"


@pytest.mark.parametrize(
    ("header", "has"),
    [
        ("dataset,J48,NB", False),
        (CELL + "auc", False),
        (CELL + "auc,tested", False),
        (CELL + "auc,accuracy", True),
        (CELL + "tested,auc,correct", True),
        ("Key_Dataset,Key_Scheme,Percent_correct", True),
    ],
)
def test_a_study_of_another_metric_finds_accuracies_where_they_are(
    tmp_path, header, has
):
    path = tmp_path / "theirs.csv"
    path.write_text(f"\ufeff{header}\n")
    assert has_accuracies(path, "auc") == has
    # What compares accuracies has them, or is told so by its reader.
    assert has_accuracies(path, "accuracy")
    assert columns_of(path) == header.split(",")


def test_a_file_that_is_absent_or_no_table_is_refused(tmp_path):
    path = tmp_path / "theirs.csv"
    with pytest.raises(FileNotFoundError, match="correct the path"):
        columns_of(path)
    path.write_text("dataset,auc,auc\n")
    with pytest.raises(ValueError, match="two columns 'auc'; remove one"):
        columns_of(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="not a CSV file"):
        columns_of(path)
