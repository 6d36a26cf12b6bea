"""A study says how far it is, in a terminal and in a file, in place of Snakemake."""

import os
import pty
import subprocess
from contextlib import suppress

import pytest

ROWS = "24 of 24 folds (100%)"


def command(study, *arguments):
    """The command of a user, who asks for no lines of Snakemake."""
    words = study.command(*arguments)
    at = words.index("--workflow-profile")
    return words[:at] + words[at + 2 :]


def in_file(study, *arguments, env=None):
    """Call snakemake; return its exit code and what a log file has of it."""
    done = subprocess.run(
        command(study, *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=study.folder,
        env=os.environ | (env or {}),
    )
    return done.returncode, done.stdout


def in_terminal(study, *arguments):
    """Call snakemake in a terminal; return its exit code and all that was written."""
    ours, theirs = pty.openpty()
    env = os.environ | {"TERM": "xterm", "COLUMNS": "200"}
    call = command(study, *arguments)
    with subprocess.Popen(
        call, stdin=theirs, stdout=theirs, stderr=theirs, cwd=study.folder, env=env
    ) as snakemake:
        os.close(theirs)
        said = b""
        # A terminal that nobody writes to any longer is an error.
        with suppress(OSError):
            while some := os.read(ours, 4096):
                said += some
    os.close(ours)
    return snakemake.returncode, said.decode()


def snakemakes_log(study):
    """What Snakemake itself has written down of its last run."""
    *_, last = sorted((study.folder / ".snakemake" / "log").iterdir())
    return last.read_text()


@pytest.mark.slow
def test_a_run_tells_its_work_its_progress_and_its_report(fresh):
    code, said = in_terminal(fresh)
    assert code == 0, said
    assert "To do: 24 folds in " in said
    assert f"\r\x1b[K{ROWS}" in said
    # Each look rubs out the one before, and the last one is gone.
    assert said.count("of 24 folds") <= said.count("\x1b[K")
    end = said[said.index("Done in ") :]
    assert "The report: results/tiny/report.html" in end
    assert "With 3 data sets no two-sided result could" in " ".join(end.split())
    assert "\x1b[K" not in end
    assert "jobid" not in said
    assert "Finished jobid" in snakemakes_log(fresh)

    code, said = in_file(fresh, "--forcerun", "report")
    assert code == 0, said
    assert "To do: 2 jobs, about 10 s" in said
    assert "\x1b" not in said
    assert len(said.splitlines()) < 40
    assert "The report: results/tiny/report.html" in said

    code, said = in_file(fresh)
    assert code == 0, said
    assert "Nothing to be done" in said
    assert "The report: results/tiny/report.html" in said
