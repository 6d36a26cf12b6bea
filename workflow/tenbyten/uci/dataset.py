"""Fetch data sets from UCI's archive, by id, and read what was fetched.

The archive offers many of its data sets as one table, ``data.csv``, with a description
of its columns. Package ucimlrepo of the archive's makers (version 0.0.7) is the only
documentation of the interface; it sets no limits and checks nothing, so that it is not
used here. A fetched data set has a folder of its own: the table as the server sent it,
``dataset.csv``, and ``dataset.json``, its record with the description.
"""

import csv
import io
import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urljoin

import numpy as np

from tenbyten.dataset.table import Attribute, Fetched, RawTable
from tenbyten.files import PathLike
from tenbyten.web.asking import ask, damaged, of_another, refused
from tenbyten.web.fetching import Kind, fetch, read_record

LOG = logging.getLogger(__name__)

INSTEAD = "give a copy of the table in column `file` of the sheet"
# The description's types of columns; others are left to the rule for files.
SORTS = {"Categorical": "nominal", "Binary": "nominal"}
SORTS |= {"Integer": "numeric", "Continuous": "numeric"}
ROLES = ("Feature", "Target", "ID", "Other")


def read_fetched(
    folder: PathLike,
    *,
    where: str,
    target: str | None = None,
    keep: Sequence[str] = (),
    rows: str = "",
    types: dict[str, Sequence[str]],
) -> Fetched:
    """Read a fetched data set.

    Those attributes are ignored that the description calls identifiers or something
    other than features, or other targets.

    Parameters
    ----------
    target : str, optional
        The attribute to be predicted; by default the only one that the description
        calls a target.
    keep : sequence of str
        Attributes that are wanted even where they would be `ignored`.
    rows : str
        Which rows to take, from 1 and such as ``1-323``; all by default. Of the labels
        those are left that occur there.
    types : dict
        What the sheet says of columns, before the description: the arguments
        `nominal`, `numeric` and `missing` of `dataset.readers.tabular.read_table`.

    Raises
    ------
    ValueError
        If the files were changed since, the table cannot be read, or neither `target`
        nor the description names the one attribute that is to be predicted.
    """
    from tenbyten.dataset.readers.tabular import read_table

    origin = read_record(Path(folder) / DATASET.record, where=where)
    roles = {variable["name"]: variable["role"] for variable in origin["variables"]}
    target = _only_target(origin, where) if target is None else target
    wanted = (target, *keep)
    ignored = [x for x in roles if roles[x] != "Feature" and x not in wanted]
    settled = (target, *ignored, *types["nominal"], *types["numeric"])
    columns = [x for x in origin["variables"] if x["name"] not in settled]
    by = {sort: list(types[sort]) for sort in ("nominal", "numeric")}
    reasons = {}
    for name, kind in ((x["name"], x["type"]) for x in columns if x["type"] in SORTS):
        by[SORTS[kind]].append(name)
        reasons[name] = f"{kind} in the archive's description"
    path, missing = Path(folder) / origin["file"], _markers(origin, types)
    try:
        raw = read_table(path, **by, missing=missing, target=target, where=where)
    except ValueError as error:
        raise ValueError(_by_archive(str(error), reasons)) from None
    # A column without any value is not what the description says.
    found = {name: x for name, x in reasons.items() if name not in raw.textual}
    raw = replace(raw, reasons=raw.reasons | found)
    if rows:
        raw = _take_rows(raw, rows, target, where)
    ignored += [x.name for x in raw.attributes if x.name not in (*wanted, *roles)]
    left_out = {name: roles.get(name, "not described") for name in ignored}
    for name, role in left_out.items():
        LOG.info("%s: without %s (%s)", where, name, role)
    return Fetched(raw, target, tuple(ignored), origin | {"left_out": left_out})


def _by_archive(told, reasons):
    """Say of a column that it is numeric by the archive, where the sheet says nothing.

    The sheet's own word goes before the description's.
    """
    for name, reason in reasons.items():
        asked = f"column {name!r} is named as numeric"
        if asked in told:
            told = told.replace(asked, f"column {name!r} is {reason}")
            remedy = "name the column in `as_nominal`"
            return told.replace("take the column out of `as_numeric`", remedy)
    return told


def _markers(origin, types):
    """Return what stands for missing values, by the sheet or the description too."""
    from tenbyten.dataset.readers.texts import MISSING

    symbol = origin["missing_values_symbol"]
    if types["missing"] or not symbol or symbol in MISSING:
        return types["missing"]
    return [*MISSING, symbol]


def _take_rows(raw, rows, target, where):
    """Take some rows of a table, and the labels that occur there."""
    first, last = map(int, rows.split("-"))
    if not first <= last <= len(raw.values):
        raise ValueError(
            f"{where}: uci_rows is {rows}, but the table has {len(raw.values)} rows; "
            f"correct the range"
        )
    values, attributes = raw.values[first - 1 : last].copy(), []
    textual, reasons = dict(raw.textual), dict(raw.reasons)
    for attribute, column in zip(raw.attributes, values.T, strict=True):
        name, labels, known = attribute.name, attribute.labels, ~np.isnan(column)
        if not known.any() and name not in (target, *textual):
            textual[name], labels = "empty", None
            reasons[name] = f"has no value in the rows {rows}"
        elif labels is not None:
            used, column[known] = np.unique(column[known], return_inverse=True)
            labels = tuple(labels[int(code)] for code in used)
        attributes.append(Attribute(name, labels))
    return RawTable(tuple(attributes), values, textual, reasons)


def _only_target(origin, where):
    """Return the only target of the description."""
    targets = [v["name"] for v in origin["variables"] if v["role"] == "Target"]
    if len(targets) == 1:
        return targets[0]
    names = ", ".join(v["name"] for v in origin["variables"])
    has = f"the targets {', '.join(targets)}" if targets else "no target"
    raise ValueError(
        f"{where}: UCI data set {origin['uci_id']} has {has}; name one in the column "
        f"target of the sheet, of {names}"
    )


# Download


def _refusal(answer, _):
    """Read an error of the archive's own."""
    if answer.status < 500 and answer.status != 429:
        return _said_no(json.loads(answer.content))
    return None


def _said_no(document):
    """Return the failure that an answer with a status of its own tells."""
    said = f"answered {document['status']}: {document['message']}"
    return refused(said, "check the id and the address in `uci_server`")


def _download(attempt, subject, uci_id):
    """Download a data set's table: its content, and the record of it."""
    description = _describe(attempt, uci_id)
    url = description.pop("data_url")
    if not url:
        page = description["repository_url"] or attempt.server
        raise ValueError(
            f"{subject} ({description['name']}) is in the archive, but not as one "
            f"table: many of its data sets are not; see {page} for its files, "
            f"choose another id, or {INSTEAD}"
        )
    url = urljoin(f"{attempt.server}/", url)
    content = attempt.get(url).content
    rows = _count_rows(content, description["variables"])
    if (count := description["num_instances"]) not in (None, rows):
        LOG.warning("%s: %s rows, described are %s", subject, rows, count)
    return content, {"url": url, "file": "dataset.csv", **description}


def _describe(attempt, uci_id):
    """Get the archive's description of the data set, and of no other."""
    server = attempt.server.rstrip("/")
    answer = attempt.get(f"{server}/api/dataset?id={uci_id}", is_text=True)
    description = answer.read(_read_description)
    if (found := description.pop("id")) != uci_id:
        raise of_another(f"data set {found} ({description['name']})")
    return description


def _read_description(content):
    """Keep of a description what is used, and what is needed to cite it."""
    document = json.loads(content)
    if document["status"] != 200:
        raise _said_no(document)
    data = document["data"]
    variables = [
        {"name": str(x["name"]).strip(), "role": x["role"], "type": x["type"]}
        for x in data["variables"]
    ]
    for variable in variables:
        if variable["role"] not in ROLES:
            raise ValueError(f"role {variable['role']!r} of {variable['name']!r}")
    keys = ("data_url", "repository_url", "dataset_doi", "num_instances")
    more = ("missing_values_symbol", "year_of_dataset_creation", "last_updated")
    return {
        "id": int(data["uci_id"]),
        "name": str(data["name"]),
        **{key: data.get(key) for key in (*keys, *more, "creators")},
        "licence": data.get("license"),
        "variables": variables,
    }


def _count_rows(content, variables):
    """Count the rows of a table, and refuse one that is not the described one."""
    how = {"encoding": "utf-8-sig", "errors": "replace", "newline": ""}
    rows = filter(None, csv.reader(io.TextIOWrapper(io.BytesIO(content), **how)))
    count = 0
    try:
        header = [name.strip() for name in next(rows, [])]
        if lacking := [x["name"] for x in variables if x["name"] not in header]:
            raise damaged(
                f"its header, {', '.join(header)[:160]!r}, lacks the described "
                f"{', '.join(lacking)[:160]}"
            )
        for count, row in enumerate(rows, start=1):
            if len(row) != len(header):
                cells = f"{len(row)} cells, the header {len(header)}"
                raise damaged(f"row {count} has {cells}")
    except csv.Error as error:
        raise damaged(str(error)) from error
    if not count:
        raise damaged("no rows")
    return count


_ask = partial(ask, refusal=_refusal)
DATASET = Kind(
    *("UCI data set", "datasets", "uci_id", "dataset.json", INSTEAD, _download, _ask)
)
# The archive gives no checksum. A table is refused if its header is not that of the
# description or a row has more or fewer cells; one that was cut at the end of a line
# can be told by the sheet's facts alone.
fetch_dataset = partial(fetch, DATASET)
