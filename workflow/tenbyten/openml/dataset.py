"""Fetch data sets from OpenML, by id, and read what was fetched.

A fetched data set has a folder of its own: the table as the server sent it,
`dataset.arff`, and `dataset.json`, the record of it.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from tenbyten.dataset.readers.arff import read_arff
from tenbyten.dataset.table import Fetched
from tenbyten.files import PathLike
from tenbyten.openml.client import count_instances, describe_dataset, get
from tenbyten.web.asking import Failure, as_file
from tenbyten.web.fetching import Kind, read_record

# The way to do without OpenML.
ARFF_FOLDER = "set `arff_folder` to a folder that holds the data set's ARFF file"


def read_fetched(
    folder: PathLike, *, where: str, target: str | None = None, keep: Sequence[str] = ()
) -> Fetched:
    """Read a fetched data set.

    `target` is the attribute to be predicted, None for OpenML's default target; those
    of `keep` are wanted even where OpenML ignores them. If the files were changed
    since, the table cannot be read, or neither `target` nor OpenML names the one
    attribute that is to be predicted, a ValueError is raised.
    """
    origin = read_record(Path(folder) / DATASET.record, where=where)
    raw = read_arff(Path(folder) / origin["file"])
    names = [attribute.name for attribute in raw.attributes]
    chosen = origin["default_target"] if target is None else target
    if target is None and chosen not in names:
        odd = f"the default target {chosen!r}, which is not one attribute"
        raise ValueError(
            f"{where}: OpenML data set {origin['openml_id']} has "
            f"{odd if chosen else 'no default target'}; name the target in the sheet: "
            f"one of {', '.join(names)}"
        )
    wanted = (chosen, *keep)
    ignored = tuple(n for n in names if n in origin["ignored"] and n not in wanted)
    return Fetched(raw, chosen, ignored, origin)


def _download(attempt, subject, openml_id):
    """Download a data set's ARFF file: its content, and the record of it.

    It is checked by its md5, or else by reading it and counting its rows. Where the
    server does not tell their number either, a file that was cut at the end of a line
    can be told by the sheet's facts alone.
    """
    origin = describe_dataset(attempt, openml_id)
    url, md5, offered = (origin.pop(key) for key in ("url", "md5", "format"))
    if offered.lower() != "arff" or not url:
        raise ValueError(
            f"{subject} is offered as {offered}, without a file in ARFF, which alone "
            f"is read; choose another id, give the table in column `file` of the "
            f"sheet, or {ARFF_FOLDER}"
        )
    instances = None if md5 else count_instances(attempt, openml_id)
    content = get(attempt, url)
    if md5:
        if (found := hashlib.md5(content).hexdigest()) != md5:
            said = f"Checksum {found} is not the md5 {md5} of the description"
            raise Failure(f"sent a damaged file: {said}")
        content = content.decode(errors="replace").encode()
    else:
        with as_file(content, "dataset.arff") as path:
            if instances not in (None, rows := len(read_arff(path).values)):
                raise ValueError(f"{rows} rows, but NumberOfInstances is {instances}")
    return content, origin | {"file": "dataset.arff", "url": url, "md5": md5}


_KIND = ("OpenML data set", "datasets", "openml_id", "dataset.json", ARFF_FOLDER)
DATASET = Kind(*_KIND, _download)
