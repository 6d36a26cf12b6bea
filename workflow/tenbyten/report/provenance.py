"""Record versions, checksums and the command of a study's results."""

import os
import platform
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import tenbyten
from tenbyten.engines import ENGINES, find_engine
from tenbyten.files import PathLike, read_json, sha256_of, sha256_of_sources

# Packages whose version can change a number or a drawing.
PACKAGES = ["tenbyten", "snakemake", "numpy", "scipy", "pandas", "scikit-learn"]
PACKAGES += ["numba", "matplotlib", "Jinja2", "JPype1"]


def collect_provenance(
    *,
    study_file: PathLike,
    values: PathLike,
    command: str,
    sheet: PathLike,
    datasets: PathLike | tuple[()] = (),
    programs: Mapping[str, PathLike] | None = None,
    counted_with: Mapping[str, Mapping[str, str]] | None = None,
    kept: Mapping[str, Sequence[str]] | None = None,
    early_stopping: PathLike | tuple[()] = (),
) -> dict[str, Any]:
    """Collect versions, checksums and the command of a study's results.

    Parameters
    ----------
    study_file, values : path
        The study file; the long table of accuracies or metrics.
    command : str
        The command that makes the results again.
    sheet : path
        The data-set sheet.
    datasets : path
        Origin of every data set and of its folds; empty for imported accuracies.
    programs : dict of str to path, optional
        Programs outside Python, by the engine that ran them (`Engine.find_program`).
    counted_with : dict, optional
        Libraries and the user's own modules, by name, that classifiers import.
    kept : dict, optional
        From `records.read_kept`: of counts that earlier modules made.
    early_stopping : path
        What the last look found; empty without looks.

    Returns
    -------
    dict
        Packages: those of `PACKAGES` that are installed, and the libraries that the
        classifiers import. Modules: checksums of the user's own. Code: checksum of
        this package. Data, folds: checksums by data set. Files are named without
        their folders. Every engine adds its `Engine.provenance`.
    """
    origins = read_json(datasets) if datasets else {}
    counted = counted_with or {"libraries": {}, "modules": {}}
    found: dict[str, Any] = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "processors": os.cpu_count(),
        "command": command,
        "time": datetime.now().astimezone().isoformat(timespec="seconds"),
        "packages": _versions(counted["libraries"]),
        "modules": counted["modules"],
        "code": sha256_of_sources(Path(tenbyten.__file__).parent),
        "study": _file(study_file) | {"text": _text(study_file)},
        "sheet": _file(sheet) | {"text": _text(sheet)},
        "values": _file(values),
    }
    if kept:
        found["kept"] = kept
    if early_stopping:
        found["early_stopping"] = read_json(early_stopping)
    found["data"] = {name: origin["sha256"] for name, origin in origins.items()}
    found["folds"] = {name: x["folds"]["sha256"] for name, x in origins.items()}
    for name in ENGINES:
        found |= find_engine(name).provenance((programs or {}).get(name, ""))
    return found


def copy_study(
    files: Iterable[PathLike], modules: Mapping[str, Path], folder: PathLike
) -> None:
    """Copy the files of a study into a folder, and its modules by their names there.

    Parameters
    ----------
    files : iterable of path
        Each is copied under its own name.
    modules : dict of str to Path
        The user's own modules, by their paths within the folder.
    folder : path
        It is created where it is missing.
    """
    for name, path in {**{Path(x).name: x for x in files}, **modules}.items():
        copy = Path(folder, name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def _versions(libraries: Mapping[str, str]) -> dict[str, str]:
    """Return the versions of the packages that are installed, and of libraries."""
    versions = {}
    for name in PACKAGES:
        with suppress(metadata.PackageNotFoundError):
            versions[name] = metadata.version(name)
    # A library may be spelt differently in `PACKAGES`.
    known = {name.lower() for name in versions}
    return versions | {x: v for x, v in libraries.items() if x.lower() not in known}


def _file(path: PathLike) -> dict[str, str]:
    """Return a file's name and checksum."""
    return {"name": Path(path).name, "sha256": sha256_of(path)}


def _text(path: PathLike) -> str:
    """Read a file's text."""
    return Path(path).read_text(encoding="utf-8")
