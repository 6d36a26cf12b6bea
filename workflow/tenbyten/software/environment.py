"""Hold the environment that jobs are given to the one that plans them."""

import platform
from importlib import metadata
from pathlib import Path

import yaml

# Distributions by the names of their packages in conda's channels; others are equal.
_DISTRIBUTIONS = {"matplotlib-base": "matplotlib", "snakemake-minimal": "snakemake"}


def pinned_versions(file: Path) -> dict[str, str]:
    """Return the versions that an environment file of conda names, by distribution."""
    listed = yaml.safe_load(file.read_text(encoding="utf-8"))["dependencies"]
    pins = (line.split(" =") for line in listed)
    return {_DISTRIBUTIONS.get(name, name): version for name, version in pins}


def check_versions(file: Path) -> None:
    """Refuse an environment whose versions are not those of this process.

    Snakemake plans here and jobs work there: what is to be made again is told by the
    versions here. What is not installed here is not looked at.

    Raises
    ------
    ValueError
        That names the versions that differ.
    """
    differing = []
    for name, version in pinned_versions(file).items():
        here = _version(name)
        if here and not f"{here}.".startswith(f"{version}."):
            differing.append(f"{name} {version}, not {here}")
    if differing:
        raise ValueError(
            f"conda: jobs would get {', '.join(differing)}, by {file}, and results are "
            f"told apart by these versions; install the same for Snakemake itself "
            f"(pip install -c constraints.txt), or leave out `--sdm conda`"
        )


def _version(name: str) -> str:
    """Return the version of a distribution or of Python, empty if there is none."""
    if name == "python":
        return platform.python_version()
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
