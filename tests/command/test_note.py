"""After a run of `tenbyten` was killed the next one goes on; others' locks stay."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

SNAKEFILE = """
rule make:
    output: "made.txt"
    shell: "touch begun; test ! -e slow || sleep 60; touch {output}"
"""
RUN = """
import sys
from tenbyten.command.note import conduct
command = [sys.executable, "-m", "snakemake", "--cores", "1", "--rerun-incomplete"]
try:
    sys.exit(conduct(command, "study"))
except ValueError as error:
    sys.exit(f"refused: {error}")
"""
CALL = [sys.executable, "-c", RUN]
LOCKED = "Directory cannot be locked"
NOTE = Path("results", ".tenbyten-run-study")


@pytest.fixture
def study(tmp_path, monkeypatch):
    """A study in the working directory: run it, or kill a run of it."""
    monkeypatch.chdir(tmp_path)
    Path("Snakefile").write_text(SNAKEFILE)

    def begin(command=CALL):
        Path("slow").touch()
        Path("begun").unlink(missing_ok=True)
        how = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        begun = subprocess.Popen(command, **how, start_new_session=True)
        until = time.monotonic() + 60
        while not Path("begun").exists():
            assert time.monotonic() < until
            time.sleep(0.1)
        return begun

    def kill(command=CALL):
        begun = begin(command)
        os.killpg(begun.pid, signal.SIGKILL)
        begun.wait()
        Path("slow").unlink()

    def run():
        done = subprocess.run(CALL, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stderr

    return SimpleNamespace(begin=begin, kill=kill, run=run)


def test_a_run_leaves_what_it_made_and_no_note(study):
    assert study.run()[0] == 0
    assert Path("made.txt").exists()
    assert not Path("results").exists()


def test_after_a_kill_the_same_command_goes_on(study):
    study.kill()
    assert NOTE.read_text() == socket.gethostname()
    code, said = study.run()
    assert code == 0, said
    assert "the last run was killed; the lock that it left is removed" in said
    assert Path("made.txt").exists()
    assert not NOTE.exists()


def test_a_lock_of_another_machine_s_run_stays(study):
    study.kill()
    NOTE.write_text("elsewhere")
    code, said = study.run()
    assert code == 1
    assert "a run was noted here, on elsewhere, and did not end" in said
    assert LOCKED in said
    assert not Path("made.txt").exists()


def test_a_lock_of_which_nothing_is_noted_stays(study):
    study.kill([sys.executable, "-m", "snakemake", "--cores", "1"])
    code, said = study.run()
    assert code == 1
    assert LOCKED in said


def test_while_a_run_works_another_is_refused_and_unlocks_nothing(study):
    begun = study.begin()
    code, said = study.run()
    assert code == 1
    assert "refused: a run works on this study; wait until it ends" in said
    # Another study's run, which was killed, does not take this one's lock.
    NOTE.with_name(".tenbyten-run-other").write_text(socket.gethostname())
    call = [*CALL[:2], RUN.replace('"study"', '"other"')]
    done = subprocess.run(call, stderr=subprocess.PIPE, text=True)
    assert "its lock stays, for process" in done.stderr
    assert LOCKED in done.stderr
    os.killpg(begun.pid, signal.SIGKILL)
    begun.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_reaches_snakemake_and_its_status_is_returned(study, number):
    begun = study.begin()
    (snakemake,) = psutil.Process(begun.pid).children()
    begun.send_signal(number)
    # On SIGTERM Snakemake waits for its jobs.
    for child in snakemake.children(recursive=True):
        if child.name() == "sleep":
            child.kill()
    assert begun.wait(60) == 1
    assert not snakemake.is_running()
    assert not NOTE.exists()
