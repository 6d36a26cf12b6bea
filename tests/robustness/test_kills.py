"""A study that is killed, at whatever moment, goes on when it is called again."""

import os
import random
import shutil
import signal
import time

import psutil
import pytest
from faults import unlock

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("TENBYTEN_KILLS", 20))
# So many studies, each killed until it is whole, and then begun again.
STUDIES = 2
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


@pytest.mark.brief
@pytest.mark.parametrize("number", range(STUDIES))
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
    alive = (x for x in psutil.process_iter() if x.status() != psutil.STATUS_ZOMBIE)
    return any(os.getpgid(x.pid) == group for x in alive if psutil.pid_exists(x.pid))


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
