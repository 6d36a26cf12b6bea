"""The wheel holds all that a study needs, and runs where there is no clone."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

# All in them is in the wheel, but for what is for developers.
PACKAGES = ["tenbyten", "snakemake_logger_plugin_tenbyten"]
SHARED = ["Snakefile", "config", "profiles", "workflow"]
SNIPPET = """
import pandas as pd
import tenbyten
from tenbyten import compare, layout

comparison = compare(pd.read_csv("results/tiny/accuracies.csv"), rope=0.01)
comparison.write("theirs")
print(tenbyten.__version__, layout.FOLDER)
"""


def files_below(folder):
    """The files in a folder, or the file itself, without Python's own caches."""
    found = [folder] if folder.is_file() else folder.rglob("*")
    return [f for f in found if f.is_file() and "__pycache__" not in f.parts]


@pytest.fixture(scope="module")
def wheel(root, tmp_path_factory):
    """A wheel of the clone."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


def test_the_wheel_holds_what_is_in_the_clone(wheel, root):
    wanted = {
        file.relative_to(root / "workflow").as_posix(): file
        for package in PACKAGES
        for file in files_below(root / "workflow" / package)
    }
    for name in SHARED:
        for file in files_below(root / name):
            if file not in wanted.values() and file != root / "workflow" / "README.md":
                wanted[f"tenbyten/share/{file.relative_to(root).as_posix()}"] = file
    with zipfile.ZipFile(wheel) as archive:
        held = {x for x in archive.namelist() if ".dist-info/" not in x}
        assert held == wanted.keys()
        for name, file in wanted.items():
            assert archive.read(name) == file.read_bytes(), name
            # Whether Slurm's and other programs may be called.
            mode = archive.getinfo(name).external_attr >> 16
            assert bool(mode & 0o100) == os.access(file, os.X_OK), name
    assert "tenbyten/py.typed" in held


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The programs of an environment with the wheel, and the libraries of this one."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", folder], check=True, text=True
    )
    (packages,) = folder.glob("lib/python*/site-packages")
    libraries = [path for path in sys.path if Path(path).name.endswith("-packages")]
    (packages / "libraries.pth").write_text("\n".join(libraries) + "\n")
    install = [sys.executable, "-m", "pip", "--python", folder / "bin" / "python"]
    install += ["install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(install, check=True)
    return folder / "bin"


@pytest.mark.slow
def test_a_study_runs_from_the_wheel(installed, tmp_path, root):
    home, folder = tmp_path / "home", tmp_path / "folder"
    home.mkdir()
    shutil.copytree(root / "tests" / "tiny", folder)
    package = next(installed.parent.glob("lib/python*/site-packages/tenbyten"))
    before = {file: file.read_bytes() for file in files_below(package)}
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "XDG"))}
    env |= {"HOME": str(home), "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}

    def call(*words):
        done = subprocess.run(
            [str(word) for word in words],
            cwd=folder,
            env=env,
            text=True,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    call(installed / "tenbyten", "run", "tiny.yaml", "--cores", "2")
    assert (folder / "results" / "tiny" / "report.html").is_file()
    said = call(installed / "tenbyten", "run", "tiny.yaml", "--dry-run", "--cores", "1")
    assert "Nothing to be done" in said
    version, shared = call(installed / "python", "-c", SNIPPET).split()[-2:]
    assert version == installed_version(package)
    assert shared == str(package / "share")
    assert (folder / "theirs" / "report.html").is_file()
    assert {file: file.read_bytes() for file in files_below(package)} == before


def installed_version(package):
    """The version that the wheel's metadata tell."""
    (metadata,) = package.parent.glob("tenbyten-*.dist-info/METADATA")
    (line,) = (x for x in metadata.read_text().splitlines() if x.startswith("Version:"))
    return line.split()[1]
