"""A study says in a terminal how far it is, in place of Snakemake's lines."""

import os
import pty
import subprocess
from contextlib import suppress

import pytest

ROWS = "24 of 24 folds (100%)"


@pytest.mark.slow
def test_a_run_tells_its_work_its_progress_and_its_report(fresh):
    ours, theirs = pty.openpty()
    env = os.environ | {"TERM": "xterm", "COLUMNS": "200"}
    words = fresh.command()
    at = words.index("--workflow-profile")
    # A user asks for no lines of Snakemake.
    call = words[:at] + words[at + 2 :]
    with subprocess.Popen(
        call, stdin=theirs, stdout=theirs, stderr=theirs, cwd=fresh.folder, env=env
    ) as snakemake:
        os.close(theirs)
        written = b""
        # A terminal that nobody writes to any longer is an error.
        with suppress(OSError):
            while some := os.read(ours, 4096):
                written += some
    os.close(ours)
    said = written.decode()
    assert snakemake.returncode == 0, said
    assert "To do: 24 folds in " in said
    assert f"\r\x1b[K{ROWS}" in said
    # Each look rubs out the one before, and the last one is gone.
    assert said.count("of 24 folds") <= said.count("\x1b[K")
    end = said[said.index("Done in ") :]
    assert "The report: results/tiny/report.html" in end
    assert "With 3 data sets no two-sided result could" in " ".join(end.split())
    assert "\x1b[K" not in end
    assert "jobid" not in said
