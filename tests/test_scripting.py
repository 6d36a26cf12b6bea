"""Logs of the workflow's scripts."""

import json
import os
import subprocess
import sys

import pytest

from tenbyten.scripting import REASONS_ARE_SHOWN, each_of_job

SCRIPT = """
import logging, os, sys
from tenbyten.scripting import log_to
log_to(sys.argv[1])
print("printed", flush=True)
os.system("echo from another program; echo and its error >&2")
logging.getLogger("tenbyten").info("logged")
raise ValueError("row 3: wrong")
"""


@pytest.mark.parametrize("shown", ["", "1"])
def test_everything_said_is_in_the_log_and_the_error_is_told_once_more(tmp_path, shown):
    log = tmp_path / "job.log"
    command = [sys.executable, "-c", SCRIPT, str(log)]
    env = os.environ | {REASONS_ARE_SHOWN: shown}
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    assert done.returncode == 1
    assert done.stdout == ""
    # Once, by the logger plugin or by the job.
    assert done.stderr == ("" if shown else "ValueError: row 3: wrong\n")
    text = log.read_text()
    for line in ("printed", "from another program", "and its error", " logged"):
        assert f"{line}\n" in text
    assert text.endswith("ValueError: row 3: wrong\n")


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


def test_an_error_on_one_data_set_leaves_the_others_alone(caplog):
    done = []

    def work(name, *failing):
        done.append(name)
        if name in failing:
            raise ValueError(f"{name}, nb: wrong")

    names = {name: name for name in ("first", "second", "third")}
    with pytest.raises(ValueError, match=r"^first, nb: wrong$"):
        each_of_job(lambda name: work(name, "first"), names)
    words = (
        r"^2 of 3 data sets failed: ValueError: first, nb: wrong; "
        r"ValueError: third, nb: wrong$"
    )
    with pytest.raises(RuntimeError, match=words):
        each_of_job(lambda name: work(name, "first", "third"), names)
    assert done == 2 * list(names)
    assert "third: failed" in caplog.messages


RECORDED = """
from gc import get_freeze_count
from pathlib import Path
from types import SimpleNamespace
from tenbyten.scripting import job

class Named(list):
    # What Snakemake gives a script: paths, some of them by name.
    def __init__(self, **named):
        self.named = named
        lists = [[x] if isinstance(x, str) else x for x in named.values()]
        super().__init__(sum(lists, []))
    def items(self):
        return self.named.items()

def do(name, read, text, **more):
    top = "results/mine"
    outputs = Named(it=f"{top}/{name}.csv", made=f"{top}/made/{name}.json")
    params = {"settings": 1, "software": {}}
    of_job = {
        "log": [f"results/mine/logs/{name}.log"], "params": params, "resources": {},
        "input": Named(**read), "output": outputs,
    }
    with job(SimpleNamespace(**of_job)) as files:
        assert files.inputs == {key: x for key, x in read.items() if key != "made"}
        Path(files.outputs["it"]).write_text(text)
        files.more.update(more)

Path("results/mine/made").mkdir(parents=True, exist_ok=True)
"""
TEST = 'do("test", {}, "p\\n1\\n2\\n", cache=["kept"])'
DRAW = """
top = "results/mine"
do("draw", {"table": f"{top}/test.csv", "made": [f"{top}/made/test.json"]}, "")
"""


def test_a_job_leaves_a_record_and_stops_at_a_table_that_was_cut(tmp_path):
    def run(script):
        command = [sys.executable, "-c", RECORDED + script]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    told = f"{TEST}\nPath('told').write_text(str(get_freeze_count()))"
    for script in (told, DRAW):
        assert run(script).returncode == 0, run(script).stderr
    # What was imported is not searched for garbage: Python itself has frozen nothing.
    assert int((tmp_path / "told").read_text()) > 5000
    study = tmp_path / "results" / "mine"
    first, second = (
        json.loads((study / f"made/{name}.json").read_text())
        for name in ("test", "draw")
    )
    assert first["cache"] == ["kept"]
    assert first["settings"] == 1
    assert first["outputs"] == second["inputs"]
    assert list(first["outputs"]) == ["test.csv"]
    (study / "made/draw.json").unlink()
    (study / "test.csv").write_text("p\n1\n")
    done = run(DRAW)
    assert done.returncode == 1
    assert done.stderr.startswith(
        "ValueError: results/mine/test.csv: not as it was written (sha256 "
    )
    assert done.stderr.endswith("run the same command again: it is made anew\n")
    assert not (study / "made/draw.json").exists()
