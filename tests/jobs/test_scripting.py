"""Logs of the workflow's scripts."""

import os
import subprocess
import sys

import pytest

from tenbyten.jobs.scripting import REASONS_ARE_SHOWN

SCRIPT = """
import logging, os, sys
from tenbyten.jobs.scripting import log_to
log_to(sys.argv[1])
print("printed", flush=True)
os.system("echo from another program; echo and its error >&2")
logging.getLogger("tenbyten").info("logged")
logging.getLogger("tenbyten.engines").warning("of a job")
logging.getLogger("tenbyten.datasets.openml").warning("of a server")
logging.getLogger("tenbyten.results.exclusions").warning("left out")
raise ValueError("row 3: wrong")
"""


@pytest.mark.parametrize("shown", ["", "1"])
def test_everything_said_is_in_the_log_and_the_error_is_told_once_more(tmp_path, shown):
    log = tmp_path / "job.log"
    command = [sys.executable, "-c", SCRIPT, str(log)]
    env = os.environ | {REASONS_ARE_SHOWN: shown}
    how = {"capture_output": True, "text": True, "env": env}
    done = subprocess.run(command, **how, umask=0o002)
    assert done.returncode == 1
    # A group may write it where the umask lets it.
    assert log.stat().st_mode & 0o777 == 0o664
    assert done.stdout == ""
    # Once, by the logger plugin or by the job.
    error = "" if shown else "ValueError: row 3: wrong\n"
    assert done.stderr == f"of a server\nleft out\n{error}"
    text = log.read_text()
    for line in (
        "printed",
        "from another program",
        "and its error",
        " logged",
        " of a server",
    ):
        assert f"{line}\n" in text
    assert text.endswith("ValueError: row 3: wrong\n")


def test_an_error_that_the_disk_has_no_room_for_is_told(tmp_path):
    full = """
import resource, signal, sys
from tenbyten.jobs.scripting import log_to
log_to(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
raise ValueError("row 3: wrong")
"""
    command = [sys.executable, "-c", full, str(tmp_path / "job.log")]
    env = os.environ | {REASONS_ARE_SHOWN: "1"}
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, env=env)
    assert done.stderr == "ValueError: row 3: wrong\n"


def test_the_glyphs_of_what_is_drawn_are_not_logged(tmp_path):
    log = tmp_path / "job.log"
    code = (
        "import sys; from tenbyten.jobs.scripting import log_to; log_to(sys.argv[1])\n"
        "from matplotlib import pyplot\n"
        "pyplot.rcParams['pdf.fonttype'] = 42\n"
        "pyplot.figtext(0, 0, 'drawn')\n"
        "pyplot.savefig(sys.argv[2])\n"
    )
    command = [sys.executable, "-c", code, str(log), str(tmp_path / "drawn.pdf")]
    subprocess.run(command, check=True)
    assert "lyph" not in log.read_text()
