"""Let a process that a test starts heed signals, whoever runs the tests."""

import signal


def heed_signals():
    """Heed what may be ignored where tests run in the background: for `preexec_fn`."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
