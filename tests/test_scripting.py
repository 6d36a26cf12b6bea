"""Logs of the workflow's scripts."""

import os
import pty
import subprocess
import sys

import pytest

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


@pytest.mark.parametrize(("term", "start"), [("xterm", "\r\x1b[K"), ("dumb", "")])
def test_an_error_takes_the_place_of_what_a_terminal_shows(tmp_path, term, start):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "job.log")]
    done = subprocess.run(command, stderr=theirs, env=os.environ | {"TERM": term})
    assert done.returncode == 1
    said = os.read(ours, 4096).decode()
    os.close(theirs)
    os.close(ours)
    assert said == f"{start}ValueError: row 3: wrong\r\n"


def test_the_glyphs_of_what_is_drawn_are_not_logged(tmp_path):
    log = tmp_path / "job.log"
    code = (
        "import sys; from tenbyten.scripting import log_to; log_to(sys.argv[1])\n"
        "from matplotlib import pyplot\n"
        "pyplot.rcParams['pdf.fonttype'] = 42\n"
        "pyplot.figtext(0, 0, 'drawn')\n"
        "pyplot.savefig(sys.argv[2])\n"
    )
    command = [sys.executable, "-c", code, str(log), str(tmp_path / "drawn.pdf")]
    subprocess.run(command, check=True)
    assert "lyph" not in log.read_text()


def test_a_log_is_written_by_a_group_where_the_umask_lets_it(tmp_path):
    log = tmp_path / "job.log"
    subprocess.run([sys.executable, "-c", SCRIPT, log], umask=0o002)
    assert log.stat().st_mode & 0o777 == 0o664


JOB = """
import logging, os, sys
from tenbyten.scripting import each_of_job, log_to, logged_to

def work(name):
    with logged_to(f"{folder}/logs/{name}.log"):
        print(name, "is at work", flush=True)
        os.system(f"echo another program of {name}")
        if name in sys.argv[2:]:
            raise ValueError(f"{name}, nb, run 1, fold 2: wrong")

folder = sys.argv[1]
log_to(f"{folder}/job.log")
each_of_job(work, {name: name for name in ("first", "second", "third")})
print("all done", flush=True)
"""


def do_job(folder, *failing):
    """Do a job on three data sets, of which some fail."""
    command = [sys.executable, "-c", JOB, str(folder), *failing]
    return subprocess.run(command, capture_output=True, text=True)


def test_each_data_set_of_a_job_has_a_log_of_its_own(tmp_path):
    done = do_job(tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    logs = {path.stem: path.read_text() for path in (tmp_path / "logs").iterdir()}
    assert logs == {
        name: f"{name} is at work\nanother program of {name}\n"
        for name in ("first", "second", "third")
    }
    text = (tmp_path / "job.log").read_text()
    assert "is at work" not in text
    assert text.endswith("all done\n")


def test_an_error_on_one_data_set_leaves_the_others_alone(tmp_path):
    done = do_job(tmp_path, "first")
    assert done.returncode == 1
    assert done.stderr == "ValueError: first, nb, run 1, fold 2: wrong\n"
    assert "Traceback" in (tmp_path / "logs" / "first.log").read_text()
    assert "another program" in (tmp_path / "logs" / "third.log").read_text()


def test_one_error_names_all_data_sets_that_failed(tmp_path):
    done = do_job(tmp_path, "first", "third")
    assert done.stderr == (
        "RuntimeError: 2 of 3 data sets failed: "
        "ValueError: first, nb, run 1, fold 2: wrong; "
        "ValueError: third, nb, run 1, fold 2: wrong\n"
    )
    assert "another program" in (tmp_path / "logs" / "second.log").read_text()


RECORDED = """
from types import SimpleNamespace
from tenbyten.scripting import job

class Parameters(dict):
    software = property(lambda self: self["software"])

def do(rule, inputs, outputs, text):
    log = f"results/mine/logs/{rule}/all.log"
    params, none = Parameters(software={"code": "1"}), Parameters()
    job_of = {"rule": rule, "log": [log], "input": inputs, "output": outputs}
    with job(SimpleNamespace(**job_of, params=params, resources=none)):
        open(outputs[0], "w").write(text)

"""


def test_the_garbage_collector_does_not_search_what_a_job_imported(tmp_path):
    (tmp_path / "results" / "mine" / "logs" / "test").mkdir(parents=True)
    test = (
        "do('test', [], ['told'], '')\nopen('told', 'w').write(str(get_freeze_count()))"
    )
    script = f"from gc import get_freeze_count{RECORDED}{test}"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=tmp_path)
    # Of `scripting` alone; without it Python has frozen nothing.
    assert int((tmp_path / "told").read_text()) > 5000


def test_a_job_stops_at_a_table_that_was_cut_and_leaves_no_record(tmp_path):
    study = tmp_path / "results" / "mine"
    for rule in ("test", "draw"):
        (study / "logs" / rule).mkdir(parents=True)
    test = "do('test', [], ['results/mine/t.csv'], 'p\\n1\\n2\\n')"
    draw = "do('draw', ['results/mine/t.csv'], ['results/mine/f.svg'], '<svg/>')"

    def run(script):
        command = [sys.executable, "-c", RECORDED + script]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    for script in (test, draw):
        assert run(script).returncode == 0
    records = {path.parent.name for path in (study / "made").glob("*/all.json")}
    assert records == {"test", "draw"}
    (study / "t.csv").write_text("p\n1\n")
    done = run(draw)
    assert done.returncode == 1
    assert done.stderr.startswith(
        "ValueError: results/mine/t.csv: not as test/all wrote it (sha256 "
    )
    assert done.stderr.endswith("run the same command again: it is made anew\n")
    assert not (study / "made" / "draw" / "all.json").exists()
