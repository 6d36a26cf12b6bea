"""A disk that is full or fails costs nothing but the time until it works again.

A preloaded library lets calls fail, in CI too. With ``TENBYTEN_KILLS=100`` or more, a
real tmpfs is filled besides, which the tests must be allowed to mount.
"""

import errno
import itertools
import os
import random
import subprocess
import sys

import pytest
from faults import (
    MADE_BY,
    Disturbance,
    Fault,
    assert_finished,
    assert_refused,
    assert_whole,
    files_of,
    patterns_of,
    unlock,
)

KILLS = int(os.environ.get("TENBYTEN_KILLS", 30))
PASSES = max(1, KILLS // 30)
# How disks fail: a call and its error.
WAYS = [
    *itertools.product(("write", "fsync", "rename"), (errno.ENOSPC, errno.EDQUOT)),
    *itertools.product(("write", "fsync", "rename"), (errno.EIO,)),
    ("open", errno.EROFS),
    ("open", errno.EDQUOT),
]
# A disk that fills, how often: by the preloaded library, and a real one.
DISKS = ["preloaded"] * PASSES + ["tmpfs"] * PASSES * (KILLS >= 100)

WRITER = """
import sys
from tenbyten.files import write_text
write_text("new", sys.argv[1])
"""


def write(path, library, fault):
    """Write a file in a process that a fault is laid into; return what it said."""
    disturbance = Disturbance(library, path.parent / "fault", fault)
    done = subprocess.run(
        [sys.executable, "-c", WRITER, path],
        env=os.environ | disturbance.env,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert len(disturbance.told) >= 1
    return done.returncode, done.stderr


@pytest.mark.parametrize(("call", "error"), WAYS)
def test_a_failing_call_names_the_file_and_keeps_the_old_one(
    tmp_path, library, call, error
):
    path = tmp_path / "a.csv"
    path.write_text("old")
    code, said = write(path, library, Fault(call, ("*/a.csv",), 0, error))
    assert code == 1
    assert f"[Errno {error}] {path}: cannot be written, {os.strerror(error)}; " in said
    assert "then run the same command again: what is finished is kept" in said
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["a.csv"]


@pytest.mark.parametrize("error", [errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP])
def test_a_file_system_that_knows_no_fsync_is_written(tmp_path, library, error):
    path = tmp_path / "a.csv"
    code, said = write(path, library, Fault("fsync", ("*/a.csv",), 0, error))
    assert (code, said) == (0, "")
    assert path.read_text() == "new"


def failed_at(study, reference, step, draw, *, way, library):
    """Let a step begin anew on a disk that fails; return the fault."""
    patterns = patterns_of(step)
    for path in files_of(study, patterns):
        path.unlink()
    call, error = way
    size = len(files_of(reference, patterns))
    if call == "write":
        size = sum(path.stat().st_size for path in files_of(reference, patterns))
    fault = Fault(call, patterns, draw.randrange(size), error)
    disturbance = Disturbance(library, study.folder / "fault", fault)
    code, said = study("--keep-going", env=disturbance.env)
    assert code != 0, fault
    assert disturbance.told, fault
    told = [line for line in said.splitlines() if ": cannot be written, " in line]
    assert any(os.strerror(error) in line for line in told), (fault, said)
    assert all("run the same command again" in line for line in told), told


@pytest.mark.slow
@pytest.mark.parametrize("number", range(PASSES))
def test_a_study_on_a_disk_that_fails_goes_on_when_it_works(
    study_in, undisturbed, tmp_path, library, number, counted
):
    draw = random.Random(number)
    expected = undisturbed.made()
    study = study_in(tmp_path / "failing")
    ways = draw.sample(WAYS, len(MADE_BY))
    for step, way in zip(MADE_BY, ways, strict=True):
        failed_at(study, undisturbed, step, draw, way=way, library=library)
        unlock(study)
        assert_whole(study, expected)
        assert_refused(study)
        counted(f"faults of {way[0]} survived", 1)
    assert_finished(study, expected)


def size_of(folder):
    """The bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


class Tmpfs:
    """A disk of a given size that is really mounted, in memory."""

    def __init__(self, folder, size):
        self.folder = folder
        folder.mkdir()
        options = ["-t", "tmpfs", "-o", f"size={size}"]
        command = ["mount", *options, "tmpfs", str(folder)]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            pytest.skip(f"no tmpfs can be mounted here: {done.stderr.strip()}")

    def grow(self):
        """Make room."""
        options = "remount,size=200m"
        subprocess.run(["mount", "-o", options, self.folder], check=True)

    def unmount(self):
        """End it."""
        subprocess.run(["umount", "-l", self.folder], check=True)


@pytest.fixture
def tmpfs(tmp_path):
    """Make a tmpfs of a given size."""
    made = []

    def make(size):
        made.append(Tmpfs(tmp_path / "disk", size))
        return made[-1]

    yield make
    for disk in made:
        disk.unmount()


@pytest.mark.slow
@pytest.mark.parametrize(("number", "disk"), [*enumerate(DISKS)])
def test_a_study_on_a_disk_that_fills_goes_on_when_there_is_room(
    study_in, undisturbed, tmp_path, library, tmpfs, number, disk, counted
):
    draw = random.Random(number)
    expected = undisturbed.made()
    room = draw.uniform(0.02, 0.9) * size_of(undisturbed.folder)
    folder, env = tmp_path / "disk" / "study", {}
    if disk == "tmpfs":
        mounted = tmpfs(int(room))
    else:
        error = draw.choice([errno.ENOSPC, errno.EDQUOT])
        fault = Fault("write", (f"{folder}/*",), int(room), error)
        env = Disturbance(library, tmp_path / "fault", fault).env
    study = study_in(folder)
    code, said = study("--keep-going", env=env)
    assert code != 0
    words = "No space left on device", "Disk quota exceeded"
    assert any(x in said for x in words), said
    if disk == "tmpfs":
        mounted.grow()
    unlock(study)
    assert_whole(study, expected)
    assert_refused(study)
    assert_finished(study, expected)
    counted(f"disks filled ({disk})", 1)
