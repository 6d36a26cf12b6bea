"""The package keeps its compiled kernels apart, and leaves the process as it was."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

FOLDER = "from tenbyten.kernel_cache import cache_folder; print(cache_folder())"
# Probability by a kernel that calls one of another file, and what came from disk.
CALL = """
import numpy as np
from tenbyten.learners.bayes.naive_bayes import _probability
factor = np.zeros(1)
_probability(0.0, np.array([2.0, 0.0, 1.0]), factor)
hits, misses = (sum(count.values()) for count in
                (_probability.stats.cache_hits, _probability.stats.cache_misses))
print(round(factor[0], 3), hits, misses)
"""
# Another processor, another release of numba: arguments of what a kernel is kept for.
ELSEWHERE = {
    "numba": """
import numba
numba.__version__ = "99.1.0"
""",
    "processor": """
from numba.core import codegen
real = codegen.CPUCodegen.magic_tuple
codegen.CPUCodegen.magic_tuple = lambda self: (*real(self)[:2], "+another")
""",
}
# Writes the names of the kernels that it compiles, each when a file is there.
SLOW = """
import os, sys, time
from pathlib import Path
from numba.core import dispatcher
Path(f"{sys.argv[1]}.{os.getpid()}").touch()
real = dispatcher._FunctionCompiler.compile
def slow(self, args, return_type):
    with open(sys.argv[1], "a") as file:
        print(self.py_func.__name__, *args, file=file)
    while not Path(sys.argv[2]).exists():
        time.sleep(0.01)
    return real(self, args, return_type)
dispatcher._FunctionCompiler.compile = slow
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


def run(package, code, *arguments, **variables):
    """Run code with this copy of the package; return what it prints."""
    return complete(package, code, *arguments, **variables).stdout.strip()


def complete(package, code, *arguments, **variables):
    """Run code with this copy of the package to its end."""
    kept = {key: v for key, v in os.environ.items() if key != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=kept | {"PYTHONPATH": str(package.parent)} | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def test_another_source_of_kernels_gets_another_cache(package):
    before = run(package, FOLDER)
    assert before.startswith(str(package / "__pycache__"))
    with open(package / "learners" / "estimators.py", "a") as file:
        file.write("# no kernel is here\n")
    with open(package / "engines" / "native" / "compiled.py", "a") as file:
        file.write("# nor here\n")
    assert run(package, FOLDER) == before
    with open(package / "learners" / "sorting.py", "a") as file:
        file.write("# changed\n")
    after = run(package, FOLDER)
    assert after != before
    theirs = run(package, FOLDER, NUMBA_CACHE_DIR="/elsewhere")
    assert theirs == after.replace(str(package / "__pycache__"), "/elsewhere")


def test_how_kernels_are_compiled_settles_the_cache_too(package):
    before = run(package, FOLDER)
    with open(package / "kernels.py", "a") as file:
        file.write("# changed\n")
    assert run(package, FOLDER) != before


def test_the_cache_of_a_package_that_another_user_installed_is_the_users_own(package):
    others = "import os; os.access = lambda path, mode: False;" + FOLDER
    name = Path(run(package, FOLDER)).name
    at_home = run(package, others, HOME="/home/me", XDG_CACHE_HOME="")
    assert at_home == f"/home/me/.cache/tenbyten/{name}"
    assert run(package, others, XDG_CACHE_HOME="/caches") == f"/caches/tenbyten/{name}"


def test_kernels_are_read_from_disk_unless_a_kernel_that_they_call_has_changed(package):
    # Within one deviation of the mean lie 68.3 % of a normal distribution.
    assert run(package, CALL) == "0.683 0 1"
    assert run(package, CALL) == "0.683 1 0"
    callee = package / "learners" / "bayes" / "normal.py"
    source = callee.read_text()
    assert source.count("half = 0.5 *") == 1
    callee.write_text(source.replace("half = 0.5 *", "half = 0.25 *"))
    assert run(package, CALL) == "0.841 0 1"


def flipped(content, at):
    """The content with all bits of one byte flipped."""
    return content[:at] + bytes([content[at] ^ 255]) + content[at + 1 :]


# What a kernel's file becomes; `other` is the file of another kernel.
DAMAGE = {
    "emptied": lambda content, other: b"",
    "cut to its checksum": lambda content, other: content[:32],
    "cut in the middle": lambda content, other: content[: len(content) // 2],
    "cut by a byte": lambda content, other: content[:-1],
    "longer": lambda content, other: content + b"\0",
    "flipped in the checksum": lambda content, other: flipped(content, 0),
    "flipped in the pickle": lambda content, other: flipped(content, 40),
    "flipped in the machine code": lambda content, other: flipped(
        content, content.index(b"\x7fELF") + 200
    ),
    "zeros": lambda content, other: bytes(len(content)),
    "another kernel": lambda content, other: other,
    "without a checksum": lambda content, other: content[32:],
}


@pytest.fixture(scope="module")
def compiled(root, tmp_path_factory):
    """Give a folder of compiled kernels: the one that CALL calls, and its callee."""
    folder = tmp_path_factory.mktemp("compiled")
    run(root / "workflow" / "tenbyten", CALL, NUMBA_CACHE_DIR=str(folder))
    return folder


@pytest.mark.parametrize("way", DAMAGE)
def test_a_damaged_kernel_is_said_and_compiled_again(way, compiled, root, tmp_path):
    folder = tmp_path / "compiled"
    shutil.copytree(compiled, folder)
    (caller,) = folder.rglob("*naive_bayes._probability*.kernel")
    (callee,) = folder.rglob("*normal_distribution*.kernel")
    content = caller.read_bytes()
    caller.write_bytes(DAMAGE[way](content, callee.read_bytes()))
    code = "import logging; logging.basicConfig()" + CALL
    package, there = root / "workflow" / "tenbyten", {"NUMBA_CACHE_DIR": str(folder)}
    healing = run(package, "import sys; sys.stderr = sys.stdout;" + code, **there)
    said, _, counted = healing.splitlines()
    assert said.endswith(f"{caller} is damaged: compiling it again")
    assert counted == "0.683 0 1"
    assert run(package, code, **there) == "0.683 1 0"


def test_a_kernel_that_cannot_be_kept_works_all_the_same(root, tmp_path):
    file = tmp_path / "no folder"
    file.touch()
    code = "import logging, sys; sys.stderr = sys.stdout; logging.basicConfig()" + CALL
    said = run(root / "workflow" / "tenbyten", code, NUMBA_CACHE_DIR=str(file))
    _, warning, *_, counted = said.splitlines()
    assert "a compiled kernel cannot be kept" in warning
    assert counted == "0.683 0 1"


def test_importing_the_package_leaves_the_process_as_it_was(package, tmp_path):
    host = tmp_path / "host"
    host.mkdir()
    (host / "theirs.py").write_text(
        "from numba import njit\n\n\n"
        "@njit(cache=True)\ndef twice(x):\n    return 2 * x\n"
    )
    run(package, HOST, host)


def test_importing_the_package_imports_neither_pandas_nor_numba(package):
    run(
        package,
        "import sys, tenbyten; assert not {'pandas', 'numba', 'sklearn'} & set("
        "sys.modules); from tenbyten import compare, Comparison; "
        "assert compare.__module__ == 'tenbyten.analysis'; tenbyten.__version__",
    )


def test_a_process_that_compiles_says_so_in_one_line(package):
    first, second = (complete(package, CALL).stderr for _ in range(2))
    assert first.count("\n") == 1
    assert first.startswith("tenbyten: compiling kernels, once after an installation")
    assert second == ""


@pytest.mark.parametrize("where", ELSEWHERE)
def test_a_cache_of_another_numba_or_processor_is_left_alone(where, compiled, root):
    package, there = root / "workflow" / "tenbyten", {"NUMBA_CACHE_DIR": str(compiled)}
    kept = {file: file.read_bytes() for file in compiled.rglob("*.kernel")}
    assert run(package, ELSEWHERE[where] + CALL, **there) == "0.683 0 1"
    assert run(package, ELSEWHERE[where] + CALL, **there) == "0.683 1 0"
    assert run(package, CALL, **there) == "0.683 1 0"
    assert {file: file.read_bytes() for file in kept} == kept
    assert len(list(compiled.rglob("*.kernel"))) > len(kept)


def begin(package, code, *arguments, **variables):
    """Start code with this copy of the package."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": str(package.parent)} | variables,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_clones_at_once_compile_each_kernel_once(package, tmp_path):
    other = tmp_path / "other" / "tenbyten"
    shutil.copytree(package, other)
    begun, go = tmp_path / "begun", tmp_path / "go"
    there = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    jobs = [begin(x, SLOW + CALL, begun, go, **there) for x in (package, other)]
    while not begun.exists() or len(list(tmp_path.glob("begun.*"))) < len(jobs):
        assert None in [job.poll() for job in jobs]
    time.sleep(0.5)  # for the other one to come to the kernel
    go.touch()
    said = sorted(job.communicate()[0].strip() for job in jobs)
    # Whoever waited has read it.
    assert said == ["0.683 0 1", "0.683 1 0"]
    kernels = begun.read_text().splitlines()
    assert len(kernels) == len(set(kernels)) > 1


def test_a_killed_process_leaves_a_kernel_to_one_that_waits_for_it(package, tmp_path):
    begun, go = tmp_path / "begun", tmp_path / "go"
    there = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    killed = begin(package, SLOW + CALL, begun, tmp_path / "never", **there)
    while not begun.exists():
        assert killed.poll() is None
    waiting = begin(package, SLOW + CALL, tmp_path / "theirs", go, **there)
    go.touch()
    killed.kill()
    killed.communicate()
    assert waiting.communicate()[0].strip() == "0.683 0 1"


# Root may write everywhere, so that a file stands where a folder would be.
@pytest.mark.parametrize("writable", ["nothing", "home"])
def test_with_site_packages_that_are_read_only_kernels_are_kept_at_home_or_nowhere(
    writable, package, tmp_path
):
    (package / "__pycache__").touch()
    home = tmp_path / "home"
    home.touch() if writable == "nothing" else home.mkdir()
    there = {"HOME": str(home), "XDG_CACHE_HOME": "", "PYTHONDONTWRITEBYTECODE": "1"}
    refused = "import os; os.access = lambda path, mode: False;"
    assert run(package, refused + CALL, **there) == "0.683 0 1"
    kept = "0 1" if writable == "nothing" else "1 0"
    assert run(package, refused + CALL, **there) == f"0.683 {kept}"
