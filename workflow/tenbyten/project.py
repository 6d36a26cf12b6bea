"""Find the Snakefile, the studies and the rules that belong to this package."""

import os
from collections.abc import Callable
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHARED = _PACKAGE / "share"

# The folder that holds `Snakefile`, `config/`, `profiles/` and, in `workflow/`,
# `rules/`, `scripts/`, `schemas/` and `report/`: the clone, or where a wheel has put
# them, `tenbyten/share` in site-packages. Nothing is written there: results are made
# below the working directory.
FOLDER = _SHARED if _SHARED.is_dir() else _PACKAGE.parents[1]
# Every key of studies, sheets and the machine, for whoever has no clone.
DESCRIPTION_OF_KEYS = FOLDER / "config" / "README.md"


def check_rules(find: Callable[[str], str]) -> None:
    """Refuse rules and scripts that are not those that this package was made with.

    Where they lie says nothing: a module's are in another folder, in a repository or
    on a server. White space at the end of a file does not count, which Git cuts off.

    Also have the Python of jobs find this package first where it is in a clone.
    Snakemake imports it from beside the rules. Its jobs would search there last: an
    installed package, or that of another clone, would compute what this one planned.

    Parameters
    ----------
    find : callable
        Returns where the file is that is at a path below their folder, such as
        ``workflow/rules/compare.smk``.
    """
    ours = [FOLDER / "workflow/Snakefile", *sorted(FOLDER.glob("workflow/rules/*.smk"))]
    ours += sorted(FOLDER.glob("workflow/scripts/*.py"))
    differing = []
    for file in ours:
        name = file.relative_to(FOLDER).as_posix()
        theirs = Path(find(name))
        text = theirs.read_text(encoding="utf-8") if theirs.is_file() else ""
        if text.rstrip() != file.read_text(encoding="utf-8").rstrip():
            differing.append(name)
    if differing:
        raise ValueError(
            f"the rules are not those of the package in {_PACKAGE}, which are in "
            f"{FOLDER}; they differ in {', '.join(differing)}; install the package "
            f"that belongs to them: pip install -e CLONE"
        )
    if not _SHARED.is_dir():
        paths = [str(_PACKAGE.parent), os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
