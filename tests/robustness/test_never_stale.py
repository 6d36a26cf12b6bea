"""Where Snakemake's notes are lost, what has changed is made again, or is named."""

import os
import re
import shutil

import pytest

pytestmark = pytest.mark.slow

CHANGES = {
    "classifier": ("n_neighbors: 3", "n_neighbors: 5", "traced.yaml"),
    "test": ("runs: 2", "runs: 2\nalpha: 0.1", "traced.yaml"),
    "data": ("2.1,smooth,a", "2.2,smooth,a", "leaves.arff"),
    "module": ("FEWEST = 22", "FEWEST = 23", "mine_checks.py"),
}


def change(study, what):
    """Change the study; its file gets no newer than the results are."""
    old, new, file = CHANGES[what]
    time = (study.folder / file).stat().st_mtime_ns
    study.replace(old, new, file)
    os.utime(study.folder / file, ns=(time, time))


def change_back(study, what):
    """Undo a change."""
    old, new, file = CHANGES[what]
    study.replace(new, old, file)


def assert_not_stale(study, *options):
    """The study is made as it is now, or stops by name and is made as it says."""
    code, said = study(*options)
    if code:
        found = re.findall(r"run it again with `--forcerun ([\w ]+)`", said)
        found += re.findall(r"run it with `--forcerun ([\w ]+)`", said)
        assert found, said
        code, said = study(*options, "--forcerun", *" ".join(found).split())
        assert code == 0, said
    assert "verified: " in study.do("verify")


def deleted(study, tmp_path):
    """The folder .snakemake is gone."""
    study.forget()
    return study, ()


def another_backend(study, tmp_path):
    """Snakemake keeps its notes elsewhere."""
    return study, ("--persistence-backend", "db")


def copied_with_times(study, tmp_path):
    """The results are in a second working directory."""
    return _copied(study, tmp_path, shutil.copy2)


def copied_without_times(study, tmp_path):
    """As a copy that was made with all times as they came."""
    return _copied(study, tmp_path, shutil.copyfile)


def _copied(study, tmp_path, copy):
    folder = tmp_path / "second"
    shutil.copytree(study.folder, folder, copy_function=copy)
    other = type(study)(folder)
    other.forget()
    return other, ()


WAYS = [deleted, another_backend, copied_with_times, copied_without_times]


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("lose", WAYS, ids=lambda lose: lose.__name__)
def test_a_change_is_seen_without_snakemakes_notes(copied, tmp_path, what, lose):
    if lose is another_backend:
        change(copied, what)
        study, options = lose(copied, tmp_path)
    else:
        study, options = lose(copied, tmp_path)
        change(study, what)
    assert stale_is_named(study, *options)


def stale_is_named(study, *options):
    """Whether a call makes again what changed, or stops by name."""
    if set(study.jobs(*options)) > {"check_results"}:
        return True
    code, said = study(*options)
    return code != 0 and "--forcerun" in said


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_said_makes_the_study_as_it_is_now(copied, study_in, tmp_path, what):
    copied.forget()
    change(copied, what)
    assert_not_stale(copied)
    fresh = study_in(tmp_path / "fresh")
    for name in {file for *_, file in CHANGES.values()}:
        shutil.copy(copied.folder / name, fresh.folder)
    # What was trained for the same reads no notes.
    shutil.copytree(copied.top / "cache", fresh.top / "cache")
    fresh.do()
    assert fresh.made() == copied.made()


@pytest.mark.parametrize("what", ["classifier", "test"])
def test_a_change_and_back_is_seen_without_snakemakes_notes(
    copied, undisturbed, tmp_path, what
):
    change(copied, what)
    copied.do()
    change_back(copied, what)
    study, _ = copied_without_times(copied, tmp_path)
    assert stale_is_named(study)
    # With its notes Snakemake goes back by itself.
    copied.do()
    assert copied.made() == undisturbed.made()
