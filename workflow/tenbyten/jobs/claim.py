"""Refuse to mix two study files of one name in one folder of results."""

import os
from pathlib import Path

from tenbyten.files import PathLike, read_json, write_json
from tenbyten.layout import Layout


def check_claim(folder: PathLike, study: PathLike) -> None:
    """Refuse a study if the results in `folder` are those of another study file.

    That file must still be there: a study file may be moved, with its results or
    without. Paths are compared where symbolic links lead to.

    Raises
    ------
    ValueError
        Naming both files.
    """
    try:
        recorded = read_json(Layout(folder).study)["study"]
        owner = Path(folder).resolve().joinpath(recorded).resolve()
    except (OSError, ValueError, KeyError, TypeError):
        return  # Nobody has claimed it, or not readably.
    if owner.exists() and not owner.samefile(study):
        raise ValueError(
            f"{folder}: holds the results of {owner}, and those of "
            f"{Path(study).resolve()} would go there too; rename one of the two study "
            f"files, or run this one in another folder (--directory)"
        )


def claim(folder: PathLike, study: PathLike) -> None:
    """Record that `folder` holds the results of a study file.

    The path is kept relative to the folder: copied or moved together, both belong
    together.
    """
    check_claim(folder, study)
    file = Path(Layout(folder).study)
    file.parent.mkdir(parents=True, exist_ok=True)
    path = os.path.relpath(Path(study).resolve(), Path(folder).resolve())
    write_json({"study": path}, file)
