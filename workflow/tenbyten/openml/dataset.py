"""Fetch data sets from OpenML, by id, and read what was fetched.

A fetched data set has a folder of its own: the table as the server sent it,
`dataset.arff` or `dataset.parquet`, and `dataset.json`, the record of it.
"""

import hashlib
import logging
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.dataset.arff import read_arff
from tenbyten.dataset.table import RawTable
from tenbyten.files import PathLike
from tenbyten.openml.client import ask, needed, read, text_of
from tenbyten.web.asking import Connection
from tenbyten.web.failures import Failure, NotOffered, damaged, of_another, too_large
from tenbyten.web.fetching import Kind, fetch, read_record

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
    """Fetch a data set by `web.fetching.fetch`, unless it was fetched and is undamaged.

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


def _download(ask, subject, connection, openml_id):
    """Download a data set's table: its content, and the record of it."""

    def question(attempt):
        description = _describe(attempt, connection, openml_id)
        origin, is_parquet = _origin(description), _is_in_parquet(description, subject)
        try:
            content, more = _download_table(attempt, description, is_parquet)
        except Failure as failure:
            is_other = not is_parquet and description["parquet_url"] is not None
            if failure.error is not NotOffered or not is_other:
                raise
            LOG.warning(
                "%s: %s %s; taking the parquet file of the same data instead",
                *(subject, attempt.url, failure.said),
            )
            content, more = _download_table(attempt, description, is_parquet=True)
        return content, origin | more

    return ask(question)


def _describe(attempt, connection, openml_id):
    """Get the server's description of the data set, and of no other."""
    answer = attempt.get_text(f"{connection.server}/data/{openml_id}")
    description = read(answer, _read_description, "data_set_description")
    if description["id"] != openml_id:
        found = f"{description['id']} ({description['name']})"
        raise of_another(f"its description is of data set {found}")
    root = f"{connection.server}/data"
    return description | {
        "features_url": f"{root}/features/{openml_id}",
        "qualities_url": f"{root}/qualities/{openml_id}",
    }


def _read_description(document):
    """Read a description of a data set."""
    texts = ["upload_date", "licence", "url", "parquet_url", "md5_checksum"]
    texts += ["default_target_attribute", "row_id_attribute"]
    ignored = [(x.text or "").strip() for x in document.findall("ignore_attribute")]
    return {
        "id": int(needed(document, "id")),
        "version": int(needed(document, "version")),
        "name": needed(document, "name"),
        "format": needed(document, "format"),
        "ignored": [name for name in ignored if name],
        **{name: text_of(document, name) for name in texts},
    }


def _origin(description):
    """Extract the record from the server's description of a data set."""
    row_id = description["row_id_attribute"]
    keys = ("name", "version", "upload_date", "licence")
    return {key: description[key] for key in keys} | {
        "default_target": description["default_target_attribute"],
        "ignored": description["ignored"] + [row_id] * (row_id is not None),
    }


def _is_in_parquet(description, subject):
    """Choose the ARFF file or, where there is none, the parquet file."""
    data_format = description["format"].lower()
    if data_format == "arff" and description["url"] is not None:
        return False
    if data_format in ("arff", "parquet") and description["parquet_url"] is not None:
        return True
    raise ValueError(
        f"{subject} is offered as {description['format']}, without a file in ARFF or "
        f"parquet, which alone are read; choose another id, or {ARFF_FOLDER}"
    )


def _download_table(attempt, description, is_parquet):
    """Download a file, checked by its md5 or else by reading it.

    The md5 is that of the ARFF file. Of a parquet file the labels of its nominal
    attributes, in order, come from the server's features.
    """
    url = description["parquet_url" if is_parquet else "url"]
    md5 = None if is_parquet else description["md5_checksum"]
    more = {"file": "dataset.arff", "url": url, "md5": md5}
    if is_parquet:
        answer = attempt.get_text(description["features_url"])
        features = read(answer, _read_features, "data_features")
        more |= {"file": "dataset.parquet", "features": features}
    instances = _instances(attempt, description["qualities_url"]) if not md5 else None
    content = attempt.get(url).content
    if md5 is None:
        _check_table(content, more, instances, attempt.largest_bytes)
    elif (found := hashlib.md5(content).hexdigest()) != md5:
        raise damaged(f"Checksum {found} is not the md5 {md5} of the description")
    if not is_parquet:
        content = content.decode(errors="replace").encode()
    return content, more


def _read_features(document):
    """Read the features of a data set, in order."""
    features = document.findall("feature")
    if [int(needed(feature, "index")) for feature in features] != list(
        range(len(features))
    ):
        raise ValueError("features are not in order")
    return [
        {
            # Blanks at the ends of names and labels count.
            "name": feature.findtext("name"),
            "type": needed(feature, "data_type"),
            "labels": [x.text or "" for x in feature.findall("nominal_value")] or None,
        }
        for feature in features
    ]


def _instances(attempt, url):
    """Get the number of rows that the server counted, None if it did not."""
    try:
        answer = attempt.get_text(url)
    except Failure as failure:
        if failure.code not in NO_QUALITIES:
            raise
        return None
    return read(answer, _read_instances, "data_qualities")


def _read_instances(document):
    """Read the number of instances among qualities, None if it is not there."""
    for quality in document.findall("quality"):
        if text_of(quality, "name") == "NumberOfInstances":
            value = text_of(quality, "value")
            count = float("nan" if value in (None, "null") else value)
            return None if count != count else int(count)
    return None


def _check_size(path, largest_bytes):
    """Refuse a parquet file of few bytes and of many cells."""
    if path.suffix != ".parquet":
        return
    from tenbyten.openml.parquet import count_cells

    # In ARFF a cell has a byte at least, too.
    if (cells := count_cells(path)) > largest_bytes:
        raise too_large(f"sent a table of {cells} cells", largest_bytes)


def _check_table(content, origin, instances, largest_bytes):
    """Refuse a table that cannot be read or has not the server's number of rows."""
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as folder:
        path = Path(folder, origin["file"])
        if path.suffix == ".arff":
            content = content.decode(errors="replace").encode()
        path.write_bytes(content)
        _check_size(path, largest_bytes)
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
    said = "no default target"
    if default is not None:
        said = f"the default target {default!r}, which is not one attribute"
    raise ValueError(
        f"{where}: OpenML data set {origin['openml_id']} has {said}; name the target "
        f"in the sheet: one of {', '.join(names)}"
    )


DATASET = Kind(
    "OpenML data set",
    "datasets",
    "openml_id",
    "dataset.json",
    ARFF_FOLDER,
    _download,
    ask,
)
