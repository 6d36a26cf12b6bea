"""A terminal has one line that is rewritten; a file has a line now and then."""

import io
import time

import pytest

from tenbyten.progress import display
from tenbyten.progress.display import Display


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """As a terminal says it."""
        return True


@pytest.fixture
def quick(monkeypatch):
    """Look a hundred times a second, and write as often."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    for name in ("_LOOK", "_FIRST_LINE", "_LAST_LINE"):
        monkeypatch.setattr(display, name, 0.01)


def follow(stream, says, until):
    """Follow the numbers from 1 until the stream has so much, then end."""
    shown, numbers = Display(stream), iter(range(1, 10**6))
    shown.follow(lambda: f"{says} {next(numbers)}")
    ends = time.monotonic() + 30
    while until not in stream.getvalue():
        assert time.monotonic() < ends, stream.getvalue()
        time.sleep(0.01)
    return shown


def on_screen(text):
    """What is left on a terminal's lines."""
    lines = [line.rpartition("\x1b[K")[2] for line in text.split("\n")]
    return [line.removesuffix("\r") for line in lines]


def test_a_terminal_has_one_line_which_is_gone_at_the_end(quick):
    stream = Terminal()
    shown = follow(stream, "folds", "folds 3")
    assert "\n" not in stream.getvalue()
    shown.write("a warning")
    shown.end()
    assert on_screen(stream.getvalue())[0] == "a warning"
    assert on_screen(stream.getvalue())[-1] == ""


def test_a_line_is_no_longer_than_the_terminal_is_wide(quick):
    stream = Terminal()
    follow(stream, "word " * 20, "...").end()
    lines = stream.getvalue().replace("\r\x1b[K", "\r").split("\r")
    assert max(map(len, lines)) == 39


def test_a_file_has_whole_lines(quick):
    stream = io.StringIO()
    follow(stream, "folds", "folds 3").end()
    assert stream.getvalue().startswith("folds 1\nfolds 2\nfolds 3\n")
    assert "\x1b" not in stream.getvalue()


def test_a_simple_terminal_is_written_as_a_file(quick, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    follow(stream, "folds", "folds 2").end()
    assert "\x1b" not in stream.getvalue()


def test_nothing_is_shown_after_the_end(quick):
    stream = Terminal()
    follow(stream, "folds", "folds 1").end()
    before = stream.getvalue()
    time.sleep(0.1)
    assert stream.getvalue() == before


def test_lines_of_a_file_come_the_less_often_the_longer_it_takes(quick, monkeypatch):
    monkeypatch.setattr(display, "_LAST_LINE", 600.0)
    monkeypatch.setattr(display, "_LOOK", 0.001)
    stream = io.StringIO()
    started = time.monotonic()
    follow(stream, "folds", "\n").end()
    # A tenth of the time, at least: after t seconds there are about 10 ln(t) lines.
    assert stream.getvalue().count("\n") <= 2 + (time.monotonic() - started) / 0.01


@pytest.mark.parametrize("is_due", [False, True])
def test_a_line_is_said_again_only_as_a_sign_of_life(quick, monkeypatch, is_due):
    if is_due:
        monkeypatch.setattr(display, "_SIGN_OF_LIFE", 0.01)
    stream, looks = io.StringIO(), []

    def describe():
        looks.append(len(looks))
        return f"folds {min(1, len(looks) // 20)}"

    shown = Display(stream)
    shown.follow(describe)
    ends = time.monotonic() + 30
    while len(looks) < 60:
        assert time.monotonic() < ends
        time.sleep(0.01)
    shown.end()
    said = stream.getvalue().splitlines()
    assert said == sorted(said)
    assert set(said) == {"folds 0", "folds 1"}
    assert (len(said) > 2) == is_due
