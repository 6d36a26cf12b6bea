"""Find the jobs that Slurm ended at their time limit, and say how to give them more."""

import logging
import re
from collections.abc import Iterator, Mapping, Set
from contextlib import suppress
from pathlib import Path
from typing import Any

from snakemake_interface_logger_plugins.common import LogEvent

# Slurm's words, in the state of a job and in its log.
_STATE = "'TIMEOUT'"
_IN_LOG = "DUE TO TIME LIMIT"
# A step that a grouped job has begun, in its log: a call of Snakemake for it alone.
_BEGUN = re.compile(r" --allowed-rules (\w+) --(?!local-groupid)")


class TimeLimits(logging.Handler):
    """Note from what Snakemake logs which jobs were ended at their time limit.

    Attributes
    ----------
    ended : dict of int to str
        The rules of these jobs by their numbers: of a grouped job the step at which it
        was. A job that was sent again and then ended otherwise is not among them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ended: dict[int, str] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Note what a record says of a job."""
        try:
            self._note(record)
        except Exception:
            self.handleError(record)

    def _note(self, record: Any) -> None:
        event = getattr(record, "event", None)
        if event == LogEvent.JOB_FINISHED:
            self.ended.pop(record.job_id, None)
        elif event == LogEvent.GROUP_ERROR:
            steps = {x["jobid"]: x["rule_name"] for x in record.job_error_info}
            self._end(steps, _at_limit(record.aux_logs, {*steps.values()}))
        # A group's error is followed by one of each step.
        elif event == LogEvent.JOB_ERROR and not record.indent:
            is_over = _STATE in str(record.rule_msg)
            name = record.rule_name
            self._end({record.jobid: name}, {name} if is_over else set())

    def _end(self, steps: Mapping[int, str], rules: Set[str]) -> None:
        """Note that a job ended in which some rules were at its limit."""
        for number, name in steps.items():
            self.ended.pop(number, None)
            if name in rules:
                self.ended[number] = name

    def told(self, minutes: Mapping[int, float]) -> Iterator[str]:
        """Say of each rule how its jobs get more time.

        `minutes` are those that each job last asked for, by its number.
        """
        asked: dict[str, float] = {}
        for number, rule in self.ended.items():
            asked[rule] = max(asked.get(rule, 1), minutes[number])
        for rule, most in asked.items():
            or_key = ", or the classifier's key `runtime`" * (rule == "crossvalidate")
            yield (
                f"{rule}: Slurm ended it at its time limit; it asked for {most:g} "
                f"minutes: set more, such as `{rule}:runtime={2 * most:g}` below "
                f"`set-resources` in the profile{or_key}"
            )


def _at_limit(logs: list[str], rules: Set[str]) -> Set[str]:
    """Return the rule at which a grouped job met its limit; none if it did not.

    Where the log does not say which, all of its rules are returned.
    """
    for log in logs:
        with suppress(OSError):
            text = Path(log).read_text(encoding="utf-8", errors="replace")
            if _IN_LOG in text:
                return {*_BEGUN.findall(text)[-1:]} or rules
    return set()
