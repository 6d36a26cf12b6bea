"""A study that is killed, at whatever moment, goes on when it is called again."""

import itertools
import os
import random
import shutil
import signal
import time
from pathlib import Path

import pytest
from faults import (
    Disturbance,
    Fault,
    assert_finished,
    assert_refused,
    assert_whole,
    files_of,
    patterns_of,
    unlock,
)

from tenbyten.kernel_cache import cache_folder

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("TENBYTEN_KILLS", 30))
# What a kill is aimed at, in the order of a study.
AIMS = ("plan", "prepare", "compile", "crossvalidate", "collect", "compare")
AIMS += ("tabulate", "record_provenance", "draw", "report", "verify")
# Each goes through a study and kills it once at every aim.
PASSES = max(1, KILLS // 15)
# The other kills come at random moments, in so many studies.
STUDIES = max(1, PASSES // 2)
AT_RANDOM = max(1, (KILLS - PASSES * len(AIMS)) // STUDIES)
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
# All of a study's processes, or Snakemake but not its jobs; single jobs besides.
TARGETS = ("all", "snakemake")

# From the first job to the kill of one, and from there to the kill of the rest.
APART_SECONDS = 2.5
# Before the first job, Snakemake reads and plans for about as long.
PLANNING_SECONDS = 2


def draw_ways(draw):
    """Signals and targets without end, each pair as often as the others."""
    while True:
        ways = list(itertools.product(SIGNALS, TARGETS))
        draw.shuffle(ways)
        yield from ways


def children(process):
    """The processes that a process has started and that still run."""
    found = []
    for file in Path(f"/proc/{process.pid}/task").glob("*/children"):
        try:
            found += map(int, file.read_text().split())
        except OSError:  # a thread that has ended
            continue
    return found


def waits_for_a_job(process):
    """Wait for the first job; False if the process ends before it."""
    while process.poll() is None:
        if children(process):
            return True
        time.sleep(0.01)
    return False


def kill(process, number, target):
    """Send a signal; False where nothing was left to send it to."""
    try:
        if target == "all":
            os.killpg(process.pid, number)
        elif target == "snakemake":
            os.kill(process.pid, number)
        else:
            waits_for_a_job(process)
            os.kill(max(children(process)), number)
    except (ProcessLookupError, ValueError):
        return False
    return True


def disturb(study, draw, way):
    """Start the study, kill one of its jobs and then as `way` says; return both kills.

    A kill that comes after the end is none.
    """
    process = study.start("--keep-going")
    kills = []
    if draw.random() < 0.2:
        time.sleep(draw.uniform(0, PLANNING_SECONDS))
    else:
        waits_for_a_job(process)
        for number, target in ((draw.choice(SIGNALS), "job"), way):
            time.sleep(draw.uniform(0, APART_SECONDS))
            if kill(process, number, target):
                kills.append(f"{number.name} to {target}")
    if not kills and kill(process, *way):
        kills.append(f"{way[0].name} to {way[1]}")
    return kills if process.wait(timeout=300) != 0 else []


@pytest.fixture
def keyboard():
    """An interrupt from the keyboard reaches what is started, even in a background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def reference(undisturbed, study_in, tmp_path):
    """The study that is killed, undisturbed: the small one, or what is asked for."""
    name = os.environ.get("TENBYTEN_KILLED_STUDY", undisturbed.name)
    if name == undisturbed.name:
        return undisturbed
    study = study_in(tmp_path / "reference", name=name)
    code, said = study()
    assert code == 0, said
    return study


@pytest.mark.usefixtures("keyboard")
@pytest.mark.parametrize("number", range(STUDIES))
def test_a_study_killed_many_times_gives_the_same_tables(
    study_in, reference, tmp_path, number, counted
):
    draw = random.Random(number)
    expected = reference.made()
    study = study_in(tmp_path / "killed", name=reference.name)
    kills = []
    for way in draw_ways(draw):
        done = disturb(study, draw, way)
        unlock(study)
        if done:
            assert_whole(study, expected)
            assert_refused(study)
        else:
            assert_finished(study, expected)
            shutil.rmtree(study.folder / "results")
        kills += done
        if len(kills) >= AT_RANDOM:
            break
    assert_finished(study, expected)
    counted("kills at random survived", len(kills))


def kernels_lacking(folder, whole):
    """Make a cache of kernels, an empty one or `whole` but for those of learners.

    Return what makes a study use it.
    """
    if whole:
        cache = folder / cache_folder().name
        shutil.copytree(cache_folder(), cache)
        for path in cache.glob("*.learners.*.kernel"):
            path.unlink()
    return {"NUMBA_CACHE_DIR": str(folder)}


def killed_in_planning(study, draw):
    """Start the study, and kill all of it before its first job."""
    process = study.start()
    time.sleep(draw.uniform(0, PLANNING_SECONDS))
    kill(process, signal.SIGKILL, "all")
    assert process.wait(timeout=300) == -signal.SIGKILL


def killed_before_a_rename(study, reference, aim, draw, *, library, env):
    """Let a step begin anew, and kill it before one of its renames, drawn by `draw`."""
    patterns = {"compile": ("*.kernel",), "verify": ("*/logs/verify.log",)}.get(aim)
    renames = 3
    if patterns is None:
        patterns = patterns_of(aim)
        renames = len(files_of(reference, patterns))
        for path in files_of(study, patterns):
            path.unlink()
    at = 0 if aim == "verify" else draw.randrange(renames)
    fault = Fault("rename", patterns, at, signal.SIGKILL, draw.random() < 0.5)
    disturbance = Disturbance(library, study.folder / "fault", fault)
    process = study.start(*["verify"][: aim == "verify"], env=env | disturbance.env)
    assert process.wait(timeout=600) != 0, fault
    assert len(disturbance.told) == 1, fault


@pytest.mark.parametrize("number", range(PASSES))
def test_a_study_killed_at_each_step_gives_the_same_tables(
    study_in, undisturbed, tmp_path, library, number, counted
):
    draw = random.Random(number)
    expected = undisturbed.made()
    study = study_in(tmp_path / "killed")
    env = kernels_lacking(tmp_path / "kernels", whole=number > 0)
    for aim in AIMS:
        if aim == "verify":
            assert_finished(study, expected)
        if aim == "plan":
            killed_in_planning(study, draw)
        else:
            killed_before_a_rename(
                study, undisturbed, aim, draw, library=library, env=env
            )
        unlock(study)
        assert_whole(study, expected)
        if aim != "verify":
            assert_refused(study)
        counted(f"kills at {aim} survived", 1)
    assert_finished(study, expected)
