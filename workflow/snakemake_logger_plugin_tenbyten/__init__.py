"""A logger plugin of Snakemake: lines for people who wait for a study.

Snakemake finds it by its name, and `logger: tenbyten` in a profile takes it. It shows
what tenbyten says, warnings, errors, and how far a run is; Snakemake's own lines go to
its file in `.snakemake/log/`, and to the screen too in a dry run or with
`--logger-tenbyten-full`.
"""

import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent
from snakemake_interface_logger_plugins.settings import LogHandlerSettingsBase

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


@dataclass
class LogHandlerSettings(LogHandlerSettingsBase):
    """Settings of the plugin."""

    full: bool = field(
        default=False,
        metadata={"help": "Show all lines of Snakemake, and no line of progress."},
    )


class LogHandler(LogHandlerBase):
    """Show what people who wait for a study want to know."""

    def __post_init__(self) -> None:
        """Choose how lines are shown."""
        # Snakemake has imported it.
        from snakemake.logging import ColorizingTextHandler, DefaultFormatter

        common = self.common_settings
        stream = sys.stdout if common.stdout else sys.stderr
        formatter = DefaultFormatter(common.quiet, common.show_failed_logs)
        self._full = ColorizingTextHandler(
            nocolor=common.nocolor, stream=stream, formatter=formatter
        )
        self._shows_all = (
            common.dryrun
            or common.verbose
            or bool(self.settings and self.settings.full)
        )
        quiet = {choice.name for choice in common.quiet or ()}
        self._is_quiet = bool(quiet & {"PROGRESS", "ALL"})
        self._display = Display(stream)
        self._runs = False
        self._work: Work | None = None
        self._find_report: Callable[[], str] = str

    writes_to_stream = True
    writes_to_file = False
    has_filter = False
    has_formatter = False
    needs_rulegraph = False

    def emit(self, record: logging.LogRecord) -> None:
        """Show a record, or note what it says of the run."""
        try:
            if self._shows_all:
                self._full.emit(record)
                return
            self._note(record)
            if self._is_shown(record):
                self._display.around(lambda: self._full.emit(record))
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

    def _note(self, record: logging.LogRecord) -> None:
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
