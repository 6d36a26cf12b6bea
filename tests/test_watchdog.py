"""A job ends with its Snakemake, and its log says where it was."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

# A job that works on a fold, and has started a process of its own.
JOB = """
import os, subprocess, sys, time
from pathlib import Path
from tenbyten.watchdog import at_work, watched
own = subprocess.Popen(["sleep", "60"])
with watched(), at_work("zoo", "tree", 2, 3):
    Path("pids.part").write_text(f"{{os.getppid()}} {{os.getpid()}} {{own.pid}}")
    os.rename("pids.part", "pids")
    {busy}
"""
BUSY = {
    "asleep": "time.sleep(60)",
    # The kernel never gives the interpreter back.
    "in compiled code": "'a' * 40 + 'b' in ''; import re; re.match('(a*)*b', 'a' * 40)",
}
SNAKEFILE = """
import os
os.environ["TENBYTEN_SNAKEMAKE"] = str(os.getpid())

rule all:
    output: "made"
    {how}
"""
# Snakemake starts it: itself, or by a shell that waits for it.
HOW = {
    "script": 'script: "job.py"',
    "shell": "shell: '{python} job.py; true'",
}
SECONDS = 60


def has_ended(process):
    """Whether a process is gone, or dead and not yet waited for."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def wait_until(what):
    """Wait until something is true."""
    end = time.monotonic() + SECONDS
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def started(folder, how, busy="asleep"):
    """Start a Snakemake with a job, and return it with the job's processes."""
    (folder / "job.py").write_text(JOB.format(busy=BUSY[busy]))
    line = HOW[how].format(python=sys.executable)
    (folder / "Snakefile").write_text(SNAKEFILE.format(how=line))
    with open(folder / "said", "w") as said:
        snakemake = subprocess.Popen(
            [sys.executable, "-m", "snakemake", "--cores", "1"],
            cwd=folder,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
    wait_until((folder / "pids").exists)
    return snakemake, [int(pid) for pid in (folder / "pids").read_text().split()]


@pytest.fixture
def cleaned(tmp_path):
    """Kill what a test that failed has left."""
    yield
    for file in tmp_path.rglob("pids"):
        for pid in map(int, file.read_text().split()):
            if not has_ended(pid):
                os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("how", HOW)
def test_a_job_ends_when_snakemake_is_killed(how, tmp_path, cleaned):
    snakemake, (parent, job, own) = started(tmp_path, how)
    assert (parent == snakemake.pid) == (how == "script")
    time.sleep(2.5)
    assert not any(map(has_ended, (job, own)))
    snakemake.kill()
    snakemake.wait()
    wait_until(lambda: all(map(has_ended, (job, own, parent))))
    said = (tmp_path / "said").read_text()
    assert "zoo, tree, run 2, fold 3: at work\n" in said
    assert said.count("Snakemake has ended, and this job with it") == 1
    assert "killed from outside" not in said


def test_a_job_that_is_busy_in_compiled_code_ends_too(tmp_path, cleaned):
    snakemake, (_, job, own) = started(tmp_path, "script", "in compiled code")
    snakemake.kill()
    snakemake.wait()
    wait_until(lambda: has_ended(job) and has_ended(own))


def test_a_job_ends_with_the_shell_that_snakemake_waits_for(tmp_path, cleaned):
    snakemake, (shell, job, _) = started(tmp_path, "shell")
    os.kill(shell, signal.SIGKILL)
    assert snakemake.wait(SECONDS) == 1
    wait_until(lambda: has_ended(job))


def test_a_job_whose_snakemake_has_ended_before_it_began_ends(tmp_path):
    ended = subprocess.Popen(["true"])
    ended.wait()
    done = subprocess.run(
        [sys.executable, "-c", JOB.format(busy=BUSY["asleep"])],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=os.environ | {"TENBYTEN_SNAKEMAKE": str(ended.pid)},
    )
    assert done.returncode == -signal.SIGKILL
    assert "Snakemake has ended, and this job with it" in done.stderr


def test_a_job_that_others_kill_leaves_its_fold_in_the_log(tmp_path, cleaned):
    snakemake, (_, job, _) = started(tmp_path, "script")
    os.kill(job, signal.SIGKILL)
    assert snakemake.wait(SECONDS) == 1
    said = (tmp_path / "said").read_text()
    assert "zoo, tree, run 2, fold 3: the process was killed from outside\n" in said


@pytest.mark.parametrize("ending", ["pass", "1 / 0", "sys.exit(3)"])
def test_a_job_that_ends_by_itself_is_not_said_to_be_killed(ending, tmp_path):
    code = JOB.format(busy=f"own.kill(); {ending}")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert "killed" not in done.stderr


def test_a_script_that_is_started_by_hand_is_left_alone(tmp_path):
    code = JOB.format(busy="own.kill(); time.sleep(2.5); print('whole')")
    (tmp_path / "snakemake.sh").write_text(f'{sys.executable} -c "$CODE"; true')
    done = subprocess.run(
        ["sh", "snakemake.sh"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "CODE": code},
    )
    assert done.stdout == "whole\n"
    assert "ended" not in done.stderr
