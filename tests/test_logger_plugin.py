"""The logger plugin in workflows of a few lines: how a run goes, and why it stops."""

import io
import logging
import os
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from forked_snakemake import call_snakemake
from snakemake_interface_logger_plugins.common import LogEvent

from heed_signals import heed_signals
from snakemake_logger_plugin_tenbyten import LogHandler
from tenbyten.jobs.progress import RUN
from tenbyten.jobs.scripting import REASONS_ARE_SHOWN

SNAKEFILE = """
from pathlib import Path
from tenbyten.jobs.progress import RUN

NAMES = list(config.get("names", "ab"))
RUN.lines.append("J48: settings changed")
RUN.report = "report.html"
RUN.amounts = {("make", x): (10, 1.0) for x in NAMES}

rule all:
    input: "report.html"

rule make:
    output: "{study}/{x}.txt"
    log: "{study}/{x}.log"
    message: "Making {wildcards.x}"
    resources: runtime=20
    script: "make.py"

rule analyse:
    input: expand("s/{x}.txt", x=NAMES)
    output: "report.html"
    shell: "cp page.html {output}"
"""
SCRIPT = """
import os, sys, time
from pathlib import Path
log = os.open(snakemake.log[0], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
os.dup2(log, 1), os.dup2(log, 2)
bad = Path("bad").read_text().split() if Path("bad").exists() else []
if snakemake.wildcards.x in bad:
    raise ValueError("a.csv, line 3: no class; give one")
if snakemake.wildcards.x + "!" in bad:
    os._exit(3)
if Path("slow").exists():
    time.sleep(60)
Path(snakemake.output[0]).touch()
"""
ANSWER = "No difference was found.\n- One data set.\n"
REASON = "ValueError: a.csv, line 3: no class; give one"
STOPPED = "Stopped; the same command makes what is missing"
NOTHING = "Nothing to be done (all requested files are present and up to date)."


@pytest.fixture
def toy(tmp_path):
    """A workflow; call Snakemake in it, which returns its exit status and lines."""
    for name, text in [("Snakefile", SNAKEFILE), ("make.py", SCRIPT)]:
        (tmp_path / name).write_text(text)
    (tmp_path / "page.html").write_text("A page")
    (tmp_path / "summary.txt").write_text(ANSWER)
    (tmp_path / "profiles" / "default").mkdir(parents=True)
    profile = tmp_path / "profiles" / "default" / "config.yaml"
    profile.write_text("logger: tenbyten\nrerun-incomplete: true\n")
    command = [sys.executable, "-m", "snakemake", "--cores", "1"]

    def call(*words):
        said = tmp_path / "said.txt"
        code = call_snakemake(["--cores", "1", *words], folder=tmp_path, said=said)
        lines = said.read_text().splitlines()
        return code, [x for x in lines if not x.startswith("Using workflow")]

    def fail(names):
        (tmp_path / "bad").write_text(names)

    return SimpleNamespace(call=call, fail=fail, folder=tmp_path, command=command)


def test_a_run_tells_its_work_its_report_and_what_it_found(toy):
    code, lines = toy.call()
    assert code == 0
    assert lines[:2] == [
        "J48: settings changed",
        "To do: 20 folds in 2 jobs and 1 other job, about 10 s by a coarse estimate",
    ]
    assert re.fullmatch(r"Done in \d+ s\. The report: report\.html", lines[2])
    assert lines[3:] == ["", "No difference was found.", "- One data set."]
    said = ["J48: settings changed", NOTHING, "The report: report.html"]
    assert toy.call() == (0, said)
    # A report that was not made is not named.
    code, lines = toy.call("-R", "make", "--until", "make")
    assert code == 0
    assert re.fullmatch(r"Done in \d+ s", lines[-1])


def test_why_jobs_failed_is_told_last_and_once(toy):
    toy.fail("b c")
    code, lines = toy.call("--keep-going", "--config", "names=abcd")
    assert code == 1
    assert lines[-2] == (
        "Making b failed; log: s/b.log (and 1 more for the same reason)"
    ) or lines[-2].startswith("Making c failed; log: s/c.log")
    assert lines[-1] == REASON
    assert lines[-3] == f"{STOPPED}: 20 of 40 folds (50%) are there"
    assert "\n".join(lines).count("ValueError") == 1
    assert not any("Exception" in line or "rule make" in line for line in lines)
    # The same command goes on.
    toy.fail("")
    code, lines = toy.call("--config", "names=abcd")
    assert code == 0
    assert lines[1].startswith("To do: about 20 folds in 2 jobs and 1 other job")


def test_where_the_log_says_nothing_snakemakes_words_are_shown(toy):
    # A log of another run says nothing of this one.
    (toy.folder / "s").mkdir()
    log = toy.folder / "s" / "a.log"
    log.write_text("ValueError: of old\n")
    os.utime(log, (0, 0))
    (toy.folder / "bad").write_text("a!")
    script = toy.folder / "make.py"
    script.write_text(SCRIPT.replace("log = ", "os._exit(3)\nlog = "))
    code, lines = toy.call()
    said = "\n".join(lines)
    assert code == 1
    assert "returned non-zero exit status 3" in said
    assert said.count("Error in rule make") == 1
    assert "of old" not in said
    assert said.index(STOPPED) < said.index("Error in rule make")


def test_of_an_error_that_rules_raise_the_message_is_shown(toy):
    raises = "from snakemake.exceptions import WorkflowError\n"
    raises += 'raise WorkflowError("mine.yaml: no x\\nno y; give one")\nNAMES = '
    (toy.folder / "a.smk").write_text(SNAKEFILE.replace("NAMES = ", raises))
    (toy.folder / "Snakefile").write_text('include: "a.smk"\n')
    assert toy.call() == (1, ["mine.yaml: no x", "no y; give one"])


def test_an_error_of_the_snakefile_is_shown_as_it_is(toy):
    text = SNAKEFILE.replace(
        "NAMES = ", 'raise ValueError("study x: no y; give one")\n'
    )
    (toy.folder / "Snakefile").write_text(text)
    code, lines = toy.call()
    assert code == 1
    assert "\n".join(lines).count("study x: no y; give one") == 1
    assert not any(line.startswith(STOPPED) for line in lines)


def test_what_is_found_before_the_first_job_is_told_without_its_place(toy):
    text = SNAKEFILE.replace(
        "rule all:",
        """onstart:
    from snakemake.exceptions import WorkflowError
    raise WorkflowError("J48: wrong\\n    mine.py, line 3")

rule all:""",
    )
    (toy.folder / "Snakefile").write_text(text)
    code, lines = toy.call()
    assert code == 1
    assert lines[-3:-1] == ["J48: wrong", "    mine.py, line 3"]


@pytest.mark.parametrize("quiet", [[], ["progress"], ["rules"], ["all"]])
def test_who_is_quiet_is_told_what_snakemake_would_tell(toy, quiet):
    code, lines = toy.call("--quiet", *quiet)
    assert code == 0
    told = any(line.startswith("To do") for line in lines)
    assert told == (quiet == ["rules"])
    assert bool(lines) == (quiet != ["all"])
    toy.fail("a")
    code, lines = toy.call("--forceall", "--quiet", *quiet)
    assert code == 1
    assert REASON in lines


def test_a_dry_run_shows_what_snakemake_shows(toy):
    def steady(lines):
        """Without times and the like, and in reasons the files as they come."""
        found = re.compile(r"\[|  (?:Date|Workflow ID|Command):|J48|To do")
        lines = [line for line in lines if not found.match(line)]
        return sorted(" ".join(sorted(re.split("[ ,]+", line))) for line in lines)

    code, lines = toy.call("--dry-run")
    assert code == 0
    assert lines[-2:] == [
        "J48: settings changed",
        "To do: 20 folds in 2 jobs and 1 other job, about 10 s by a coarse estimate",
    ]
    assert "Reason: Missing output files: s/a.txt" in lines
    assert steady(lines) == steady(toy.call("-n", "--workflow-profile", "none")[1])
    assert toy.call()[0] == 0
    _, lines = toy.call("--dry-run")
    assert lines[-3:] == [NOTHING, "J48: settings changed", "The report: report.html"]


@pytest.mark.parametrize("words", [["--workflow-profile", "none"], ["--verbose"]])
def test_without_the_plugin_and_in_full_snakemake_has_its_own_face(toy, words):
    code, lines = toy.call(*words)
    assert code == 0
    assert "Building DAG of jobs..." in lines
    assert "3 of 4 steps (75%) done" in lines
    assert not any(line.startswith("To do") for line in lines)


def test_a_run_that_is_stopped_or_killed_says_how_it_goes_on(toy):
    (toy.folder / "slow").touch()
    for number, status in [(signal.SIGINT, 1), (signal.SIGKILL, -9)]:
        with subprocess.Popen(
            toy.command,
            cwd=toy.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=heed_signals,
        ) as snakemake:
            until = time.monotonic() + 60
            logs = toy.folder / "s"
            while not any(logs.glob("*.log")):
                assert time.monotonic() < until
                time.sleep(0.1)
            os.killpg(snakemake.pid, number)
            said = snakemake.communicate(timeout=60)[0]
        assert snakemake.returncode == status, said
        if number == signal.SIGINT:
            assert f"{STOPPED}: 0 of 20 folds (0%) are there" in said.splitlines()
            assert "At least one job" not in said
        for log in logs.glob("*.log"):
            log.unlink()
    code, lines = toy.call()
    assert code == 1
    assert "Error: Directory cannot be locked." in "\n".join(lines)
    assert "`snakemake --unlock`" in lines[-1]
    (toy.folder / "slow").unlink()
    assert toy.call("--unlock")[1][-1].startswith("Unlocked working directory.")
    assert toy.call()[0] == 0


@pytest.fixture
def handler(monkeypatch):
    """Log what an executor says of jobs that ended; then read what is shown."""
    said = io.StringIO()
    monkeypatch.setattr(RUN, "report", "")
    monkeypatch.setattr(RUN, "lines", [])
    # The handler sets it, for the jobs that this process would start.
    monkeypatch.setenv(REASONS_ARE_SHOWN, "")
    monkeypatch.setattr(sys, "stderr", said)
    how = dict.fromkeys(("dryrun", "verbose", "debug_dag", "stdout"), False)
    how |= {"printshellcmds": False, "show_failed_logs": False}
    made = LogHandler(SimpleNamespace(**how), None)

    def log(event, message="", **extra):
        record = logging.LogRecord("", logging.ERROR, "", 0, message, None, None)
        vars(record).update(extra, event=event)
        made.handle(record)

    def start(job, rule):
        info = {"rule_name": rule, "rule_msg": f"Do {rule}", "wildcards": {}}
        log(LogEvent.JOB_INFO, jobid=job, **info)

    def shown():
        made.close()
        first, then, *lines = said.getvalue().splitlines()
        assert first.startswith("To do: 2 jobs")
        assert then.startswith("Done in ")
        return lines

    log(LogEvent.RUN_INFO, stats={"draw": 1, "analyse": 1, "total": 2})
    return SimpleNamespace(log=log, start=start, shown=shown)


def test_a_job_that_slurm_ended_at_its_limit_is_told_with_what_to_raise(handler):
    state = "SLURM-job '7' failed, SLURM status is: 'TIMEOUT'. Reason: Unknown."
    for job in (3, 4):
        handler.start(job, "crossvalidate")
        info = {"rule_name": "crossvalidate", "rule_msg": state, "log": []}
        handler.log(LogEvent.JOB_ERROR, jobid=job, **info)
    assert handler.shown() == [
        "Do crossvalidate failed (and 1 more for the same reason)",
        "Slurm ended it at its time limit: raise `runtime` below `set-resources` in "
        "the profile, or the classifier's key `runtime`",
    ]


@pytest.mark.parametrize("text", ["", "draws\n"])
def test_of_a_group_the_job_that_has_begun_is_named_not_one_that_waited(
    handler, tmp_path, text
):
    jobs = []
    for job, rule in enumerate(("analyse", "draw")):
        handler.start(job, rule)
        log = tmp_path / f"{rule}.log"
        jobs.append({"jobid": job, "rule_name": rule, "log": [str(log)]})
    log.write_text(text)
    over = {"rule_msg": "'TIMEOUT'", "job_error_info": jobs}
    handler.log(LogEvent.GROUP_ERROR, **over)
    first, _ = handler.shown()
    assert first == f"Do draw failed; log: {log} (and 1 more for the same reason)"


def test_a_job_that_is_done_the_second_time_has_not_failed(handler):
    handler.start(1, "draw")
    info = {"rule_name": "draw", "rule_msg": "'TIMEOUT'", "log": []}
    handler.log(LogEvent.JOB_ERROR, jobid=1, **info)
    handler.start(1, "draw")
    handler.log(LogEvent.JOB_FINISHED, job_id=1)
    assert handler.shown() == []
