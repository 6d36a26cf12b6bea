"""Logs of the workflow's scripts."""

import subprocess
import sys

SCRIPT = """
import logging, os, sys
from tenbyten.scripting import log_to
log_to(sys.argv[1])
print("printed", flush=True)
os.system("echo from another program; echo and its error >&2")
logging.getLogger("tenbyten").info("logged")
raise ValueError("row 3: wrong")
"""


def test_everything_said_is_in_the_log_and_the_error_is_told_once_more(tmp_path):
    log = tmp_path / "job.log"
    command = [sys.executable, "-c", SCRIPT, str(log)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == "ValueError: row 3: wrong\n"
    text = log.read_text()
    for line in ("printed", "from another program", "and its error", " logged"):
        assert f"{line}\n" in text
    assert text.endswith("ValueError: row 3: wrong\n")
