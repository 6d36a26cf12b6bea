"""The handler shows what is for people, and errors, not Snakemake's other lines."""

import io
import logging
import threading

import pytest
from snakemake.logging import ColorizingTextHandler, DefaultFormatter
from snakemake_interface_logger_plugins.common import LogEvent

from tenbyten.progress.handler import Handler
from tenbyten.progress.work import END, Amount, Job, Work


@pytest.fixture
def said():
    """All that is written, as a file."""
    return io.StringIO()


@pytest.fixture
def handler(said):
    """Make the handler, with Snakemake's own behind it."""
    made = []

    def make(*, is_quiet=False):
        own = ColorizingTextHandler(
            nocolor=True, stream=said, formatter=DefaultFormatter(set(), False)
        )
        made.append(Handler(own, is_quiet=is_quiet))
        return made[-1]

    yield make
    for one in made:
        one.close()


def log(handler, message="", level=logging.INFO, **extra):
    record = logging.LogRecord("snakemake", level, "", 0, message, None, None)
    vars(record).update(extra)
    handler.handle(record)


def run(handler):
    """Log what Snakemake and the workflow say of a run of two jobs."""
    work = Work(
        {0: Job(amount=Amount(5, 1.0)), 1: Job()}, unit="folds", units=5, cores=1
    )
    log(handler, "Study tiny", tenbyten=True)
    log(handler, "Assuming unrestricted shared filesystem usage.")
    log(handler, "start", event=LogEvent.WORKFLOW_STARTED)
    log(handler, "Building DAG of jobs...")
    log(handler, "Job stats", event=LogEvent.RUN_INFO, stats={})
    log(handler, "To do: 5 folds", tenbyten=work)
    info = {"rule_msg": "Comparing", "rule_name": "compare", "jobid": 0}
    log(handler, "Rule: compare", event=LogEvent.JOB_INFO, **info)
    log(handler, "Finished", event=LogEvent.JOB_FINISHED, job_id=0)
    log(handler, "Trying to restart job 1.")
    log(handler, "it is late", logging.WARNING)
    log(handler, "Done", tenbyten=END)
    return work


def test_a_run_is_shown_without_snakemakes_lines(handler, said):
    work = run(handler())
    assert said.getvalue().splitlines() == [
        "Study tiny",
        "To do: 5 folds",
        "Trying to restart job 1.",
        "it is late",
        "Done",
    ]
    assert work.state(0.0)[:4] == (5, 5, 1, 2)


def test_a_failed_job_is_shown_with_its_log(handler, said):
    work = Work({0: Job(), 1: Job()}, unit="folds", units=0, cores=2)
    one = handler()
    log(one, "start", event=LogEvent.WORKFLOW_STARTED)
    log(one, "To do", tenbyten=work)
    info = {"rule_msg": "Comparing", "rule_name": "compare", "jobid": 0}
    log(one, event=LogEvent.JOB_INFO, **info)
    keys = ("input", "output", "conda_env", "shellcmd", "container_img")
    info |= dict.fromkeys(keys) | {"log": ["logs/a.log"], "aux": {}, "msg": None}
    log(one, "failed", logging.ERROR, event=LogEvent.JOB_ERROR, **info)
    text = said.getvalue()
    assert "Error in rule compare" in text
    assert "logs/a.log (check log file(s)" in text
    assert work.state(0.0).running == []


def test_nothing_to_be_done_is_said_with_the_report(handler, said):
    one = handler()
    log(one, "Study tiny", tenbyten=True, find_report=lambda: "report.html")
    log(one, "start", event=LogEvent.WORKFLOW_STARTED)
    log(one, "Nothing to be done (all is there).")
    lines = [
        "Study tiny",
        "Nothing to be done (all is there).",
        "The report: report.html",
    ]
    assert said.getvalue().splitlines() == lines


def test_other_commands_of_snakemake_say_what_they_say(handler, said):
    log(handler(), "Unlocked working directory.")
    assert said.getvalue() == "Unlocked working directory.\n"


@pytest.mark.parametrize("quiet", [True, False])
def test_who_wants_no_progress_gets_none(handler, quiet):
    one = handler(is_quiet=quiet)
    log(one, "To do", tenbyten=Work({0: Job()}, unit="folds", units=0, cores=1))
    threads = {thread.name for thread in threading.enumerate()}
    assert ("progress" in threads) == (not quiet)
