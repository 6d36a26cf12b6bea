"""The same study gives the same bytes, wherever and however it is run."""

import shutil
import subprocess

import pytest

from tenbyten.kernels import cache_folder

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


def test_cores_folder_home_locale_time_zone_and_hashes_change_nothing(
    study_in, undisturbed, tmp_path, locales
):
    home = tmp_path / "another home"
    home.mkdir()
    study = study_in(tmp_path / "a folder with blanks")
    env = {"HOME": str(home), "LOCPATH": str(locales), "LC_ALL": "de_DE.UTF-8"}
    # The kernels that there are.
    env |= {"NUMBA_CACHE_DIR": str(cache_folder().parent), "PYTHONHASHSEED": "7"}
    study.do(cores=1, env=env | {"TZ": "Asia/Kathmandu"})
    assert differing(study.made(), undisturbed.made()) == []


def test_time_machine_and_versions_are_in_the_provenance_alone(undisturbed):
    results = undisturbed.top
    lives = {
        path.relative_to(results).parts[0]
        for path in results.rglob("*")
        if path.is_file() and str(undisturbed.folder).encode() in path.read_bytes()
    }
    assert lives <= {"logs", "benchmarks", "made", "provenance.json", "details.html"}
    assert str(undisturbed.folder).encode() not in undisturbed.made()["details.html"]


def test_weka_counts_the_same_where_an_i_has_no_dot(
    study_in, undisturbed, tmp_path, locales, weka_jar
):
    study = study_in(tmp_path)
    env = {"LC_ALL": "tr_TR.UTF-8", "LOCPATH": str(locales), "LANG": "tr_TR.UTF-8"}
    config = ["engine=weka", f"weka_jar={weka_jar}"]
    study.do("results/traced/accuracies.csv", config=config, env=env)
    ours = study.made()["accuracies.csv"]
    assert ours == undisturbed.made()["accuracies.csv"]
