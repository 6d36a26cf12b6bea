"""What classifiers print and warn of: counted by line, and logged once."""

import logging
import os
import subprocess
import sys
from contextlib import suppress

import pytest

from tenbyten.engines.scikit_learn.messages import Messages


@pytest.fixture
def messages(caplog):
    caplog.set_level(logging.INFO, logger="tenbyten")
    return Messages("iris")


def test_lines_that_differ_in_numbers_are_logged_once(messages, caplog, capfd):
    for fold in range(2):
        with messages.counted("it", printing=True):
            for i in range(1000):
                os.write(1 + i % 2, b"%d:\tloss: %de-3\ttotal: 1.%dms\n" % (i, fold, i))
            os.write(2, b"[Warning] No further splits\n" * 30 + b"done")
    messages.close()
    assert caplog.messages == [
        "iris, it (2000 times): printed 0:\tloss: 0e-3\ttotal: 1.0ms",
        "iris, it (60 times): printed [Warning] No further splits",
        "iris, it (2 times): printed done",
    ]
    assert capfd.readouterr() == ("", "")


def test_what_is_printed_elsewhere_stays_where_it_was(messages, capfd):
    os.write(1, b"before ")
    with messages.counted("quiet", printing=False):
        os.write(1, b"meanwhile ")
    with suppress(ZeroDivisionError), messages.counted("it", printing=True):
        os.write(1, b"within ")
        raise ZeroDivisionError
    os.write(1, b"after")
    assert capfd.readouterr().out == "before meanwhile after"


def test_lines_of_other_processes_and_of_python_are_counted(messages, caplog):
    said = "import os; os.write(2, b'from a process\\n')"
    with messages.counted("it", printing=True):
        subprocess.run([sys.executable, "-c", said], check=True)
        print("from Python")
        sys.stderr.write("\N{GREEK SMALL LETTER ALPHA}")
    messages.close()
    said = "from a process", "from Python", "\N{GREEK SMALL LETTER ALPHA}"
    assert caplog.messages == [f"iris, it: printed {line}" for line in said]


def test_a_flood_of_different_lines_is_cut(messages, caplog):
    letters = "abcdefghijklmnopqrstuvwxyz"
    lines = [f"{a}{b}{c}" for a in letters for b in letters for c in "xyz"]
    with messages.counted("it", printing=True):
        os.write(1, "\n".join(lines).encode())
    messages.close()
    assert len(caplog.messages) == 1001
    assert caplog.messages[-1].startswith("iris, it (1028 times): printed ")
