"""Study folders and installed libraries, made up."""

import sys
from pathlib import Path

import pytest

from tenbyten.software import modules, versions


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """Look at every library anew, as a process does once."""
    forget()
    yield
    forget()


def forget():
    """Forget which libraries were found."""
    for cached in [*vars(versions).values(), *vars(modules).values()]:
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


@pytest.fixture
def study(tmp_path, monkeypatch):
    """An empty folder of a study file, which Python does not search."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = tmp_path / "study"
    folder.mkdir()
    return folder


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Return a function that installs a library of one module, in a folder."""

    def install(
        name, version, *, package=None, folder="site-packages", source="x = 1\n"
    ):
        package, told = package or name, name.replace("-", "_")
        site = tmp_path / folder
        place = site / package
        place.mkdir(parents=True, exist_ok=True)
        (place / "__init__.py").write_text(source)
        for old in site.glob(f"{told}-*.dist-info"):
            for file in old.iterdir():
                file.unlink()
            old.rmdir()
        about = site / f"{told}-{version}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        (about / "RECORD").write_text(f"{package}/__init__.py,,\n")
        if str(site) not in sys.path:
            monkeypatch.syspath_prepend(site)
        forget()
        return Path(place / "__init__.py")

    return install
