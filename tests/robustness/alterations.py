"""Ways to alter a file of a finished study, none of which its size or time tells."""

import os
import shutil

_GIVEN_UP = "nothing to alter in this way"


class Unalterable(Exception):
    """The file cannot be altered in this way, or would be the same afterwards."""


def _lines(content):
    """The lines of a file, three at least."""
    lines = content.splitlines(keepends=True)
    if len(lines) < 3:
        raise Unalterable(_GIVEN_UP)
    return lines


def flip_a_byte(content):
    """Another byte in the middle."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def change_a_digit(content):
    """The last digit that is no 0, another one."""
    for place in range(len(content) - 1, -1, -1):
        if (digit := content[place : place + 1]) in b"123456789" and digit:
            other = b"1" if digit != b"1" else b"2"
            return content[:place] + other + content[place + 1 :]
    raise Unalterable(_GIVEN_UP)


def cut_within_a_line(content):
    """The end is gone, from within a line."""
    return content[: len(content) * 2 // 3]


def cut_at_a_line_end(content):
    """The last line is gone."""
    return b"".join(_lines(content)[:-1])


def drop_a_line(content):
    """A line in the middle is gone."""
    lines = _lines(content)
    del lines[len(lines) // 2]
    return b"".join(lines)


def swap_two_lines(content):
    """The last two lines that differ have changed places."""
    lines = _lines(content)
    for second in range(len(lines) - 1, 0, -1):
        if lines[second - 1] != lines[second]:
            pair = lines[second - 1 : second + 1]
            lines[second - 1 : second + 1] = reversed(pair)
            return b"".join(lines)
    raise Unalterable(_GIVEN_UP)


def empty(content):
    """Nothing is left in it."""
    return b""


# By what is said of it.
EDITS = {
    "a byte flipped": flip_a_byte,
    "a digit changed": change_a_digit,
    "cut within a line": cut_within_a_line,
    "cut at a line end": cut_at_a_line_end,
    "a line gone": drop_a_line,
    "two lines swapped": swap_two_lines,
    "emptied": empty,
}


def edit(path, way):
    """Alter a file by one of `EDITS`; its time stays, and its size where it can."""
    before = path.read_bytes()
    after = EDITS[way](before) if before else before
    write_unseen(path, before, after)


def replace(path, other):
    """Put another file's content into a file; its time stays."""
    if not other.is_file():
        raise Unalterable(_GIVEN_UP)
    write_unseen(path, path.read_bytes(), other.read_bytes())


def write_unseen(path, before, after):
    """Write what differs, and set the time back."""
    if before == after:
        raise Unalterable(_GIVEN_UP)
    time = path.stat().st_mtime_ns
    path.write_bytes(after)
    os.utime(path, ns=(time, time))


def delete(path):
    """Remove a file or a folder."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
