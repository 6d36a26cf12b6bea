"""Versions of the libraries that are installed, without importing them."""

import platform
import sys
from functools import cache
from importlib import metadata
from pathlib import Path

# Packages that are installed under another name; any other such is searched for.
_INSTALLED_AS = {"sklearn": "scikit-learn", "jpype": "JPype1"}
_SITE = {"site-packages", "dist-packages"}


def python_version() -> str:
    """Return the version of Python, without its last part, and the architecture."""
    major, minor = sys.version_info[:2]
    return f"{major}.{minor} {platform.machine()}"


def versions_of(*packages: str) -> dict[str, str]:
    """Return the versions of the distributions that top-level packages belong to.

    A package that is not installed is "not found".
    """
    found: dict[str, str] = {}
    for package in packages:
        found |= _versions(package) or {package: "not found"}
    return dict(sorted(found.items()))


@cache
def _versions(package: str) -> dict[str, str]:
    """Return the versions of the distributions that a top-level package belongs to."""
    return {d.metadata["Name"]: d.version for d in distributions_of(package)}


def is_installed(package: str, file: Path) -> bool:
    """Return whether a top-level package was installed, with a version, at a file.

    One that is installed as a link to its sources was not: they can change at will.
    """
    return any(
        _SITE & set(file.parts)
        or (d.read_text("RECORD") and file.is_relative_to(str(d.locate_file(""))))
        for d in distributions_of(package)
    )


@cache
def distributions_of(package: str) -> list[metadata.Distribution]:
    """Find the distributions that a top-level package belongs to."""
    for name in (_INSTALLED_AS.get(package, package), package.replace("_", "-")):
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if _has(found, package):
            return [found]
    names = sorted(set(_searched().get(package, ())))
    return [metadata.distribution(name) for name in names]


def _has(distribution: metadata.Distribution, package: str) -> bool:
    """Return whether a distribution says that it has a top-level package."""
    if (tops := distribution.read_text("top_level.txt")) is not None:
        return package in tops.split()
    files = "\n" + (distribution.read_text("RECORD") or "")
    return f"\n{package}/" in files or f"\n{package}." in files


@cache
def _searched() -> dict[str, list[str]]:
    """Map the top-level packages of all distributions to the distributions' names."""
    return dict(metadata.packages_distributions())
