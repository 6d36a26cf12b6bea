"""Jobs that Slurm ended at their time limit are told with the setting to raise."""

import logging

import pytest
from snakemake_interface_logger_plugins.common import LogEvent

from tenbyten.progress.time_limit import TimeLimits

LIMIT = (
    "slurmstepd: error: *** JOB 2 ON n1 CANCELLED AT 2026-11-23 DUE TO TIME LIMIT ***\n"
)
GROUP = (
    "  Command: snakemake --allowed-rules draw tabulate --local-groupid f48 --cores 1\n"
)
STEPS = f"""{GROUP}
  Command: snakemake --allowed-rules tabulate --cores all
  Command: snakemake --allowed-rules draw --cores all
"""
MINUTES = {1: 2, 2: 6, 3: 20, 4: 40}


@pytest.fixture
def limits():
    return TimeLimits()


def log(limits, event, **extra):
    record = logging.LogRecord("snakemake", logging.ERROR, "", 0, "", None, None)
    vars(record).update(extra, event=event)
    limits.handle(record)


def end(limits, number, rule="crossvalidate", state="TIMEOUT"):
    """Log that Slurm ended a job of one step."""
    message = f"SLURM-job '7' failed, SLURM status is: '{state}'. Reason: Unknown."
    job = {"jobid": number, "rule_name": rule, "rule_msg": message, "indent": False}
    log(limits, LogEvent.JOB_ERROR, **job)


def end_group(limits, *logs):
    """Log that Slurm ended a group of two steps, as Snakemake does."""
    steps = [{"jobid": 1, "rule_name": "tabulate"}, {"jobid": 2, "rule_name": "draw"}]
    log(limits, LogEvent.GROUP_ERROR, aux_logs=[*logs], job_error_info=steps)
    for step in steps:
        log(limits, LogEvent.JOB_ERROR, **step, rule_msg=None, indent=True)


def test_of_a_group_the_step_is_named_at_which_it_was(limits, tmp_path):
    slurm = tmp_path / "7.log"
    slurm.write_text(STEPS + LIMIT)
    end_group(limits, str(slurm), str(tmp_path / "none.log"))
    assert [*limits.told(MINUTES)] == [
        "draw: Slurm ended it at its time limit; it asked for 6 minutes: set more, "
        "such as `draw:runtime=12` below `set-resources` in the profile"
    ]


def test_of_a_group_whose_log_names_no_step_all_are_named(limits, tmp_path):
    slurm = tmp_path / "7.log"
    slurm.write_text(GROUP + LIMIT)
    end_group(limits, str(slurm))
    told = [line.split(":")[0] for line in limits.told(MINUTES)]
    assert told == ["tabulate", "draw"]


@pytest.mark.parametrize("text", [STEPS, GROUP, ""])
def test_a_group_that_ended_otherwise_is_not_told(text, limits, tmp_path):
    slurm = tmp_path / "7.log"
    slurm.write_text(text)
    end_group(limits, str(slurm))
    assert [*limits.told(MINUTES)] == []


def test_a_rule_is_told_once_with_its_classifiers_key_and_the_most_minutes(limits):
    end(limits, 3)
    end(limits, 4)
    (told,) = limits.told(MINUTES)
    assert told.startswith("crossvalidate: Slurm ended it at its time limit; it asked")
    assert "for 40 minutes" in told
    assert told.endswith("in the profile, or the classifier's key `runtime`")


def test_a_job_that_was_sent_again_counts_as_it_ended_last(limits, tmp_path):
    end(limits, 3)
    end(limits, 4)
    log(limits, LogEvent.JOB_FINISHED, job_id=3)
    end(limits, 4, state="OUT_OF_MEMORY")
    assert [*limits.told(MINUTES)] == []
    (tmp_path / "first").write_text(STEPS + LIMIT)
    (tmp_path / "second").write_text(STEPS)
    end_group(limits, str(tmp_path / "first"))
    end_group(limits, str(tmp_path / "second"))
    assert [*limits.told(MINUTES)] == []
