"""constraints.txt names the versions that are installed and tested."""

import re
import subprocess
import sys
import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


@pytest.fixture(scope="module")
def pinned(root):
    """The version of every distribution that the file names."""
    lines = (root / "constraints.txt").read_text().splitlines()
    pins = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pins}


@pytest.fixture(scope="module")
def required(root):
    """What tenbyten and its extras need, and what these need, as it is installed."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    wanted = [Requirement(r) for r in sum(extras, start=project["dependencies"])]
    seen = {}
    while wanted:
        requirement = wanted.pop()
        key = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if key in seen:
            continue
        try:
            found = metadata.distribution(requirement.name)
        except metadata.PackageNotFoundError:
            continue  # of an extra that is not installed
        seen[key] = found.version
        for line in found.requires or []:
            needed = Requirement(line)
            extras = requirement.extras or {""}
            marker = needed.marker
            if not marker or any(marker.evaluate({"extra": e}) for e in extras):
                wanted.append(needed)
    return {name: version for (name, _), version in seen.items()}


def test_the_file_names_packages_and_versions_only(root):
    text = (root / "constraints.txt").read_text()
    first, *lines = text.splitlines()
    assert first.startswith("# ")
    assert all(re.fullmatch(r"[\w.-]+==[\w.+!]+", line) for line in lines)
    names = [line.split("==")[0].lower() for line in lines]
    assert names == sorted(set(names))
    assert text.endswith("\n")


def test_what_is_installed_is_what_the_file_names(pinned):
    installed = {
        canonicalize_name(found.name): found.version
        for found in metadata.distributions()
    }
    differ = {
        name: f"{installed[name]} is installed, constraints.txt says {version}"
        for name, version in pinned.items()
        if installed.get(name, version) != version
    }
    assert differ == {}


def test_the_file_names_every_requirement(required, pinned, root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    named = [canonicalize_name(Requirement(r).name) for r in project["dependencies"]]
    assert set(named) <= required.keys(), "all that the package needs is installed"
    assert set(required) - pinned.keys() == set()


@pytest.fixture(scope="module")
def bounds(root):
    """What pyproject.toml asks of each distribution that the package needs."""
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    needed = [Requirement(line) for line in project["dependencies"]]
    return {canonicalize_name(r.name): r.specifier for r in needed}


def test_versions_that_were_not_tried_are_refused(bounds):
    assert all(any(s.operator == ">=" for s in bounds[name]) for name in bounds)
    assert "9.14.0" in bounds["snakemake"]
    assert "9.13.7" not in bounds["snakemake"]
    assert not bounds["snakemake"].contains("10.0.0", prereleases=True)
    assert "0.15.1" in bounds["openml"]
    assert not bounds["openml"].contains("0.16.0", prereleases=True)
    # What `snakemake --report` imports.
    assert "pygments" in bounds


def test_the_pins_fit_what_the_project_asks_for(pinned, root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    asked = [Requirement(line) for line in sum(extras, start=project["dependencies"])]
    asked = [r for r in asked if not r.marker or r.marker.evaluate()]
    misfits = [r for r in asked if pinned[canonicalize_name(r.name)] not in r.specifier]
    assert misfits == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "plugin",
    ["storage-plugin-s3"]
    + [
        f"executor-plugin-{x}"
        for x in ("aws-batch", "kubernetes", "googlebatch", "lsf")
    ],
)
def test_a_plugin_of_snakemake_installs_beside_the_pins(plugin, root):
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet"]
    command += ["-c", root / "constraints.txt", f"snakemake-{plugin}"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
