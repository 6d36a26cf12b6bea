"""Many odd inputs for a reader: a fixed number, or as many as a time allows."""

import os
import signal
import time
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, seed, settings

# Seconds for all readers together; an ordinary run has a fixed number of fixed cases.
SECONDS = float(os.environ.get("TENBYTEN_FUZZ_SECONDS", "0"))

# What a reader may take for a case of at most some kilobytes before it counts as hung.
_HUNG_SECONDS = 30

_SETTINGS = {
    "deadline": None,
    "database": None,
    "suppress_health_check": list(HealthCheck),
}


@contextmanager
def _alarm():
    """Fail where a case hangs."""

    def stop(*_):
        raise TimeoutError(f"a case of some kilobytes takes over {_HUNG_SECONDS} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, _HUNG_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def fuzz(request, counted):
    """Hold `check` to `cases` cases of a strategy, and to more if there is time."""

    def run(strategy, check, *, cases):
        tries = 0

        def guarded(case):
            nonlocal tries
            tries += 1
            with _alarm():
                check(case)

        tried = given(strategy)(guarded)
        settings(max_examples=cases, derandomize=True, **_SETTINGS)(tried)()
        sharing = sum("fuzz" in item.fixturenames for item in request.session.items)
        end = time.monotonic() + SECONDS / sharing
        number = 0
        while time.monotonic() < end:
            number += 1
            tried = seed(number)(given(strategy)(guarded))
            settings(max_examples=200, **_SETTINGS)(tried)()
        counted("fuzz cases", tries)

    return run
