"""A study that is killed, at whatever moment, goes on when it is called again."""

import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress

import psutil
import pytest
from faults import unlock

from heed_signals import heed_signals

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("TENBYTEN_KILLS", 20))
# So many studies, each killed until it is whole, and then begun again.
STUDIES = 2
# So many runs are stopped by signals, in turn.
STOPS = int(os.environ.get("TENBYTEN_STOPS", 30))
SIGNALS = "SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL"
WAYS = [*itertools.product((os.killpg, os.kill), SIGNALS)]
# The most seconds that a study is left alone; several times the start of a job.
SECONDS = 12


def kill(study, draw):
    """Start the study and kill all its processes; return whether it still worked."""
    process = study.start("--keep-going")
    wait = time.monotonic() + draw.uniform(0.5, SECONDS)
    while time.monotonic() < wait and process.poll() is None:
        time.sleep(0.05)
    if killed := process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    assert process.wait() in (0, -signal.SIGKILL)
    return killed


@pytest.mark.parametrize(
    "number", [pytest.param(0, marks=pytest.mark.brief), *range(1, STUDIES)]
)
def test_a_study_killed_many_times_gives_the_same_bytes(
    study_in, undisturbed, tmp_path, number, counted
):
    draw = random.Random(number)
    study = study_in(tmp_path / "killed")
    kills = ends = 0
    while kills < KILLS // STUDIES:
        if kill(study, draw):
            kills += 1
            unlock(study)
        # Each third is ended by the same command, the others are killed again.
        if kills % 3 == 0 or kills == KILLS // STUDIES:
            study.do()
            assert study.made() == undisturbed.made()
            assert "verified: " in study.do("verify")
            assert study.jobs() == {}
            ends += 1
            shutil.rmtree(study.top)
    counted("kills survived", kills)
    counted("killed studies ended", ends)


def still_works(group):
    """Whether a process of a group has not ended."""
    for x in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if os.getpgid(x.pid) == group and x.status() != psutil.STATUS_ZOMBIE:
                return True
    return False


def run_study(study):
    """Start `tenbyten run`, in a process group of its own."""
    command = [sys.executable, "-m", "tenbyten", "run", "traced.yaml", "--cores", "2"]
    how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    how |= {"cwd": study.folder, "start_new_session": True}
    how["preexec_fn"] = heed_signals
    with open(study.folder / "said.txt", "w") as said:
        return subprocess.Popen(command, stderr=said, **how)


def test_a_run_that_signals_stop_ends_and_goes_on(
    study_in, undisturbed, tmp_path, counted
):
    draw, study = random.Random(1), study_in(tmp_path / "stopped")
    for number in range(1, STOPS + 1):
        send, name = WAYS[number % len(WAYS)]
        run = run_study(study)
        until = time.monotonic() + draw.uniform(0.5, 2 * SECONDS)
        while time.monotonic() < until and run.poll() is None:
            time.sleep(0.05)
        if run.poll() is None:
            send(run.pid, getattr(signal, name))
            counted(f"runs stopped by {name}", 1)
        # A job that got no signal may have to end first.
        run.wait(120)
        until = time.monotonic() + 30
        while still_works(run.pid):
            assert time.monotonic() < until, (send, name)
            time.sleep(0.1)
        if number % 10 == 0 or number == STOPS:
            assert run_study(study).wait() == 0, (study.folder / "said.txt").read_text()
            assert study.made() == undisturbed.made()
            assert not [*study.folder.rglob(".*.part")]
            shutil.rmtree(study.top)


def test_jobs_of_a_killed_snakemake_and_their_reruns_disturb_no_other(
    study_in, undisturbed, tmp_path
):
    study = study_in(tmp_path / "killed")
    process = study.start()
    while not any(study.top.glob("logs/crossvalidate/*/*")):
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert still_works(process.pid)
    unlock(study)
    study.do()
    assert study.made() == undisturbed.made()
    while still_works(process.pid):
        time.sleep(0.2)
    assert study.made() == undisturbed.made()
    assert "verified: " in study.do("verify")
