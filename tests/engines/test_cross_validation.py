"""A classifier that fails does so by name, and stops the others only if asked to."""

import pytest
from failing_learner import GOOD, evaluate, failing

from tenbyten.engines.counts_cache import CountsCache

REASONS = {
    "raise": "ZeroDivisionError: no number",
    "exit": "SystemExit: 0",
    "memory": "MemoryError: ",
    "class": "which is no declared class",
    "nan": "is nan for test instance",
    "few": "and the 3 classes of the train",
}


@pytest.mark.parametrize("way", REASONS)
def test_a_failure_that_is_excluded_leaves_the_others_whole(way):
    results = evaluate([failing(way), GOOD], metrics=("brier",), failures="exclude")
    assert results.rows == evaluate([GOOD], metrics=("brier",)).rows
    (failure,) = results.failures
    assert failure[:4] == ("balance-scale", "bad", 2, 1)
    assert REASONS[way].strip() in failure.reason
    assert "\n" not in failure.reason


def test_a_run_that_cannot_be_kept_is_no_classifiers_failure(tmp_path):
    (tmp_path / "cache").touch()
    cache = CountsCache(tmp_path / "cache", "balance-scale", {"good": {}})
    with pytest.raises(OSError, match="cache"):
        evaluate([GOOD], failures="exclude", cache=cache)
