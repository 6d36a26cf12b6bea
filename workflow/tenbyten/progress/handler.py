"""Show what people who wait for a study want to know, in place of Snakemake's lines."""

import logging
import time
from collections.abc import Callable
from typing import Any

from snakemake_interface_logger_plugins.common import LogEvent

from tenbyten.progress.display import Display
from tenbyten.progress.words import describe
from tenbyten.progress.work import END, Work

_NOTHING = "Nothing to be done"
# Lines of Snakemake that are shown whatever it does.
_SHOWN = (
    _NOTHING,
    "Terminating processes",
    "Will exit after",
    "Trying to restart",
)
# Before a run starts, all others are shown but these.
_HIDDEN = ("Assuming unrestricted shared filesystem", "Config file ")


class Handler(logging.Handler):
    """Show what tenbyten says, warnings, errors, and how far a run is.

    Records with the attribute `tenbyten` are for people.

    Parameters
    ----------
    shown_by : StreamHandler
        Snakemake's own handler, which shows the records that are shown.
    is_quiet : bool
        Whether nobody wants to know how far a run is.
    """

    def __init__(self, shown_by: Any, *, is_quiet: bool) -> None:
        super().__init__()
        self._shown_by, self._is_quiet = shown_by, is_quiet
        self._display = Display(shown_by.stream)
        self._runs = False
        self._work: Work | None = None
        self._find_report: Callable[[], str] = str

    def emit(self, record: logging.LogRecord) -> None:
        """Show a record, or note what it says of the run."""
        try:
            self._note(record)
            if self._is_shown(record):
                self._display.around(lambda: self._shown_by.handle(record))
            if str(record.msg).startswith(_NOTHING) and (page := self._find_report()):
                self._display.write(f"The report: {page}")
        except Exception:
            self.handleError(record)

    def close(self) -> None:
        """End with the last line."""
        self._display.end()
        super().close()

    def _is_shown(self, record: logging.LogRecord) -> bool:
        """Return whether a record is shown."""
        if record.levelno >= logging.WARNING or hasattr(record, "tenbyten"):
            return True
        if getattr(record, "event", None) is not None:
            return False
        text = str(record.msg)
        return text.startswith(_SHOWN) if self._runs else not text.startswith(_HIDDEN)

    def _note(self, record: Any) -> None:
        """Take what a record says of the run."""
        event, now = getattr(record, "event", None), time.monotonic()
        ours, work = getattr(record, "tenbyten", None), self._work
        self._find_report = getattr(record, "find_report", self._find_report)
        if event == LogEvent.WORKFLOW_STARTED:
            self._runs = True
        elif isinstance(ours, Work):
            self._runs, self._work = True, ours
            if not self._is_quiet:
                self._display.follow(
                    lambda: describe(ours.state(time.monotonic()), ours)
                )
        elif ours == END:
            self._display.end()
        elif work and event == LogEvent.JOB_INFO:
            work.start(record.jobid, record.rule_msg or record.rule_name, now)
        elif work and event == LogEvent.JOB_FINISHED:
            work.finish(record.job_id, now)
        elif work and event == LogEvent.JOB_ERROR:
            work.fail(record.jobid)
