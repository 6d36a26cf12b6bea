"""Jobs get the versions that their planner has."""

import platform
import tomllib
from importlib import metadata

import pytest
import yaml
from packaging.requirements import Requirement

from tenbyten.software.environment import check_versions, pinned_versions


@pytest.fixture
def shipped(root):
    """The environment of every job."""
    return root / "workflow" / "envs" / "tenbyten.yaml"


def test_the_environment_has_what_the_package_needs_as_it_was_tested(root, shipped):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["weka"]
    names = {Requirement(line).name.lower() for line in needed}
    lines = (root / "constraints.txt").read_text().lower().splitlines()
    tested = dict(line.split("==") for line in lines if not line.startswith("#"))
    pins = pinned_versions(shipped)
    assert {name: tested[name] for name in names} == {
        name: version
        for name, version in pins.items()
        if name not in ("python", "openjdk")
    }


def test_conda_can_read_the_environment(shipped):
    environment = yaml.safe_load(shipped.read_text())
    # Without the default channel, whose packages are built otherwise.
    assert environment["channels"] == ["conda-forge", "bioconda", "nodefaults"]
    assert all(len(line.split(" =")) == 2 for line in environment["dependencies"])


def test_other_versions_than_the_planners_are_refused(tmp_path):
    file = tmp_path / "environment.yaml"
    major, minor, _ = platform.python_version_tuple()
    numpy = metadata.version("numpy")
    text = f"dependencies: [python ={major}.{minor}, numpy ={numpy}, no-such ={{}}]"
    file.write_text(text.format(1))
    check_versions(file)
    file.write_text(text.format(1).replace(numpy, "1.0"))
    with pytest.raises(ValueError, match=rf"get numpy 1.0, not {numpy}, by .*yaml"):
        check_versions(file)
    # 3.1 is not 3.11.
    file.write_text("dependencies: [python =3.1]")
    with pytest.raises(ValueError, match=r"get python 3.1, not 3\.\d\d"):
        check_versions(file)
