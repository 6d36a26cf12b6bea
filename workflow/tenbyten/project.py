"""Find the Snakefile, the studies and the rules that belong to this package."""

from collections.abc import Callable
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
