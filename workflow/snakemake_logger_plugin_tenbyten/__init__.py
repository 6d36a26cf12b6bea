"""A logger plugin of Snakemake's: say how far a study is, and why a job failed.

It is switched on by ``--logger tenbyten``, which the profiles of this project contain.
On a dry run and where all is wanted, Snakemake's own lines are shown.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

# Set in the environment of jobs, whose scripts read it.
REASONS_ARE_SHOWN = "TENBYTEN_REASONS_ARE_SHOWN"

# Rules that only name what is made.
_NO_WORK = ("all", "run_study", "total")
_NOTHING = "Nothing to be done"
# While it plans and runs, of Snakemake's lines without an event those are shown.
_SHOWN = (_NOTHING, "Terminating processes", "Will exit after", "Trying to restart")
# Before, all but these, which are so on every machine.
_HIDDEN = ("Assuming unrestricted shared filesystem", "Config file ")
# They say that a job failed, which is told with its reason.
_JOB_FAILED = ("Exiting because a job", "At least one job did not complete")
# The first line of an error, to which a log is read backwards.
_ERROR = re.compile(r"^[\w.]*(?:Error|Exception|Exit|Interrupt)\b", re.MULTILINE)
# Clocks of two machines may differ by so many seconds.
_CLOCKS = 10.0
# Slurm's words for a job that it ended at its time limit, in its state or in its log.
_OVER = ("'TIMEOUT'", "DUE TO TIME LIMIT")
_RAISE = (
    "Slurm ended it at its time limit: raise `runtime` below `set-resources` in the "
    "profile, or the classifier's key `runtime`"
)
_UNLOCK = """\
What to do: make sure that no other Snakemake works in this folder; then call
`snakemake --unlock`, or `tenbyten run STUDY -- --unlock`, and then the same command."""


class LogHandler(LogHandlerBase):
    """Show how far a run is in place of Snakemake's lines; at the end what it came to.

    What a job's log says of its failure is the last that is shown, once.
    """

    writes_to_file = False
    # Snakemake's, which know what `--quiet` and the like hide.
    has_filter = False
    has_formatter = False
    needs_rulegraph = False

    @property
    def writes_to_stream(self) -> bool:
        """Whether it takes the place of Snakemake's own lines."""
        how = self.common_settings
        return not (how.dryrun or how.verbose or how.debug_dag)

    def __post_init__(self) -> None:
        """Show nothing yet."""
        if self.writes_to_stream:
            os.environ[REASONS_ARE_SHOWN] = "1"
        self._stream = sys.stdout if self.common_settings.stdout else sys.stderr
        self._display: Any = None
        self._since = time.time()
        self._plans = self._is_idle = self._has_report = self._is_closed = False
        self._work: Any = None
        self._at_once: dict[str, int] = {}
        self._last = ""
        # Of jobs that have started: what was logged of them.
        self._jobs: dict[int, Any] = {}
        # Of jobs that failed: a reason, or else Snakemake's words, by what failed.
        self._reasons: dict[int, tuple[str, str]] = {}
        self._words: dict[int, str] = {}
        # Other errors, with their kind.
        self._errors: list[tuple[str, str]] = []

    def filter(self, record: logging.LogRecord) -> bool:
        """Let each record through, for all say how far the run is."""
        return True

    def emit(self, record: logging.LogRecord) -> None:
        """Note what a record says of the run, or show it."""
        try:
            self._take(record)
        except Exception:
            self.handleError(record)

    def close(self) -> None:
        """Show what the run came to."""
        if not self._is_closed:
            self._is_closed = True
            if self._display:
                self._display.end()
            self._show_lines()
            if self.writes_to_stream:
                self._show_errors()
            if self._is_idle and self._run and Path(self._run.report).is_file():
                self._say(f"The report: {self._run.report}")
            if self._work and self.writes_to_stream:
                self._show_end()
        super().close()

    def _take(self, record: Any) -> None:
        event, text = getattr(record, "event", None), record.getMessage()
        self._is_idle |= event is None and text.startswith(_NOTHING)
        if not self.writes_to_stream:
            return
        self._show_lines()
        if event == LogEvent.WORKFLOW_STARTED:
            self._plans = True
        elif event == LogEvent.RESOURCES_INFO:
            sizes = {x: getattr(record, x, None) for x in ("nodes", "cores")}
            self._at_once |= {x: n for x, n in sizes.items() if isinstance(n, int)}
        elif event == LogEvent.RUN_INFO:
            self._begin(record)
        elif event == LogEvent.JOB_INFO:
            self._start(record)
        elif event == LogEvent.JOB_FINISHED and self._work:
            self._work.finish(record.job_id, record.created)
            self._forget(record.job_id)
        elif event == LogEvent.GROUP_ERROR:
            self._fail(record, record.job_error_info)
        elif event == LogEvent.JOB_ERROR:
            # A group's error is followed by one of each of its jobs.
            if not getattr(record, "indent", False):
                self._fail(record, [vars(record)])
        elif event == LogEvent.ERROR:
            self._errors.append((getattr(record, "exception", ""), text))
        elif event is None and self._is_wanted(record, text) and text != self._last:
            self._last = text
            self._say(self.format(record), record)

    def _is_wanted(self, record: logging.LogRecord, text: str) -> bool:
        """Return whether people want to read a line of Snakemake's."""
        if record.levelno >= logging.WARNING:
            return not text.startswith(_JOB_FAILED)
        return text.startswith(_SHOWN) if self._plans else not text.startswith(_HIDDEN)

    def _say(self, text: str, record: logging.LogRecord | None = None) -> None:
        """Show a text, if Snakemake would show such a record."""
        like = record or logging.makeLogRecord({"levelno": logging.INFO})
        if like.levelno >= logging.ERROR or super().filter(like):
            self._write(text)

    def _write(self, text: str) -> None:
        """Show a text."""
        if self._display:
            self._display.write(text)
        else:
            print(text, file=self._stream, flush=True)

    @property
    def _run(self) -> Any:
        """What the rules tell of the run; None before they are read.

        They import the package from beside them. Imported here before, it could be
        another installation's, which would then compute what the rules ask for.
        """
        progress = sys.modules.get("tenbyten.progress")
        return progress.RUN if progress else None

    def _show_lines(self) -> None:
        """Show the lines of the rules: on a dry run at the end."""
        while self._run and self._run.lines:
            self._say(self._run.lines.pop(0))

    def _begin(self, record: Any) -> None:
        """Say what is to be done, and then how far it is."""
        from tenbyten.progress import RUN, Display, Work

        self._display = Display(self._stream)
        counts = {x: n for x, n in record.stats.items() if x not in _NO_WORK}
        size = self._at_once
        at_once = size.get("nodes") or size.get("cores") or 1
        work = Work(counts, RUN, at_once=at_once, queued="nodes" in size)
        self._work = work
        # Those who hide what is to be done hide how far it is.
        if super().filter(record):
            self._write(work.announce())
            self._display.follow(lambda: work.describe(time.time()))

    def _start(self, record: Any) -> None:
        """Note that a job starts, perhaps again."""
        self._forget(record.jobid)
        self._jobs[record.jobid] = record
        report = self._run.report if self._run else ""
        self._has_report |= report in (record.output or [])
        wildcards = record.wildcards or {}
        values = (value for name, value in wildcards.items() if name != "study")
        if self._work and record.rule_name not in _NO_WORK:
            key = (record.rule_name, *values)
            self._work.start(record.jobid, _name(record), key, record.created)

    def _forget(self, job: int) -> None:
        """Forget that a job failed."""
        self._reasons.pop(job, None)
        self._words.pop(job, None)

    def _fail(self, record: Any, jobs: list[Mapping[str, Any]]) -> None:
        """Note why a job, or the jobs of a group, failed."""
        is_over = _is_over(record)
        failed = []
        for job in jobs:
            started = self._jobs.get(job["jobid"])
            since = started.created if started else 0.0
            failed.append((job, started, _logs_since(job["log"] or [], since)))
        # Of a group those that have begun are named before those that had to wait.
        for job, started, texts in sorted(failed, key=lambda x: not x[2]):
            number, rule, logs = job["jobid"], job["rule_name"], job["log"] or []
            if self._work:
                self._work.fail(number)
            self._forget(number)
            if reason := _reason(texts) or _RAISE * is_over:
                what = _name(started) if started else rule
                log = f"; log: {', '.join(logs)}" if logs else ""
                self._reasons[number] = f"{what} failed{log}", reason
        numbers = [job["jobid"] for job in jobs]
        asked = self.common_settings.show_failed_logs
        if asked or not any(number in self._reasons for number in numbers):
            for number in numbers:
                self._reasons.pop(number, None)
            self._words[numbers[0]] = self.format(record)

    def _show_errors(self) -> None:
        """Show Snakemake's errors, where the logs of jobs do not say more."""
        errors = [x for x in self._errors if not any(y in x[1] for y in _JOB_FAILED)]
        if self._reasons and not self._words:
            errors = [x for x in errors if x[0] != "RuleException"]
        texts = [text for _, text in errors] + [*self._words.values()]
        if "LockException" in {kind for kind, _ in errors}:
            texts.append(_UNLOCK)
        named: dict[str, list[str]] = {}
        for what, reason in self._reasons.values():
            named.setdefault(reason, []).append(what)
        for reason, (first, *others) in named.items():
            more = f" (and {len(others)} more for the same reason)" if others else ""
            texts.append(f"{first}{more}\n{reason}")
        for text in dict.fromkeys(texts):
            self._write(text)

    def _show_end(self) -> None:
        """Say that all is done, or that the same command goes on."""
        from tenbyten.layout import FILES
        from tenbyten.progress import RUN, took

        if self._errors:
            units = self._work.units_done()
            there = f": {units} are there" if units else ""
            self._say(f"Stopped; the same command makes what is missing{there}")
            return
        line = f"Done in {took(time.time() - self._since)}"
        if not (self._has_report and Path(RUN.report).exists()):
            self._say(line)
            return
        answer = Path(RUN.report).with_name(FILES["summary"])
        text = answer.read_text(encoding="utf-8") if answer.exists() else ""
        found = f"\n\n{text.rstrip()}" if text else ""
        self._say(f"{line}. The report: {RUN.report}{found}")


def _name(started: Any) -> str:
    """Name a job in words."""
    return started.rule_msg or started.rule_name


def _is_over(record: Any) -> bool:
    """Return whether Slurm ended a job, or one of a group, at its time limit."""
    said = str(getattr(record, "rule_msg", ""))
    for log in map(Path, getattr(record, "aux_logs", None) or []):
        with suppress(OSError):
            said += log.read_text(encoding="utf-8", errors="replace")
    return any(words in said for words in _OVER)


def _logs_since(logs: list[str], since: float) -> list[str]:
    """Return the texts of the logs that were written since."""
    texts = []
    for log in map(Path, logs):
        with suppress(OSError):
            if log.stat().st_mtime >= since - _CLOCKS:
                texts.append(log.read_text(encoding="utf-8", errors="replace"))
    return texts


def _reason(texts: list[str]) -> str:
    """Return the error at the end of the first log that has one; empty if none has."""
    for text in texts:
        if errors := [*_ERROR.finditer(text)]:
            return text[errors[-1].start() :].rstrip()
    return ""
