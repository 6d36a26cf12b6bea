"""A folder that several users cannot go on with is refused before a run."""

import os
from pathlib import Path

import pytest

from tenbyten.jobs import sharing
from tenbyten.jobs.sharing import check_umask, check_writable


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder of results in the working directory, with Snakemake's beside it."""
    monkeypatch.chdir(tmp_path)
    for folder in (".snakemake/metadata/@long", "results/mine/logs/report"):
        Path(folder).mkdir(parents=True)
    return Path("results/mine")


def closed(monkeypatch, *paths):
    """Have some folders not be this user's to write to; root may write everywhere."""
    may = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode: str(path) not in paths and may(path, mode)
    )


@pytest.mark.parametrize(
    "folder", [".snakemake", ".snakemake/metadata", "results/mine/logs/report"]
)
def test_a_folder_that_cannot_be_written_is_named_with_owner_and_remedy(
    folder, results, monkeypatch
):
    check_writable("", results)
    closed(monkeypatch, folder)
    monkeypatch.setattr(sharing, "_owner", lambda path: "ada")
    with pytest.raises(PermissionError, match=rf"^{folder}: .* it is ada's;") as raised:
        check_writable("", results)
    assert "`chmod -R g+w results .snakemake`" in str(raised.value)


def test_where_nothing_is_yet_the_folder_to_make_it_in_must_be_writable(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    check_writable("", "results/mine")
    closed(monkeypatch, ".")
    with pytest.raises(PermissionError, match=r"^\.: you cannot write here"):
        check_writable("", "results/mine")


def test_a_new_study_needs_no_other_studys_folder(results, monkeypatch):
    closed(monkeypatch, str(results), ".")
    check_writable("", "results/other")
    closed(monkeypatch, "results")
    with pytest.raises(PermissionError, match=r"^results: you cannot write here"):
        check_writable("", "results/other")


@pytest.mark.parametrize(
    ("umask", "mode", "owner", "is_refused"),
    [
        (0o022, 0o2775, 1, True),
        (0o002, 0o2775, 1, False),
        (0o022, 0o775, 1, False),
        (0o022, 0o2755, 1, False),
        (0o022, 0o2775, 0, False),
    ],
)
def test_who_takes_part_in_anothers_results_leaves_them_to_the_group(
    umask, mode, owner, is_refused, results, monkeypatch
):
    results.chmod(mode)
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + owner)
    before = os.umask(umask)
    try:
        if is_refused:
            with pytest.raises(PermissionError, match=r"^results/mine: .*`umask 002`"):
                check_umask(results)
        else:
            check_umask(results)
    finally:
        os.umask(before)
    assert [path.name for path in results.iterdir()] == ["logs"]


def test_results_that_there_are_not_are_nobodys(tmp_path):
    check_umask(tmp_path / "results" / "mine")


def test_an_owner_without_a_name_is_a_number(tmp_path, monkeypatch):
    def unknown(number):
        raise KeyError(number)

    monkeypatch.setattr(sharing.pwd, "getpwuid", unknown)
    assert sharing._owner(tmp_path) == f"user {tmp_path.stat().st_uid}"
