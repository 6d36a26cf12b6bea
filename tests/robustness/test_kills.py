"""A study that is killed, at whatever moment, goes on when it is called again."""

import os
import random
import shutil
import signal
import time

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
