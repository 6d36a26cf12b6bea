"""The soak itself works; an hour of it is a program: soak.py."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).with_name("soak.py")


def soak(*arguments, folder):
    """Soak a study in a folder; return the exit code and what was said."""
    command = [sys.executable, SOAK, *arguments]
    done = subprocess.run(
        [*map(str, command)],
        env=os.environ | {"TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=1800,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_a_changed_and_killed_study_ends_as_a_fresh_one_does(tmp_path, counted):
    code, said = soak("--rounds", 2, "--seed", 3, folder=tmp_path)
    assert code == 0, said
    assert "2 rounds;" in said
    assert "1 compared" in said
    assert not [*tmp_path.glob("soak*")]
    counted("rounds of the soak", 2)
