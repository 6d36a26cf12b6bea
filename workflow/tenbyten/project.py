"""Find the Snakefile, the studies and the rules that belong to this package."""

import os
from collections.abc import Callable, MutableMapping
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHARED = _PACKAGE / "share"

# The folder that holds `Snakefile`, `config/` and, in `workflow/`, `rules/`,
# `scripts/`, `schemas/`, `profiles/` and `report/`: the clone, or where a wheel has
# put them, `tenbyten/share` in site-packages. Nothing is written there: results are
# made below the working directory.
FOLDER = _SHARED if _SHARED.is_dir() else _PACKAGE.parents[1]
# Every key of studies, sheets and the machine, for whoever has no clone.
DESCRIPTION_OF_KEYS = FOLDER / "config" / "README.md"


def lead_jobs_here(environment: MutableMapping[str, str]) -> None:
    """Have the Python of jobs find this package first where it is in a clone.

    Snakemake imports it from beside the rules. Its jobs would search there last: an
    installed package, or that of the clone whose Python this is, would compute what
    this one planned.
    """
    if not _SHARED.is_dir():
        paths = [str(_PACKAGE.parent), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))


def differing_rules(read: Callable[[str], str]) -> list[str]:
    """Name the rules and scripts that are not those that this package was made with.

    Where they lie says nothing: a module's are in another folder, in a repository or
    on a server. White space at the end of a file does not count, which Git cuts off.

    Parameters
    ----------
    read : callable
        Returns the text of the file at a path below their folder, such as
        ``workflow/rules/compare.smk``; empty if there is none.
    """
    ours = [FOLDER / "workflow/Snakefile", *sorted(FOLDER.glob("workflow/rules/*.smk"))]
    ours += sorted(FOLDER.glob("workflow/scripts/*.py"))
    return [
        name
        for file in ours
        if read(name := file.relative_to(FOLDER).as_posix()).rstrip()
        != file.read_text(encoding="utf-8").rstrip()
    ]
