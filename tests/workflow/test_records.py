"""What is held to records: copies, imported accuracies, what a reader is promised."""

import os
import random
import shutil

import pytest

pytestmark = pytest.mark.slow


def test_a_copy_whose_files_have_any_times_is_made_again_with_the_same_bytes(
    copied, finished
):
    shutil.rmtree(copied.folder / ".snakemake")
    files = [file for file in copied.folder.rglob("*") if file.is_file()]
    random.Random(1).shuffle(files)
    for i, file in enumerate(files):
        os.utime(file, (1_600_000_000 + i, 1_600_000_000 + i))
    code, said = copied("verify")
    assert code == 0, said
    assert "verified: " in said
    code, said = copied()
    assert code == 0, said
    assert copied.results() == finished.results()
    logs = copied.folder.glob("results/tiny/logs/crossvalidate/*/*")
    assert all(": 0 runs trained" in path.read_text() for path in logs)


def test_imported_accuracies_give_the_same_tables_and_are_verified(finished, fresh):
    theirs = fresh.folder / "theirs.csv"
    shutil.copy(finished.folder / "results" / "tiny" / "accuracies.csv", theirs)
    config = ["accuracies=theirs.csv"]
    code, said = fresh(config=config)
    assert code == 0, said
    ours, made = finished.results(), fresh.results()
    for path in ("accuracies.csv", "tables/all.csv", "tables/front.md"):
        assert made[path] == ours[path]
    assert "data/from-iris.zip" not in made
    code, said = fresh("verify", config=config)
    assert code == 0, said
    theirs.write_text(theirs.read_text().replace(",75,", ",74,", 1))
    code, said = fresh("verify", config=config)
    assert code == 1
    assert "import_accuracies was made from another ../theirs.csv" in said
