"""Fetch data sets from UCI's archive, by id, and read what was fetched.

The archive offers many of its data sets as one table, ``data.csv``, with a description
of its columns. Package ucimlrepo of the archive's makers (version 0.0.7) is the only
documentation of the interface; it sets no limits and checks nothing, so that it is not
used here. A fetched data set has a folder of its own: the table as the server sent it,
``dataset.csv``, and ``dataset.json``, its record with the description.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from tenbyten.datasets.downloads import Kind, read_record
from tenbyten.datasets.table import Fetched
from tenbyten.datasets.web import Failure, as_file, parse_errors, wrong_answer
from tenbyten.files import PathLike

LOG = logging.getLogger(__name__)

INSTEAD = "give a copy of the table in column `file` of the sheet"
# The description's types of columns; others are left to the rule for files.
SORTS = {"Categorical": "nominal", "Binary": "nominal"}
SORTS |= {"Integer": "numeric", "Continuous": "numeric"}


def read_fetched(
    folder: PathLike,
    *,
    where: str,
    target: str | None = None,
    keep: Sequence[str] = (),
    rows: str = "",
    types: Mapping[str, Sequence[str]],
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
        Which rows to take, from 1 and such as ``1-323``; all by default. Labels
        that do not occur there are left out.
    types : dict
        What the sheet says of columns, before the description: the arguments
        `nominal`, `numeric`, `missing` and `labelled` of
        `datasets.readers.tabular.read_table`.

    Raises
    ------
    ValueError
        If the files were changed since, the table cannot be read, or neither `target`
        nor the description names the one attribute that is to be predicted.
    """
    from tenbyten.datasets.readers.tabular import raw_table, read_columns
    from tenbyten.datasets.readers.texts import MISSING
    from tenbyten.tables import prefix_errors

    origin = read_record(Path(folder) / DATASET.record, where=where)
    roles = {x["name"]: x["role"] for x in origin["variables"]}
    if target is None:
        targets = [name for name in roles if roles[name] == "Target"]
        if len(targets) != 1:
            has = f"the targets {', '.join(targets)}" if targets else "no target"
            raise ValueError(
                f"{where}: UCI data set {origin['uci_id']} has {has}; name one in the "
                f"column target of the sheet, of {', '.join(roles)}"
            )
        target = targets[0]
    wanted = (target, *keep)
    ignored = [x for x in roles if roles[x] != "Feature" and x not in wanted]
    by: dict[str, Any] = {sort: list(types[sort]) for sort in ("nominal", "numeric")}
    settled, reasons = {target, *ignored, *by["nominal"], *by["numeric"]}, {}
    for name, kind in ((x["name"], x["type"]) for x in origin["variables"]):
        if kind in SORTS and name not in settled:
            by[SORTS[kind]].append(name)
            reasons[name] = f"{kind} in the archive's description"
    symbol = origin["missing_values_symbol"]
    missing = types["missing"] or ([*MISSING, symbol] if symbol else ())
    with prefix_errors(where):
        path = Path(folder) / origin["file"]
        table, interpretation = read_columns(path, missing=missing, header="1")
        if rows:
            first, last = map(int, rows.split("-"))
            if not first <= last <= len(table):
                raise ValueError(
                    f"uci_rows is {rows}, the table has {len(table)} rows; correct it"
                )
            table = table.slice(first - 1, last - first + 1)
        by |= {"labelled": types.get("labelled", ()), **interpretation}
        try:
            raw = raw_table(table, target=target, **by)
        except ValueError as error:
            raise ValueError(
                f"{path}: {error} (types that the sheet leaves open are the archive's; "
                f"`as_nominal` and `as_numeric` go before them)"
            ) from None
    # A column without any value is not what the description says.
    found = {name: x for name, x in reasons.items() if name not in raw.textual}
    raw = replace(raw, reasons=raw.reasons | found)
    ignored += [x.name for x in raw.attributes if x.name not in (*wanted, *roles)]
    left_out = {name: roles.get(name, "not described") for name in ignored}
    for name, role in left_out.items():
        LOG.info("%s: without %s (%s)", where, name, role)
    return Fetched(raw, target, tuple(ignored), origin | {"left_out": left_out})


# Download


def _download(attempt, subject, uci_id):
    """Download a data set's table: its content, and the record of it.

    The archive gives no checksum. A table is refused that cannot be read as one or
    lacks a described column; one that was cut at the end of a line can be told by the
    sheet's facts alone.
    """
    from tenbyten.datasets.readers.tabular import read_columns

    server = attempt.connection.server.rstrip("/")
    content = attempt.get(f"{server}/api/dataset?id={uci_id}", is_text=True)
    with parse_errors(content):
        description = _read_description(json.loads(content), uci_id)
    url = description.pop("data_url")
    if not url:
        page = description["repository_url"] or server
        raise ValueError(
            f"{subject} ({description['name']}) is in the archive, but not as one "
            f"table: many of its data sets are not; see {page} for its files, "
            f"choose another id, or {INSTEAD}"
        )
    url = urljoin(f"{server}/", url)
    content = attempt.get(url)
    with as_file(content, "dataset.csv") as path:
        table, _ = read_columns(path, header="1")
        described = {x["name"] for x in description["variables"]}
        if absent := described - {*table.column_names}:
            raise ValueError(f"its header lacks {', '.join(sorted(absent))[:160]}")
    if (count := description["num_instances"]) not in (None, len(table)):
        LOG.warning("%s: %s rows, described are %s", subject, len(table), count)
    return content, {"url": url, "file": "dataset.csv", **description}


def _read_description(document, uci_id):
    """Keep of a description what is used, and what is needed to cite it."""
    if document["status"] != 200:
        said = f"answered {document['status']}: {document['message']}"
        remedy = "check the id and the address in `uci_server`"
        raise Failure(said, remedy, ValueError, retry=False)
    data = document["data"]
    if (found := int(data["uci_id"])) != uci_id:
        raise wrong_answer(f"data set {found} ({data['name']})")
    variables = [
        {"name": str(x["name"]).strip(), "role": x["role"], "type": x["type"]}
        for x in data["variables"]
    ]
    keys = ("data_url", "repository_url", "dataset_doi", "num_instances")
    more = ("missing_values_symbol", "year_of_dataset_creation", "last_updated")
    return {
        "name": str(data["name"]),
        **{key: data.get(key) for key in (*keys, *more, "creators")},
        "licence": data.get("license"),
        "variables": variables,
    }


_KIND = ("UCI data set", "datasets", "uci_id", "dataset.json", INSTEAD)
DATASET = Kind(*_KIND, _download)
