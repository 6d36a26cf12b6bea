"""Fetch data sets from OpenML, by id, and read what was fetched.

A fetched data set has a folder of its own: the table as the server sent it,
`dataset.arff` or `dataset.parquet`, and `dataset.json`, the record of it.
"""

import hashlib
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.dataset.arff import read_arff
from tenbyten.dataset.table import RawTable
from tenbyten.files import PathLike
from tenbyten.openml.client import Connection
from tenbyten.openml.failures import AnotherAnswer, DamagedAnswer, NotOffered
from tenbyten.openml.fetching import Kind, fetch, read_record

LOG = logging.getLogger(__name__)

# The way to do without OpenML.
ARFF_FOLDER = "set `arff_folder` to a folder that holds the data set's ARFF file"
# OpenML's codes for: no qualities found, not processed yet, processed with error.
NO_QUALITIES = (362, 363, 364)


class Fetched(NamedTuple):
    """A fetched data set: its table as the server sent it, and its record.

    `target` is the attribute to be predicted; those `ignored` are to be dropped, since
    OpenML takes them for identifiers and the like.
    """

    raw: RawTable
    target: str
    ignored: tuple[str, ...]
    origin: dict[str, Any]


def fetch_dataset(
    openml_id: int, folder: PathLike, *, where: str, connection: Connection
) -> Path:
    """Fetch a data set by `fetching.fetch`, unless it was fetched and is undamaged.

    A table is compared with the md5 of the server's description. Where there is
    none (always so for parquet), it is read and its rows are counted against the
    server's NumberOfInstances; where that is not there either, a file cut at the
    end of a line can be told by the sheet's facts alone. The parquet file is taken
    where the description names no ARFF file, or one that the server has not.
    """
    return fetch(DATASET, openml_id, folder, where=where, connection=connection)


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


def _download(ask, subject, openml_id):
    """Download a data set's table: its content, and the record of it."""
    dataset = ask(lambda openml: _describe(openml, openml_id))
    download = _downloader_of(dataset, subject)
    try:
        content, more = ask(lambda openml: download(openml, openml_id))
    except NotOffered as error:
        if download is _download_parquet or dataset._parquet_url is None:
            raise
        LOG.warning("%s; taking the parquet file of the same data instead", error)
        content, more = ask(lambda openml: _download_parquet(openml, openml_id))
    return content, _origin(dataset) | more


def _describe(openml, openml_id):
    """Get the server's description of the data set, and of no other."""
    dataset = openml.datasets.get_dataset(openml_id)
    if dataset.dataset_id != openml_id:
        raise AnotherAnswer(
            f"its description is of data set {dataset.dataset_id} ({dataset.name})"
        )
    return dataset


def _origin(dataset):
    """Extract the record from the server's description of a data set."""
    ignored = [*(dataset.ignore_attribute or ()), dataset.row_id_attribute]
    keys = ("name", "version", "upload_date", "licence")
    return {key: getattr(dataset, key) for key in keys} | {
        "default_target": dataset.default_target_attribute,
        "ignored": [name for name in ignored if name is not None],
    }


def _downloader_of(dataset, subject):
    """Choose the ARFF file or, where there is none, the parquet file."""
    data_format = dataset.format.lower()
    if data_format == "arff" and dataset.url is not None:
        return _download_arff
    if data_format in ("arff", "parquet") and dataset._parquet_url is not None:
        return _download_parquet
    raise ValueError(
        f"{subject} is offered as {dataset.format}, without a file in ARFF or parquet, "
        f"which alone are read; choose another id, or {ARFF_FOLDER}"
    )


def _download_arff(openml, openml_id):
    """Download the ARFF file, checked by its md5 or else by reading it."""
    dataset = _describe(openml, openml_id)
    md5 = dataset.md5_checksum
    instances = _instances(openml, dataset) if md5 is None else None
    # The package downloads to its cache, and does not check what is there already.
    path = Path(openml.datasets.get_dataset(openml_id, download_data=True).data_file)
    content = path.read_bytes()
    more = {"file": "dataset.arff", "url": dataset.url, "md5": md5}
    if md5 is None:
        _check_table(path, more, instances)
    elif hashlib.md5(content).hexdigest() != md5:
        raise DamagedAnswer(f"{path} has not the md5 {md5} of the description")
    return content, more


def _download_parquet(openml, openml_id):
    """Download the parquet file, and the labels of its nominal attributes in order.

    Not through the package, which asks for it without TLS, waits for minutes in
    retries of its own, and silently takes the ARFF file instead.
    """
    import requests

    dataset = openml.datasets.get_dataset(openml_id, download_features_meta_data=True)
    instances = _instances(openml, dataset)
    answer = requests.get(dataset._parquet_url)
    answer.raise_for_status()
    # Beside the package's files, so that it goes with them if it is damaged.
    cache = openml.config.get_cache_directory()
    path = Path(cache, "datasets", str(openml_id), "fetched.parquet")
    path.write_bytes(answer.content)
    more = {
        "file": "dataset.parquet",
        "url": dataset._parquet_url,
        "md5": None,
        "features": [
            {"name": f.name, "type": f.data_type, "labels": f.nominal_values}
            for f in dataset.features.values()
        ],
    }
    _check_table(path, more, instances)
    return answer.content, more


def _instances(openml, dataset):
    """Get the number of rows that the server counted, None if it did not."""
    try:
        qualities = dataset.qualities
    except openml.exceptions.OpenMLServerException as error:
        # The package means to say so by None, but fails to.
        if error.code not in NO_QUALITIES:
            raise
        return None
    count = qualities.get("NumberOfInstances")
    return None if count is None or count != count else int(count)


def _check_table(path, origin, instances):
    """Refuse a table that cannot be read or has not the server's number of rows."""
    try:
        raw = _read_table(path, origin)
    except ValueError as error:
        raise DamagedAnswer(f"{error} (the server gives no md5 to tell)") from error
    if instances not in (None, len(raw.values)):
        raise DamagedAnswer(
            f"{len(raw.values)} rows, but the server's NumberOfInstances is {instances}"
        )
    texts = [text for a in raw.attributes for text in (a.name, *(a.labels or ()))]
    if any("\ufffd" in text for text in texts):
        raise DamagedAnswer("a name or label in it is not UTF-8")


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
    said = "no default target"
    if default is not None:
        said = f"the default target {default!r}, which is not one attribute"
    raise ValueError(
        f"{where}: OpenML data set {origin['openml_id']} has {said}; name the target "
        f"in the sheet: one of {', '.join(names)}"
    )


DATASET = Kind(
    "data set", "datasets", "openml_id", "dataset.json", ARFF_FOLDER, _download
)
