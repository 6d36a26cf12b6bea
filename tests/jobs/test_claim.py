"""A folder of results belongs to one study file."""

import shutil

import pytest

from tenbyten.jobs.claim import check_claim, claim


@pytest.fixture
def study(tmp_path):
    """A study file, in a folder of its own."""
    return written(tmp_path / "first" / "mine.yaml")


@pytest.fixture
def results(tmp_path, study):
    """The folder that it has claimed."""
    folder = tmp_path / "work" / "results" / "mine"
    claim(folder, study)
    return folder


def written(path):
    """A file, and its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("datasets: mine.tsv\n")
    return path


def test_another_study_file_of_the_name_is_refused_and_both_are_named(
    results, study, tmp_path
):
    other = written(tmp_path / "second" / "mine.yaml")
    for act in (check_claim, claim):
        with pytest.raises(ValueError, match="rename one of the two") as raised:
            act(results, other)
        assert str(study) in str(raised.value)
        assert str(other) in str(raised.value)
    check_claim(results, study)


def test_a_folder_that_nobody_claimed_is_free(tmp_path, study):
    check_claim(tmp_path / "none", study)
    assert not (tmp_path / "none").exists()


def test_a_study_file_is_the_same_through_a_link(results, study, tmp_path):
    (tmp_path / "link").symlink_to(study.parent)
    claim(results, tmp_path / "link" / "mine.yaml")
    (tmp_path / "elsewhere").symlink_to(results)
    check_claim(tmp_path / "elsewhere", study)
    other = written(tmp_path / "second" / "mine.yaml")
    with pytest.raises(ValueError, match="rename one"):
        check_claim(tmp_path / "elsewhere", other)


def test_a_study_file_that_moved_takes_the_folder_over(results, study, tmp_path):
    moved = tmp_path / "second" / "mine.yaml"
    moved.parent.mkdir()
    study.rename(moved)
    claim(results, moved)
    written(study)
    with pytest.raises(ValueError, match="rename one"):
        check_claim(results, study)


def test_results_copied_with_their_study_are_the_copy_s(results, study, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(study.parent, copy / "first")
    shutil.copytree(tmp_path / "work", copy / "work")
    check_claim(copy / "work" / "results" / "mine", copy / "first" / "mine.yaml")
    with pytest.raises(ValueError, match="rename one"):
        check_claim(results, copy / "first" / "mine.yaml")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"study": 3}', "\0"])
def test_a_damaged_record_claims_nothing(results, study, tmp_path, text):
    (results / "study.json").write_text(text)
    claim(results, written(tmp_path / "second" / "mine.yaml"))
    with pytest.raises(ValueError, match="rename one"):
        check_claim(results, study)
