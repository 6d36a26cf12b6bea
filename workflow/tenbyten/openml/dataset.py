"""Fetch data sets from OpenML, by id, and read what was fetched.

A fetched data set has a folder of its own: the table as the server sent it,
`dataset.arff` or `dataset.parquet`, and `dataset.json`, the record of it.
"""

import hashlib
import logging
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tenbyten.dataset.readers.arff import read_arff
from tenbyten.dataset.table import Fetched
from tenbyten.files import PathLike
from tenbyten.openml.client import ask, count_instances, describe_dataset, ignored_by
from tenbyten.web.asking import Failure, NotOffered, damaged, too_large
from tenbyten.web.fetching import Kind, fetch, read_record

LOG = logging.getLogger(__name__)

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
    raw = _read_table(Path(folder) / origin["file"], origin)
    names = [attribute.name for attribute in raw.attributes]
    if target is None:
        target = _default_target(origin, names, where)
    wanted = (target, *keep)
    ignored = tuple(n for n in names if n in origin["ignored"] and n not in wanted)
    return Fetched(raw, target, ignored, origin)


def _download(attempt, subject, openml_id):
    """Download a data set's table: its content, and the record of it."""
    dataset, parquet_url = describe_dataset(attempt, openml_id)
    origin = {
        "name": dataset.name,
        "version": dataset.version,
        "upload_date": dataset.upload_date,
        "licence": dataset.licence,
        "default_target": dataset.default_target_attribute,
        "ignored": ignored_by(dataset),
    }
    data_format = dataset.format.lower()
    if data_format == "arff" and dataset.url is not None:
        try:
            return _download_arff(attempt, dataset, origin)
        except Failure as failure:
            if failure.error is not NotOffered or parquet_url is None:
                raise
            LOG.warning(
                "%s: %s %s; taking the parquet file of the same data instead",
                *(subject, attempt.url, failure.said),
            )
    elif data_format not in ("arff", "parquet") or parquet_url is None:
        raise ValueError(
            f"{subject} is offered as {dataset.format}, without a file in ARFF or "
            f"parquet, which alone are read; choose another id, or {ARFF_FOLDER}"
        )
    return _download_parquet(attempt, openml_id, origin, parquet_url)


def _download_arff(attempt, dataset, origin):
    """Download the ARFF file, checked by its md5 or else by reading it."""
    md5 = dataset.md5_checksum
    instances = None if md5 else count_instances(attempt, dataset.dataset_id)
    content = attempt.get(dataset.url).content
    origin = origin | {"file": "dataset.arff", "url": dataset.url, "md5": md5}
    if md5 and (found := hashlib.md5(content).hexdigest()) != md5:
        raise damaged(f"Checksum {found} is not the md5 {md5} of the description")
    content = content.decode(errors="replace").encode()
    if md5 is None:
        _check_table(content, origin, instances, attempt.largest_bytes)
    return content, origin


def _download_parquet(attempt, openml_id, origin, url):
    """Download the parquet file, and the labels of its nominal attributes in order."""
    dataset, _ = describe_dataset(attempt, openml_id, features=True)
    features = [
        {"name": f.name, "type": f.data_type, "labels": f.nominal_values}
        for f in dataset.features.values()
    ]
    more = {"file": "dataset.parquet", "url": url, "md5": None, "features": features}
    instances = count_instances(attempt, openml_id)
    content = attempt.get(url).content
    _check_table(content, origin | more, instances, attempt.largest_bytes)
    return content, origin | more


def _check_table(content, origin, instances, largest_bytes):
    """Refuse a table that cannot be read or has not the server's number of rows."""
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as folder:
        path = Path(folder, origin["file"])
        path.write_bytes(content)
        if path.suffix == ".parquet":
            from tenbyten.openml.parquet import count_cells

            # In ARFF a cell has a byte at least; here few bytes may be many cells.
            if (cells := count_cells(path)) > largest_bytes:
                raise too_large(f"sent a table of {cells} cells", largest_bytes)
        try:
            raw = _read_table(path, origin)
        except ValueError as error:
            said = str(error).replace(f"{folder}/", "")
            raise damaged(f"{said} (the server gives no md5 to tell)") from error
    if instances not in (None, len(raw.values)):
        raise damaged(
            f"{len(raw.values)} rows, but the server's NumberOfInstances is {instances}"
        )
    texts = [text for a in raw.attributes for text in (a.name, *(a.labels or ()))]
    if any("\ufffd" in text for text in texts):
        raise damaged("a name or label in it is not UTF-8")


def _read_table(path, origin):
    """Read a fetched table, in whichever format it is."""
    if origin["file"] == "dataset.arff":
        return read_arff(path)
    from tenbyten.openml.parquet import read_parquet

    return read_parquet(path, origin["features"])


def _default_target(origin, names, where):
    """OpenML's default target, if that is one attribute."""
    default = origin["default_target"]
    if default in names:
        return default
    odd = f"the default target {default!r}, which is not one attribute"
    said = "no default target" if default is None else odd
    raise ValueError(
        f"{where}: OpenML data set {origin['openml_id']} has {said}; name the target "
        f"in the sheet: one of {', '.join(names)}"
    )


DATASET = Kind(
    *("OpenML data set", "datasets", "openml_id", "dataset.json", ARFF_FOLDER),
    *(_download, ask),
)
# A table is compared with the md5 of the server's description. Where there is none
# (always so for parquet), it is read and its rows are counted against the server's
# NumberOfInstances; where that is not there either, a file cut at the end of a line
# can be told by the sheet's facts alone. The parquet file is taken where the
# description names no ARFF file, or one that the server has not.
fetch_dataset = partial(fetch, DATASET)
