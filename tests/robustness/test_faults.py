"""A disk that is full or fails costs nothing but the time until it works again.

A preloaded library lets calls fail.
"""

import errno
import itertools
import os
import random
import subprocess
import sys

import pytest
from faults import MADE_BY, Disturbance, Fault, files_of, unlock

# How disks fail: a call and its error.
WAYS = [
    *itertools.product(("write", "fsync", "rename"), (errno.ENOSPC, errno.EDQUOT)),
    *itertools.product(("write", "fsync", "rename"), (errno.EIO,)),
    ("open", errno.EROFS),
    ("open", errno.EDQUOT),
]

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


@pytest.mark.slow
def test_a_study_on_a_disk_that_fails_goes_on_when_it_works(
    study_in, undisturbed, tmp_path, library, counted
):
    draw = random.Random(1)
    study = study_in(tmp_path / "failing")
    for step, (call, error) in zip(
        MADE_BY, draw.sample(WAYS, len(MADE_BY)), strict=True
    ):
        expected = files_of(undisturbed, MADE_BY[step])
        size = len(expected)
        if call == "write":
            size = sum(path.stat().st_size for path in expected)
        # Of another batch some are there already.
        fault = Fault(call, MADE_BY[step], draw.randrange(1 + size // 4), error)
        disturbance = Disturbance(library, tmp_path / "fault", fault)
        code, said = study("--keep-going", env=disturbance.env)
        assert code != 0, fault
        assert disturbance.told, fault
        told = [line for line in said.splitlines() if ": cannot be written, " in line]
        assert any(os.strerror(error) in line for line in told), (fault, said)
        unlock(study)
        code, said = study("verify")
        assert code != 0, said
        counted(f"faults of {call} survived", 1)
    study.do()
    assert study.made() == undisturbed.made()
    assert "verified: " in study.do("verify")


@pytest.mark.slow
def test_a_study_on_a_disk_that_fills_goes_on_when_there_is_room(
    study_in, undisturbed, tmp_path, library
):
    folder = tmp_path / "disk" / "study"
    size = sum(x.stat().st_size for x in undisturbed.top.rglob("*") if x.is_file())
    fault = Fault("write", (f"{folder}/*",), size // 3, errno.ENOSPC)
    study = study_in(folder)
    env = Disturbance(library, tmp_path / "fault", fault).env
    code, said = study("--keep-going", env=env)
    assert code != 0
    assert "No space left on device" in said
    unlock(study)
    study.do()
    assert study.made() == undisturbed.made()
