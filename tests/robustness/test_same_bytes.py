"""The same study gives the same bytes, wherever and however it is run."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def differing(ours, expected):
    """The files that are not the same in both."""
    names = ours.keys() | expected.keys()
    return sorted(n for n in names if ours.get(n) != expected.get(n))


@pytest.fixture(scope="module")
def locales(made_once):
    """A folder with locales that write 0,5 for 0.5, and have an i without a dot."""
    if not shutil.which("localedef"):
        pytest.skip("there is no program localedef")
    return made_once("locales", make_locales)


def make_locales(folder):
    """Fill the folder with locales, or skip the test."""
    for name in ("de_DE", "tr_TR"):
        command = ["localedef", "-i", name, "-f", "UTF-8", folder / f"{name}.UTF-8"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode > 1:  # 1 is a warning
            pytest.skip(f"localedef knows no {name}: {done.stderr.strip()}")


@pytest.mark.parametrize(
    ("cores", "env"),
    [
        (1, {"LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "0"}),
        (8, {"LC_ALL": "C", "TZ": "Etc/GMT+12", "PYTHONHASHSEED": "4294967295"}),
    ],
)
def test_cores_folder_home_locale_time_zone_and_hashes_change_nothing(
    study_in, undisturbed, tmp_path, locales, cores, env
):
    home = tmp_path / "another home"
    home.mkdir()
    study = study_in(tmp_path / "a folder with blanks")
    env = {"HOME": str(home), "LOCPATH": str(locales)} | env
    code, said = study(cores=cores, env=env)
    assert code == 0, said
    assert differing(study.made(), undisturbed.made()) == []


@pytest.mark.parametrize(
    "sizes",
    [
        ["datasets_per_job=1"],
        ["datasets_per_job=8"],
        ["runs_per_job=1"],
        ["datasets_per_job=2", "runs_per_job=1"],
    ],
    ids=" ".join,
)
def test_jobs_of_any_size_give_the_same_bytes(study_in, traced, tmp_path, sizes):
    # With a classifier of the user's own that is left out for a failure.
    study = study_in(tmp_path / "sizes", name="traced")
    joined = ["accuracies.csv", "metrics.csv", "failures.csv", "datasets.json"]
    code, said = study(*(f"results/traced/{x}" for x in joined), config=sizes)
    assert code == 0, said
    results, expected = (x.folder / "results" / "traced" for x in (study, traced))
    kept = [x.relative_to(expected) for x in expected.glob("kept/*/*")]
    assert len(kept) == 2 * 4
    # A job that has all runs stops at the first failure; others find one in each run.
    failed = Path("kept/scikit_learn-Mine/lenses.json")
    for file in {*map(Path, joined), *kept} - {failed}:
        assert (results / file).read_bytes() == (expected / file).read_bytes(), file
    assert len(list(results.glob("kept/*/*"))) == len(kept)


@pytest.mark.parametrize(("seconds", "which"), [(10**9, "older"), (0, "newer")])
def test_sources_older_or_newer_than_their_results_change_nothing(
    copied, undisturbed, seconds, which
):
    sources = [*copied.folder.glob("small.*")]
    sources += copied.folder.glob("results/small/data/*.parquet")
    assert len(sources) == 2 + 3
    for path in sources:
        os.utime(path, (seconds, seconds) if which == "older" else None)
    code, said = copied()
    assert code == 0, said
    assert differing(copied.made(), undisturbed.made()) == []


def test_time_machine_and_versions_are_in_the_provenance_alone(undisturbed):
    results = undisturbed.folder / "results" / undisturbed.name
    lives = {
        path.relative_to(results).parts[0]
        for path in results.rglob("*")
        if path.is_file() and str(undisturbed.folder).encode() in path.read_bytes()
    }
    assert lives <= {"logs", "benchmarks", "provenance.json", "report.html"}
    assert str(undisturbed.folder).encode() not in undisturbed.made()["report.html"]


def test_weka_counts_the_same_where_an_i_has_no_dot(
    study_in, undisturbed, tmp_path, locales, weka_jar
):
    study = study_in(tmp_path)
    env = {"LC_ALL": "tr_TR.UTF-8", "LOCPATH": str(locales), "LANG": "tr_TR.UTF-8"}
    config = ["engine=weka", f"weka_jar={weka_jar}"]
    code, said = study("results/small/accuracies.csv", config=config, env=env)
    assert code == 0, said
    ours = study.made()["accuracies.csv"]
    assert ours == undisturbed.made()["accuracies.csv"]
