"""A study that is killed, at whatever moment, goes on when it is called again."""

import itertools
import os
import random
import shutil
import signal
import time
from base64 import urlsafe_b64decode
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("TENBYTEN_KILLS", 30))
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


def unfinished(study):
    """The outputs that Snakemake itself holds for incomplete."""
    marks = study.folder / ".snakemake" / "incomplete"
    names = [
        "".join(part.removeprefix("@") for part in mark.relative_to(marks).parts)
        for mark in marks.rglob("*")
        if mark.is_file()
    ]
    results = f"results/{study.name}/"
    decoded = (urlsafe_b64decode(name).decode() for name in names)
    return tuple(path.removeprefix(results) for path in decoded)


def assert_whole(study, expected):
    """Every file that passes for finished is whole."""
    halves = unfinished(study)
    for path, content in study.made().items():
        if not path.startswith(halves) and not path.endswith(".part"):
            assert content == expected[path], path


def assert_nothing_left(study):
    """Of jobs that were killed nothing is left: no part of counts, no receipt."""
    results = study.folder / "results" / study.name
    assert not [*results.glob("kept/*/*~*"), *results.glob("planned/**/*.*")]


def unlock(study):
    """What Snakemake asks for after it was killed: remove the lock it left."""
    if any((study.folder / ".snakemake" / "locks").glob("*")):
        code, said = study("--unlock")
        assert code == 0, said


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
def test_a_study_killed_many_times_gives_the_same_tables(
    study_in, reference, tmp_path, counted
):
    draw = random.Random(1)
    expected = reference.made()
    study = study_in(tmp_path / "killed", name=reference.name)
    kills = []
    for way in draw_ways(draw):
        done = disturb(study, draw, way)
        unlock(study)
        if done:
            assert_whole(study, expected)
        else:
            assert study.made() == expected
            assert_nothing_left(study)
            shutil.rmtree(study.folder / "results")
        kills += done
        if len(kills) >= KILLS:
            break
    code, said = study()
    assert code == 0, said
    assert study.made() == expected
    assert_nothing_left(study)
    assert study.jobs() == {}
    counted("kills survived", len(kills))
