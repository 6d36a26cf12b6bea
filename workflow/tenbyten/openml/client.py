"""Ask OpenML, and understand its XML and its errors.

openml-python would make its requests itself, without limits of time and size and with
the API key to any address; so an `Attempt` makes them. The package reads the features
and qualities of a data set; xmltodict, with which it reads them, the other documents.
"""

import math
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tenbyten.web.asking import (
    FAULTS,
    KEY_VARIABLE,
    Attempt,
    Failure,
    api_key,
    as_file,
    of_another,
    understood,
)

# OpenML's code for a database that cannot be reached just now.
DATABASE_DOWN = 107
# No qualities found, not processed yet, processed with error.
NO_QUALITIES = (362, 363, 364)


def get(attempt: Attempt, url: str, *, is_text: bool = False) -> bytes:
    """Get a file from OpenML as `attempt.get` does, and put its own errors in words.

    An API key is taken from the environment variable OPENML_APIKEY alone, is sent to
    the server's own host alone, and is in no error and no line of a log.
    """
    try:
        return attempt.get(url, is_text=is_text, key=api_key())
    except Failure as failure:
        with suppress(*FAULTS):
            error = _parsed(failure.content)["oml:error"]
            words = [error["oml:message"], error.get("oml:additional_information")]
            code, told = int(error["oml:code"]), " - ".join(filter(None, words))
            said = f"answered code {code}: {told or 'nothing more'}"
            if failure.again or code == DATABASE_DOWN:
                raise Failure(said, code=code) from failure
            remedy = (
                f"check the id, the address in {attempt.connection.named_in} and, for "
                f"what is private, the key in the variable {KEY_VARIABLE}"
            )
            raise Failure(said, remedy, ValueError, again=False, code=code) from failure
        raise


@contextmanager
def document(attempt: Attempt, path: str, root: str) -> Iterator[Any]:
    """Ask for a document, and yield what is in its root.

    What is not found there is OpenML's fault: a Failure.
    """
    content = get(attempt, f"{attempt.connection.server}/{path}", is_text=True)
    with understood(content):
        yield _parsed(content)[root]


def several(items: Any) -> list[Any]:
    """Return elements of one name, of which there may be none, one or several."""
    if items is None:
        return []
    return items if isinstance(items, list) else [items]


def describe_dataset(attempt: Attempt, openml_id: int) -> dict[str, Any]:
    """Ask for what OpenML says of a data set, and of no other."""
    with document(attempt, f"data/{openml_id}", "oml:data_set_description") as about:
        if (found := int(about["oml:id"])) != openml_id:
            raise of_another(f"data set {found} ({about['oml:name']})")
        ignored = several(about.get("oml:ignore_attribute"))
        return {
            "name": about["oml:name"],
            "version": int(about["oml:version"]),
            "upload_date": about.get("oml:upload_date"),
            "licence": about.get("oml:licence"),
            "default_target": about.get("oml:default_target_attribute"),
            "ignored": ignored + several(about.get("oml:row_id_attribute")),
            "url": about.get("oml:url"),
            "md5": about.get("oml:md5_checksum"),
            "format": about["oml:format"],
        }


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
    """Ask for the number of rows that the server counted, None if it did not."""
    try:
        qualities = read_metadata(attempt, openml_id, "qualities")
    except Failure as failure:
        if failure.code not in NO_QUALITIES:
            raise
        return None
    count = qualities.get("NumberOfInstances", math.nan)
    return int(count) if math.isfinite(count) else None


def _parsed(content: bytes) -> Any:
    """Parse XML, and refuse what declares a type: entities are declared there alone."""
    import xmltodict

    text = content.decode(errors="replace")
    if "<!DOCTYPE" in text.partition("<oml:")[0]:
        raise ValueError("it declares a document type, which is not read")
    return xmltodict.parse(text, disable_entities=True)
