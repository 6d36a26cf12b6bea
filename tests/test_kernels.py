"""Kernels are compiled once, kept apart, and leave the process as it was."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

FOLDER = "from tenbyten.kernels import cache_folder; print(cache_folder())"
# A number by a kernel that calls those of another file, and what came from disk.
CALL = """
import numpy as np
from tenbyten.learners.trees.growing import largest_up_to
largest = largest_up_to(np.array([0.25, 0.5, 0.75]), 0.6)
hits, misses = (sum(count.values()) for count in
                (largest_up_to.stats.cache_hits, largest_up_to.stats.cache_misses))
print(largest, hits, misses)
"""
# A kernel for the type that the second argument names.
TWICE = """
import sys
from theirs import twice
number = {"int": int, "float": float}[sys.argv[2]]
print(twice(number(2)), sum(twice.stats.cache_misses.values()))
"""
# Compiling names the types, and goes on when the file of the first argument is there.
SLOW = """
import os, sys, time
from pathlib import Path
from numba.core import event
import tenbyten.kernels
class Slow(event.Listener):
    def on_start(self, event):
        name = event.data["dispatcher"].py_func.__name__
        Path(f"{sys.argv[1]}.{name}.{os.getpid()}").touch()
        while not Path(sys.argv[1]).exists():
            time.sleep(0.01)
    def on_end(self, event):
        pass
event.register("numba:compile", Slow())
"""
HOST = """
import os, sys
from pathlib import Path
import numba, sklearn  # it changes the environment itself
sys.path.insert(0, sys.argv[1])
before = dict(os.environ), dict(vars(numba.config))
import tenbyten, tenbyten.learners
from tenbyten.learners import AODE
assert (dict(os.environ), dict(vars(numba.config))) == before
from theirs import twice
assert twice(2) == 4
cached = [path.name for path in Path(sys.argv[1], "__pycache__").glob("*.nbi")]
assert [name.startswith("theirs.twice") for name in cached] == [True], cached
"""


@pytest.fixture
def package(root, tmp_path):
    """Give a copy of the package."""
    copy = tmp_path / "tenbyten"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(root / "workflow" / "tenbyten", copy, ignore=ignored)
    return copy


def begin(package, code, *arguments, **variables):
    """Start code with this copy of the package."""
    kept = {key: v for key, v in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=kept | {"PYTHONPATH": str(package.parent)} | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def complete(package, code, *arguments, **variables):
    """Run code with this copy of the package; return what it prints and says."""
    process = begin(package, code, *arguments, **variables)
    printed, said = process.communicate()
    assert process.returncode == 0, said
    return printed.strip(), said


def run(package, code, *arguments, **variables):
    """Run code with this copy of the package; return what it prints."""
    return complete(package, code, *arguments, **variables)[0]


def test_another_source_of_kernels_gets_another_cache(package):
    before = run(package, FOLDER)
    assert before.startswith(str(package / "__pycache__"))
    with open(package / "learners" / "estimators.py", "a") as file:
        file.write("# no kernel is here\n")
    assert run(package, FOLDER) == before
    with open(package / "learners" / "sorting.py", "a") as file:
        file.write("# changed\n")
    after = run(package, FOLDER)
    assert after != before
    theirs = run(package, FOLDER, NUMBA_CACHE_DIR=str(package.parent / "elsewhere"))
    assert theirs == after.replace("tenbyten/__pycache__", "elsewhere")


@pytest.mark.parametrize("what", ["how kernels are compiled", "numba"])
def test_another_numba_or_way_to_compile_gets_another_cache(what, package):
    before, code = run(package, FOLDER), FOLDER
    if what == "numba":
        code = (
            f"import importlib.metadata as m; m.version = lambda _: '99.1.0'; {FOLDER}"
        )
    else:
        with open(package / "kernels.py", "a") as file:
            file.write("# changed\n")
    assert run(package, code) != before


def test_kernels_are_read_from_disk_unless_a_kernel_that_they_call_has_changed(package):
    printed, said = complete(package, CALL)
    assert printed == "0.5 0 1"
    assert said.count("\n") == 1
    assert said.startswith("compiling kernels, once after an installation")
    assert complete(package, CALL) == ("0.5 1 0", "")
    callee = package / "learners" / "trees" / "nodes.py"
    source = callee.read_text()
    assert source.count("a >= b or") == 1
    callee.write_text(source.replace("a >= b or", "a >= b - 0.2 or"))
    assert run(package, CALL) == "0.75 0 1"


# Root may write everywhere, so that a file stands where a folder would be.
@pytest.mark.parametrize("writable", ["nothing", "home"])
def test_where_the_package_is_read_only_kernels_are_kept_at_home_or_nowhere(
    writable, package, tmp_path
):
    (package / "__pycache__").touch()
    home = tmp_path / "home"
    home.touch() if writable == "nothing" else home.mkdir()
    there = {"HOME": str(home), "XDG_CACHE_HOME": "", "PYTHONDONTWRITEBYTECODE": "1"}
    code = "import os; os.access = lambda path, mode: False;" + CALL
    printed, said = complete(package, code, **there)
    assert printed == "0.5 0 1"
    if writable == "nothing":
        assert said.startswith("compiled kernels cannot be kept")
        assert "set NUMBA_CACHE_DIR to a folder that you can write" in said
    else:
        assert run(package, code, **there) == "0.5 1 0"
        assert list((home / ".cache" / "tenbyten").glob("kernels-*/*/*.nbi"))


def test_importing_the_package_leaves_the_process_as_it_was(package, tmp_path):
    host = tmp_path / "host"
    host.mkdir()
    (host / "theirs.py").write_text(
        "from numba import njit\n\n\n"
        "@njit(cache=True)\ndef twice(x):\n    return 2 * x\n"
    )
    run(package, HOST, host)


def flip(path):
    """Change a bit in the middle of a file."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def put_folder(path):
    """Put a folder in the place of a file."""
    path.unlink()
    path.mkdir()


def put_file(path):
    """Put a file in the place of the folder of a file."""
    if path.exists():
        shutil.rmtree(path.parent)
        path.parent.touch()


# After a power failure, on a full disk, by others: of what, and what is done to it.
DAMAGES = {
    "empty index": ("*/*.nbi", lambda path: path.write_bytes(b"")),
    "noise": ("*/*.nb?", lambda path: path.write_bytes(b"\x80\x05noise" * 9)),
    "a bit of code": ("*/*.nbc", flip),
    "a folder": ("*/*.nb?", put_folder),
    "a list of noise": ("checksums.txt", lambda path: path.write_bytes(b"\xff" * 9)),
    "no folder": ("*/*.nb?", put_file),
}


def test_damaged_kernels_are_compiled_again(package, tmp_path):
    kept = {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    folder = Path(run(package, FOLDER, **kept))
    run(package, CALL, **kept)
    for name, (pattern, damage) in DAMAGES.items():
        for path in list(folder.glob(pattern)):
            damage(path)
        printed, said = complete(package, CALL, **kept)
        assert printed == "0.5 0 1", name
        assert f"kernels in {folder} are damaged: they will be recompiled" in said, name
    assert complete(package, CALL, **kept) == ("0.5 1 0", "")


@pytest.mark.parametrize("whose", ["all can write", "all can write above", "another's"])
def test_kernels_of_others_are_not_read(whose, package, tmp_path):
    kept = {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    folder = Path(run(package, FOLDER, **kept))
    run(package, CALL, **kept)
    path = folder.parent if whose == "all can write above" else folder
    if whose != "another's":
        path.chmod(0o777)
    elif os.geteuid():
        pytest.skip("only root can give files away")
    else:
        os.chown(path, 65534, 65534)
    printed, said = complete(package, CALL, **kept)
    assert printed == "0.5 0 1"
    assert f"{path} is not yours, or others can write there (chmod go-w)" in said


def test_kernels_are_not_kept_where_a_file_of_the_working_directory_says(
    package, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path(".numba_config.yaml").write_text("cache_dir: theirs\n")
    assert run(package, FOLDER).startswith(str(package / "__pycache__"))


def await_one(folder, pattern, processes):
    """Wait until a process has written a file."""
    while not list(folder.glob(pattern)):
        assert [process.poll() for process in processes] == [None] * len(processes)
        time.sleep(0.01)


def test_of_two_processes_at_once_one_compiles_and_the_other_reads(package, tmp_path):
    go = tmp_path / "go"
    jobs = [begin(package, SLOW + CALL, go) for _ in range(2)]
    await_one(tmp_path, "go.*", jobs)
    time.sleep(0.5)  # for the other one to come to the kernel
    go.touch()
    assert sorted(job.communicate()[0].strip() for job in jobs) == [
        "0.5 0 1",
        "0.5 1 0",
    ]
    compiled = [path.name.split(".")[1] for path in tmp_path.glob("go.*")]
    assert len(compiled) == len(set(compiled)) > 1


def test_two_processes_that_compile_for_different_types_keep_both(package, tmp_path):
    (tmp_path / "theirs.py").write_text(
        "from tenbyten.kernels import kernel\n\n\n"
        "@kernel\ndef twice(x):\n    return 2 * x\n"
    )
    go, numbers = tmp_path / "go", {"int": "4", "float": "4.0"}
    jobs = [begin(package, SLOW + TWICE, go, number) for number in numbers]
    await_one(tmp_path, "go.*", jobs)
    time.sleep(0.5)
    go.touch()
    assert [job.communicate()[0].split()[0] for job in jobs] == list(numbers.values())
    for number, twice in numbers.items():
        assert run(package, TWICE, go, number) == f"{twice} 0"


def test_a_killed_process_leaves_a_kernel_to_one_that_waits_for_it(package, tmp_path):
    killed = begin(package, SLOW + CALL, tmp_path / "never")
    await_one(tmp_path, "never.*", [killed])
    waiting = begin(package, CALL)
    time.sleep(0.5)
    killed.kill()
    killed.communicate()
    assert waiting.communicate()[0].strip() == "0.5 0 1"
    assert run(Path(package), CALL) == "0.5 1 0"
