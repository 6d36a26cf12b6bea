"""A classifier that hangs or is killed is named by the watchdog."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from failing_learner import Failing, evaluate, failing

from tenbyten.engines.cross_validation import Allotment

# Gets stuck in the third fold.
STUCK = """
import sys
sys.path.insert(0, sys.argv[1])
from failing_learner import evaluate, failing
from tenbyten.engines.cross_validation import Allotment
way, failures, unfinished, runtime = sys.argv[2:]
evaluate([failing(way)], failures=failures, unfinished=unfinished,
         allotted=Allotment(runtime=float(runtime), mem_mb=1))
"""


def stuck(way, failures, unfinished, runtime):
    """Get stuck in a process of its own, and say what its watchdog said."""
    command = [sys.executable, "-c", STUCK, Path(__file__).parent, way, failures]
    command = [str(word) for word in (*command, unfinished, runtime)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("way", "runtime", "said"),
    [
        ("hang", 0.1, "took more than 3 s, half of the job's runtime"),
        ("killed", 10, "the process was killed from outside; it had"),
    ],
)
def test_a_classifier_that_gets_stuck_is_named_and_then_excluded(
    way, runtime, said, tmp_path
):
    unfinished = tmp_path / "unfinished" / "a.json"
    last = stuck(way, "exclude", unfinished, runtime).splitlines()[-1]
    assert f"balance-scale, bad, run 2, fold 1: {said}" in last
    asked = {"failures": "exclude", "unfinished": unfinished}
    bad = failing(way)
    Failing.trained = 3
    results = evaluate([bad], **asked)
    assert results.rows == []
    (failure,) = results.failures
    assert failure[:4] == ("balance-scale", "bad", 2, 1)
    assert said in failure.reason
    # Only for the same job, and only where failures are excluded.
    again = evaluate([failing("none")], **asked)
    assert (len(again.rows), again.failures) == (4, [])
    again = evaluate([bad], unfinished=unfinished)
    assert (len(again.rows), again.failures) == (4, [])


def test_a_study_that_stops_writes_nobody_down(tmp_path):
    said = stuck("hang", "stop", tmp_path / "unfinished" / "a.json", 0.04)
    assert "balance-scale, bad, run 2, fold 1: took more than 1 s" in said
    assert list(tmp_path.iterdir()) == []


def test_a_fold_that_takes_its_time_is_named_in_the_log(capfd):
    results = evaluate([failing("slow")], allotted=Allotment(runtime=10, mem_mb=1000))
    assert len(results.rows) == 4
    (line,) = capfd.readouterr().err.splitlines()
    assert "balance-scale, bad, run 2, fold 1: at work, " in line
