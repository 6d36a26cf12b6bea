"""A file is there whole or not at all."""

import subprocess
import sys

import pytest

from tenbyten.files import atomic_open, modules_of, remove_partial, sha256_of_sources


def test_an_error_leaves_what_was_there(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("old")
    with pytest.raises(TypeError, match="must be str"), atomic_open(path) as file:
        file.write(b"new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_killed_process_left_does_not_disturb_the_next(tmp_path):
    code = (
        "import os, signal, sys\n"
        "from tenbyten.files import atomic_open\n"
        "with atomic_open(sys.argv[1]) as file:\n"
        "    file.write('half'), file.flush(), os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = tmp_path / "a.csv"
    subprocess.run([sys.executable, "-c", code, path])
    assert not path.exists()
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(".")
    assert left.read_text() == "half"
    with atomic_open(path) as file:
        file.write("all")
    assert path.read_text() == "all"
    assert set(tmp_path.iterdir()) == {path, left}
    # What others work on stays.
    with atomic_open(path) as file:
        remove_partial(tmp_path.parent)
        file.write("more")
    assert path.read_text() == "more"
    assert [*tmp_path.iterdir()] == [path]


def test_two_that_write_at_once_do_not_mix(tmp_path):
    # As on two machines, where both processes can have the same number.
    path = tmp_path / "a.csv"
    with atomic_open(path) as one:
        one.write("one")
        one.flush()
        with atomic_open(path) as other:
            other.write("other")
        assert path.read_text() == "other"
    assert path.read_text() == "one"
    assert [*tmp_path.iterdir()] == [path]


def test_scripts_that_a_wheel_holds_are_no_modules_of_the_package(tmp_path):
    (tmp_path / "room").mkdir()
    files = [tmp_path / name for name in ("__init__.py", "a.py", "room/__init__.py")]
    for file in files:
        file.write_text("a = 1\n")
    before = sha256_of_sources(tmp_path)
    assert modules_of(tmp_path) == files
    scripts = tmp_path / "share" / "workflow" / "scripts"
    scripts.mkdir(parents=True)
    (scripts / "prepare.py").write_text("a = 2\n")
    assert modules_of(tmp_path) == files
    assert sha256_of_sources(tmp_path) == before
    (tmp_path / "room" / "__init__.py").write_text("a = 2\n")
    assert sha256_of_sources(tmp_path) != before
