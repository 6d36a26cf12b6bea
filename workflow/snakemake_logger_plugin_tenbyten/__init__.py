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
# What Snakemake writes around the message of an error that our rules raise.
_RAISED = re.compile(
    r'\AWorkflowError in file ".*smk", line \d+:\n(.+?)\n  File ".*', re.S
)
# Clocks of two machines may differ by so many seconds.
_CLOCKS = 10.0
# Slurm's words for a job that it ended at its time limit, in its state or in its log.
_OVER = ("'TIMEOUT'", "DUE TO TIME LIMIT")
_RAISE = (
    "Slurm ended it at its time limit: raise `runtime` below `set-resources` in the "
    "profile, or the classifier's key `runtime`"
)
_UNLOCK = """\
What to do (`tenbyten docs messages#lock`): see that no other Snakemake works here; call
`snakemake --unlock`, or `tenbyten run STUDY -- --unlock`, and then the same command."""


class LogHandler(LogHandlerBase):
    """Show how far a run is in place of Snakemake's lines; at the end what it came to.

    What a job's log says of its failure is the last that is shown, once.
    """

    writes_to_file = needs_rulegraph = False
    # Snakemake's, which know what `--quiet` and the like hide.
    has_filter = has_formatter = False

    @property
    def writes_to_stream(self) -> bool:
        """Whether it takes the place of Snakemake's own lines."""
        settings = self.common_settings
        return not (settings.dryrun or settings.verbose or settings.debug_dag)

    def __post_init__(self) -> None:
        """Show nothing yet."""
        if self.writes_to_stream:
            os.environ[REASONS_ARE_SHOWN] = "1"
        self._stream = sys.stdout if self.common_settings.stdout else sys.stderr
        self._display: Any = None
        self._work: Any = None
        self._since = time.time()
        self._plans = self._is_idle = self._is_closed = False
        self._at_once: dict[str, int] = {}
        self._last = ""
        # Of jobs that failed: what, and the reason; without a name Snakemake's words.
        self._failed: dict[int, tuple[str, str]] = {}
        # Other errors, by their texts, with their kinds.
        self._errors: dict[str, str] = {}

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
            if self._is_idle and self._run and Path(self._run.report).is_file():
                self._say(f"The report: {self._run.report}")
            if self.writes_to_stream:
                # Last comes why it stopped.
                if self._work:
                    self._show_end()
                self._show_errors()
        super().close()

    def _take(self, record: Any) -> None:
        event, text = getattr(record, "event", None), record.getMessage()
        self._is_idle |= event is None and text.startswith(_NOTHING)
        if not self.writes_to_stream:
            # A dry run tells it twice.
            if event == LogEvent.RUN_INFO and self._run and not self._work:
                self._begin(record)
            return
        self._show_lines()
        if event == LogEvent.WORKFLOW_STARTED:
            self._plans = True
        elif event == LogEvent.RESOURCES_INFO:
            sizes = {x: getattr(record, x, None) for x in ("nodes", "cores")}
            self._at_once |= {x: n for x, n in sizes.items() if isinstance(n, int)}
        elif event == LogEvent.RUN_INFO:
            self._begin(record)
        elif event == LogEvent.JOB_INFO and self._work:
            self._failed.pop(record.jobid, None)
            wildcards = (record.wildcards or {}).items()
            key = (record.rule_name, *(x for name, x in wildcards if name != "study"))
            words = record.rule_msg or record.rule_name
            if record.rule_name not in _NO_WORK:
                self._work.start(record.jobid, words, key, record.created)
        elif event == LogEvent.JOB_FINISHED and self._work:
            self._work.finish(record.job_id, record.created)
        elif event == LogEvent.GROUP_ERROR:
            self._fail(record, record.job_error_info)
        elif event == LogEvent.JOB_ERROR:
            # A group's error is followed by one of each of its jobs.
            if not getattr(record, "indent", False):
                self._fail(record, [vars(record)])
        elif event == LogEvent.ERROR:
            self._errors[_RAISED.sub(r"\1", text)] = getattr(record, "exception", "")
        elif event is None and text != self._last:
            # Of Snakemake's lines, those that people want to read.
            wanted = not text.startswith(_HIDDEN)
            if record.levelno >= logging.WARNING:
                wanted = not text.startswith(_JOB_FAILED)
            elif self._plans:
                wanted = text.startswith(_SHOWN)
            if wanted:
                self._last = text
                self._say(self.format(record), record)

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
        progress = sys.modules.get("tenbyten.jobs.progress")
        return progress.RUN if progress else None

    def _show_lines(self) -> None:
        """Show the lines of the rules: on a dry run at the end."""
        while self._run and self._run.lines:
            self._say(self._run.lines.pop(0))

    def _begin(self, record: Any) -> None:
        """Say what is to be done, on a dry run at its end, and then how far it is."""
        from tenbyten.jobs.progress import RUN, Display, Work

        counts = {x: n for x, n in record.stats.items() if x not in _NO_WORK}
        size = self._at_once
        at_once = size.get("nodes") or size.get("cores") or RUN.cores
        work = Work(counts, RUN, at_once=at_once, queued="nodes" in size)
        self._work = work
        if not self.writes_to_stream:
            RUN.lines += [work.announce()] * self.common_settings.dryrun
            return
        self._display = Display(self._stream)
        # Those who hide what is to be done hide how far it is.
        if super().filter(record):
            self._write(work.announce())
            self._display.follow(lambda: work.describe(time.time()))

    def _fail(self, record: Any, jobs: list[Mapping[str, Any]]) -> None:
        """Note why a job, or the jobs of a group, failed."""
        said = f"{getattr(record, 'rule_msg', '')}"
        said += _text_of(getattr(record, "aux_logs", None) or [])
        limit = _RAISE * any(words in said for words in _OVER)
        failed, waited = dict[int, tuple[str, str]](), dict[int, tuple[str, str]]()
        for job in jobs:
            number, logs = job["jobid"], job["log"] or []
            started = self._work and self._work.fail(number)
            since = started.since - _CLOCKS if started else 0.0
            recent: list[str] = []
            for log in logs:
                with suppress(OSError):
                    recent += [log] * (Path(log).stat().st_mtime >= since)
            text = _text_of(recent)
            errors = [*_ERROR.finditer(text)]
            reason = text[errors[-1].start() :].rstrip() if errors else limit
            name = started.words if started else job["rule_name"]
            log = f"; log: {', '.join(logs)}" if logs else ""
            if reason:
                (failed if recent else waited)[number] = f"{name} failed{log}", reason
        if self.common_settings.show_failed_logs or not (failed or waited):
            failed, waited = {jobs[0]["jobid"]: ("", self.format(record))}, {}
        # Of a group those that have begun are named before those that had to wait.
        self._failed |= failed | waited

    def _show_errors(self) -> None:
        """Show Snakemake's errors, where the logs of jobs do not say more."""
        named: dict[str, list[str]] = {}
        for what, reason in self._failed.values():
            named.setdefault(reason, []).append(what)
        words = [reason for reason, (first, *_) in named.items() if not first]
        hidden = {"RuleException"} if named and not words else set()
        errors = {
            text: kind
            for text, kind in self._errors.items()
            if not any(y in text for y in _JOB_FAILED) and kind not in hidden
        }
        texts = [*errors, *words]
        texts += [_UNLOCK] * ("LockException" in errors.values())
        for reason, (first, *others) in named.items():
            more = f" (and {len(others)} more for the same reason)" if others else ""
            texts += [f"{first}{more}\n{reason}"] * bool(first)
        for text in dict.fromkeys(texts):
            self._write(text)

    def _show_end(self) -> None:
        """Say that all is done, or that the same command goes on."""
        from tenbyten.layout import ANSWERING, FILES
        from tenbyten.words import duration, printable

        if self._errors:
            units = self._work.units_done()
            there = f": {units} are there" if units else ""
            self._say(f"Stopped; the same command makes what is missing{there}")
            return
        line = f"Done in {duration(time.time() - self._since)}"
        made = any(x.key[0] == ANSWERING for x in self._work.jobs.values())
        if made and Path(self._run.report).is_file():
            line += f". The report: {self._run.report}"
            answer = Path(self._run.report).with_name(FILES["summary"])
            line += f"\n\n{printable(answer.read_text(encoding='utf-8')).rstrip()}"
        self._say(line)


def _text_of(logs: list[str]) -> str:
    """Return the text of logs, as far as they are there."""
    text = ""
    from tenbyten.words import printable

    for log in logs:
        with suppress(OSError):
            text += printable(Path(log).read_text(encoding="utf-8", errors="replace"))
    return text
