"""With what a study's results were made."""

import hashlib
import json
import os
import platform
import zipfile
from datetime import datetime
from importlib import metadata
from pathlib import Path

from tenbyten.engines.weka.jvm import java_version
from tenbyten.files import atomic_open

# Packages whose version can change a number or its drawing.
PACKAGES = ["tenbyten", "snakemake", "numpy", "scipy", "pandas", "scikit-learn"]
PACKAGES += ["statsmodels", "numba", "openml", "matplotlib", "Jinja2", "JPype1"]


def collect_provenance(
    *,
    study_file,
    sheet,
    values,
    command,
    origins=(),
    folds=(),
    weka_jar="",
    time=None,
):
    """Say with what a study's results were made.

    Parameters
    ----------
    study_file, sheet : path
        The study file and its data-set sheet.
    values : path
        The long table of accuracies or metrics.
    command : str
        What makes the results again.
    origins, folds : sequence of path
        Of every data set, the file that says where it is from and that of its folds;
        none where the accuracies were made elsewhere.
    weka_jar : path, default=""
        WEKA's jar, where WEKA ran.
    time : str, optional
        When they were made; now if not given.

    Returns
    -------
    dict
        ``python``, ``machine``, ``processors``, ``command``, ``time``, ``java`` (its
        version, empty where it did not run); ``packages``: versions by name, of those
        of `PACKAGES` that are installed; ``code``: checksum of this package;
        ``study``, ``sheet``: name, sha256 and text of the files; ``values``: name
        and sha256; ``data``, ``folds``: sha256 by data set; ``weka``: version, name
        and sha256 of the jar, empty where WEKA did not run. Files are named without
        their folders.

    Raises
    ------
    FileNotFoundError
        If one of the files is missing.
    """
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "processors": os.cpu_count(),
        "command": command,
        "time": time or datetime.now().astimezone().isoformat(timespec="seconds"),
        "java": java_version() if weka_jar else "",
        "packages": _versions(),
        "code": _code(),
        "study": _file(study_file) | {"text": _text(study_file)},
        "sheet": _file(sheet) | {"text": _text(sheet)},
        "values": _file(values),
        "data": {Path(path).stem: _origin(path)["sha256"] for path in origins},
        "folds": {Path(path).stem: _file(path)["sha256"] for path in folds},
        "weka": _file(weka_jar) | {"version": _weka_version(weka_jar)}
        if weka_jar
        else {},
    }


def write_provenance(found, path):
    """Write what `collect_provenance` found as JSON."""
    text = json.dumps(found, indent=2, ensure_ascii=False)
    with atomic_open(path, encoding="utf-8") as file:
        file.write(text + "\n")


def read_provenance(path):
    """Read what `write_provenance` wrote; an empty dict where there is no file."""
    return json.loads(_text(path)) if Path(path).is_file() else {}


def _origin(path):
    """What a data set's file of origin says."""
    return json.loads(_text(path))


def _code():
    """The checksum of this package's sources, by name and contents."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        digest.update(str(source.relative_to(package)).encode() + b"\0")
        digest.update(source.read_bytes() + b"\0")
    return digest.hexdigest()


def _versions():
    """Versions of the packages that are installed."""
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _file(path):
    """A file's name and checksum."""
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {"name": Path(path).name, "sha256": digest}


def _text(path):
    """A file's text."""
    return Path(path).read_text(encoding="utf-8")


def _weka_version(jar):
    """The version that WEKA's jar says it has."""
    try:
        with zipfile.ZipFile(jar) as archive:
            version = archive.read("weka/core/version.txt").decode()
    except (zipfile.BadZipFile, KeyError) as error:
        raise ValueError(
            f"{jar}: no WEKA version in it ({error}); is it weka.jar?"
        ) from error
    return version.strip().replace("-", ".")
