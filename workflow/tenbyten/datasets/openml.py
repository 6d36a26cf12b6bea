"""Fetch data sets, tasks and benchmark suites from OpenML.

A fetched data set has a folder of its own: the table as the server sent it,
`dataset.arff`, and `dataset.json`, the record of it.

openml-python sends requests without limits of time and size, and the API key to any
address; therefore `Attempt` sends them here. openml-python parses features and
qualities of a data set, and xmltodict all others.
"""

import hashlib
import logging
import math
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy.typing as npt

from tenbyten.datasets.downloads import FAULTY, Kind, read_record
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.datasets.table import Fetched
from tenbyten.datasets.web import (
    FAULTS,
    KEY_VARIABLE,
    Attempt,
    Connection,
    Failure,
    api_key,
    as_file,
    ask,
    parse_errors,
    wrong_answer,
)
from tenbyten.files import PathLike
from tenbyten.words import shorten

LOG = logging.getLogger(__name__)

# OpenML's code for a database that cannot be reached just now.
DATABASE_DOWN = 107
# No qualities found, not processed yet, processed with error.
NO_QUALITIES = (362, 363, 364)


def get(attempt: Attempt, url: str, *, is_text: bool = False) -> bytes:
    """Get a file from OpenML by `attempt.get`, and explain OpenML's own error codes.

    The API key comes from the environment variable OPENML_APIKEY only, is sent to the
    server's own site only, and appears in no error and no log.
    """
    try:
        return attempt.get(url, is_text=is_text, key=api_key())
    except Failure as failure:
        with suppress(*FAULTS):
            error = _parsed(failure.content)["oml:error"]
            words = [error["oml:message"], error.get("oml:additional_information")]
            code, message = int(error["oml:code"]), " - ".join(filter(None, words))
            said = f"answered code {code}: {message or 'nothing more'}"
            if failure.retry or code == DATABASE_DOWN:
                raise Failure(said, code=code) from failure
            remedy = (
                f"check the id, the address in {attempt.connection.named_in} and, for "
                f"what is private, the key in the variable {KEY_VARIABLE}"
            )
            raise Failure(said, remedy, ValueError, retry=False, code=code) from failure
        raise


@contextmanager
def document(attempt: Attempt, path: str, root: str) -> Iterator[Any]:
    """Ask for an XML document, and yield its root element.

    An entry that the caller does not find there becomes a Failure.
    """
    content = get(attempt, f"{attempt.connection.server}/{path}", is_text=True)
    with parse_errors(content):
        yield _parsed(content)[root]


def as_list(items: Any) -> list[Any]:
    """Return the elements of one name, parsed by xmltodict, as a list."""
    if items is None:
        return []
    return items if isinstance(items, list) else [items]


def describe_dataset(attempt: Attempt, openml_id: int) -> dict[str, Any]:
    """Ask for OpenML's description of a data set."""
    with document(attempt, f"data/{openml_id}", "oml:data_set_description") as about:
        if (found := int(about["oml:id"])) != openml_id:
            raise wrong_answer(f"data set {found} ({about['oml:name']})")
        ignored = as_list(about.get("oml:ignore_attribute"))
        return {
            "name": about["oml:name"],
            "version": int(about["oml:version"]),
            "upload_date": about.get("oml:upload_date"),
            "licence": about.get("oml:licence"),
            "default_target": about.get("oml:default_target_attribute"),
            "ignored": ignored + as_list(about.get("oml:row_id_attribute")),
            "url": about.get("oml:url"),
            "md5": about.get("oml:md5_checksum"),
            "format": about["oml:format"],
        } | _faults(about)


def _faults(about: Any) -> dict[str, str]:
    """Return what a description says against its data set, as ``faults`` if it does."""
    said = [
        (kind, " ".join(str(text or "").split()))
        for kind in ("status", "error", "warning")
        for text in as_list(about.get(f"oml:{kind}"))
    ]
    against = [x for x in said if x[1] and x != ("status", "active")]
    faults = "; ".join(f"{kind} {shorten(text)!r}" for kind, text in against)
    return {"faults": faults} if faults else {}


def read_metadata(attempt: Attempt, openml_id: int, kind: str) -> Any:
    """Ask for the ``features`` or ``qualities`` of a data set, as openml-python's are.

    They are the properties of that name of its class `OpenMLDataset`.
    """
    from unittest.mock import patch

    with (
        tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch,
        # It makes its folders when it is imported.
        patch.dict(os.environ, OPENML_CACHE_DIR=scratch, XDG_CONFIG_HOME=scratch),
    ):
        from openml.datasets import OpenMLDataset
    url = f"{attempt.connection.server}/data/{kind}/{openml_id}"
    content = get(attempt, url, is_text=True)
    with as_file(content, f"{kind}.xml") as path:
        _parsed(content)
        file: dict[str, Any] = {f"{kind}_file": str(path)}
        return getattr(OpenMLDataset(kind, None, dataset_id=openml_id, **file), kind)


def count_instances(attempt: Attempt, openml_id: int) -> int | None:
    """Ask for the number of rows; None if the server has not counted them."""
    try:
        qualities = read_metadata(attempt, openml_id, "qualities")
    except Failure as failure:
        if failure.code not in NO_QUALITIES:
            raise
        return None
    count = qualities.get("NumberOfInstances", math.nan)
    return int(count) if math.isfinite(count) else None


def _parsed(content: bytes) -> Any:
    """Parse XML; refuse a document type, the only place where entities are declared."""
    import xmltodict

    text = content.decode(errors="replace")
    if "<!DOCTYPE" in text.partition("<oml:")[0]:
        raise ValueError("it declares a document type, which is not read")
    return xmltodict.parse(text, disable_entities=True)


# Data sets


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


def _download_dataset(attempt, subject, openml_id):
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


_DATASET = ("OpenML data set", "datasets", "openml_id", "dataset.json", ARFF_FOLDER)
DATASET = Kind(*_DATASET, _download_dataset)


# Tasks and their splits


# OpenML's id of the type.
SUPERVISED_CLASSIFICATION = 1


def task_dataset(folder: PathLike, *, where: str) -> tuple[int, str]:
    """Read OpenML's id of a fetched task's data set, and its target."""
    origin = read_record(Path(folder) / TASK.record, where=where)
    return origin["openml_id"], origin["target"]


def describe_task(attempt: Attempt, task_id: int, subject: str) -> dict[str, Any]:
    """Ask for OpenML's description of a task, which must be one of classification."""
    with document(attempt, f"task/{task_id}", "oml:task") as task:
        if (found := int(task["oml:task_id"])) != task_id:
            raise wrong_answer(f"task {found}")
        kind = task["oml:task_type"]
        # Another kind of task may have no splits.
        if int(task["oml:task_type_id"]) == SUPERVISED_CLASSIFICATION:
            inputs = {x["@name"]: x for x in task["oml:input"]}
            data = inputs["source_data"]["oml:data_set"]
            procedure = inputs["estimation_procedure"]["oml:estimation_procedure"]
            return {
                "openml_id": int(data["oml:data_set_id"]),
                "target": data["oml:target_feature"],
                "url": procedure["oml:data_splits_url"],
            }
    wanted = "give a task of type 'Supervised Classification'"
    raise ValueError(f"{subject} is of type {kind!r}; {wanted}")


def _download_splits(attempt, subject, task_id):
    """Download a task's splits: the file, and the record of it."""
    task = describe_task(attempt, task_id, subject)
    content = get(attempt, task["url"])
    with as_file(content, "splits.arff") as path:
        read_splits(path)
    return content, task | {"file": "splits.arff"}


def read_splits(path: PathLike) -> dict[str, npt.NDArray[Any]]:
    """Read the columns of splits by their names; ``type`` tells whether a row tests."""
    raw = read_arff(path)
    columns = {x.name: y for x, y in zip(raw.attributes, raw.values.T, strict=True)}
    (labels,) = (x.labels or () for x in raw.attributes if x.name == "type")
    columns["type"] = columns["type"] == labels.index("TEST")
    return {name: columns[name] for name in ("type", "repeat", "fold", "rowid")}


_WITHOUT_TASK = "do without the task: choose another `splitter`"


TASK = Kind(
    "OpenML task", "tasks", "task_id", "task.json", _WITHOUT_TASK, _download_splits
)


# Benchmark suites


# Columns of the sheet that `read_suite` fills in.
SUITE_COLUMNS = (
    *("name", "openml_id", "openml_task", "drop"),
    *("instances", "attributes", "numeric", "classes_declared", "missing_cells"),
)


def read_suite(
    suite: str, *, connection: Connection
) -> tuple[int, str, list[dict[str, Any]]]:
    """Read a benchmark suite as the rows of a sheet.

    Parameters
    ----------
    suite : str
        Its id or its alias, such as ``OpenML-CC18``.
    connection : Connection
        The server, and limits of time, size and attempts.

    Returns
    -------
    suite_id : int
    name : str
    rows : list of dict
        By `SUITE_COLUMNS`; unknown cells are left out. OpenML counts the facts, of
        attributes that are neither ignored nor text. Column ``drop`` names the text.

    Raises
    ------
    ConnectionError
        If the server cannot be reached, or answers nonsense, in every attempt.
    ValueError
        If there is no such suite, or a task is not one of classification.
    """
    ask_openml = partial(ask, instead="write the sheet by hand", connection=connection)
    subject = f"OpenML suite {suite}"
    question = partial(_describe_suite, suite=suite)
    suite_id, name, tasks = ask_openml(question, subject=subject)
    if not tasks:
        raise ValueError(f"{subject} has no tasks; give the id of a suite of tasks")
    rows = []
    for number, task_id in enumerate(tasks, start=1):
        LOG.info("%s: task %d, %d of %d", subject, task_id, number, len(tasks))
        named = f"{subject}, task {task_id}"
        question = partial(_suite_row, task_id=task_id, subject=named)
        rows.append(ask_openml(question, subject=named))
    return suite_id, name, _with_names(rows)


def _describe_suite(attempt, suite):
    """Ask for the id of a suite, its name and its tasks."""
    with document(attempt, f"study/{suite}", "oml:study") as study:
        # A suite of runs lists the tasks that they are on, too.
        is_of_tasks = study["oml:main_entity_type"] == "task"
        tasks = (study.get("oml:tasks") if is_of_tasks else None) or {}
        ids = [int(task) for task in as_list(tasks.get("oml:task_id"))]
        return int(study["oml:id"]), study["oml:name"], ids


def _suite_row(attempt, task_id, subject):
    """Describe a task as a row of a sheet."""
    task = describe_task(attempt, task_id, subject)
    dataset = describe_dataset(attempt, task["openml_id"])
    if "faults" in dataset:
        LOG.warning(FAULTY, f"{subject}: {dataset['name']}", dataset["faults"])
    features = read_metadata(attempt, task["openml_id"], "features").values()
    labels = {x.name: x.nominal_values for x in features}
    ignored = [x for x in dataset["ignored"] if x != task["target"]]
    kept = [x for x in features if x.name not in ignored]
    text = [x.name for x in kept if x.data_type in ("string", "date")]
    used = [x for x in kept if x.name not in text]
    row = {
        "name": dataset["name"],
        "openml_id": task["openml_id"],
        "openml_task": task_id,
        "drop": ";".join(text),
        "instances": count_instances(attempt, task["openml_id"]),
        "attributes": len(used),
        "numeric": sum(x.data_type == "numeric" for x in used),
        "classes_declared": len(labels.get(task["target"]) or ()) or None,
        "missing_cells": sum(x.number_missing_values for x in used),
    }
    return {key: value for key, value in row.items() if value not in (None, "")}


def _with_names(rows):
    """Give every row a name that sheets take, no two the same."""
    for row in rows:
        name = re.sub(r"[^A-Za-z0-9_.+-]+", "-", row["name"])
        row["name"] = re.sub(r"^[^A-Za-z0-9]+", "", name)[:50] or "dataset"
    counts = Counter(row["name"].lower() for row in rows)
    for row in rows:
        if counts[row["name"].lower()] > 1:
            row["name"] += f"-{row['openml_task']}"
    return rows
