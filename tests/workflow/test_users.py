"""Two users of this machine work on one folder of results, one after the other."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

ADA, BEN, GROUP = 60001, 60002, 60000
COUNTS = "results/tiny/accuracies.csv"
# They read this clone and its Python wherever these are, and write as any user does.
READING = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
SHARED, ALONE = 0o002, 0o022

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can be other users"),
]


@pytest.fixture
def shared(workflow_in):
    """The tiny study in a folder that is Ada's, shared with the group."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        top.chmod(0o755)
        folder = top / "work"
        folder.mkdir()
        os.chown(folder, ADA, GROUP)
        folder.chmod(0o2775)
        yield workflow_in(folder)


def run_as(user, umask, study, *arguments):
    """Call snakemake as a user; return exit code and all it said."""
    home = study.folder.parent / f"home of {user}"
    home.mkdir(exist_ok=True)
    os.chown(home, user, GROUP)
    who = ["setpriv", f"--reuid={user}", f"--regid={GROUP}", "--clear-groups"]
    done = subprocess.run(
        [*who, *READING, *study.command(*arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=study.folder,
        umask=umask,
        env=os.environ | {"HOME": str(home), "LOGNAME": f"user{user}"},
        timeout=600,
    )
    return done.returncode, done.stdout


def test_a_user_goes_on_with_another_users_study(shared, finished):
    code, said = run_as(ADA, SHARED, shared, COUNTS)
    assert code == 0, said
    results = shared.folder / "results" / "tiny"
    # Another user's files are written anew, and their folders.
    shutil.rmtree(results / "counts")
    (results / "accuracies.csv").unlink()
    log = next(results.glob("logs/crossvalidate/**/*.log"))
    log.chmod(0o644)
    code, said = run_as(BEN, SHARED, shared)
    assert code == 0, said
    assert shared.results() == finished.results()
    assert log.stat().st_uid == BEN
    code, said = run_as(ADA, SHARED, shared, "verify")
    assert code == 0, said


def test_a_folder_that_its_owner_did_not_share_is_named(shared):
    code, said = run_as(ADA, ALONE, shared, COUNTS)
    assert code == 0, said
    code, said = run_as(BEN, SHARED, shared)
    assert code == 1
    assert "Permission denied" in said or "PermissionError" in said
