"""Ask OpenML, and understand its XML and its errors.

openml-python reads what describes a data set. It would make its requests itself,
without limits of time and size and with the API key to any address; so an `Attempt`
makes them, and puts the answers where the package keeps documents.
"""

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tenbyten.web import asking
from tenbyten.web.asking import Attempt, Failure, NotOffered, refused
from tenbyten.web.secret import api_key

# OpenML's codes for a database that cannot be reached just now, and a wrong API key.
DATABASE_DOWN = 107
WRONG_KEY = 103
# For what is private, and what nobody may do without a key.
PRIVATE = (102, 112, 137, 310, 320, 350, 400, 460)
# No qualities found, not processed yet, processed with error.
NO_QUALITIES = (362, 363, 364)

T = TypeVar("T")


def ask(question: Callable[[Attempt], T], **how: Any) -> T:
    """Ask OpenML as `web.asking.ask` does, with the key that the environment has.

    An API key is taken from the environment variable OPENML_APIKEY alone, is sent to
    the server's own host alone, and is in no error and no line of a log.
    """
    return asking.ask(question, **how, key=api_key(), refusal=_refusal)


def read(attempt: Attempt, path: str, root: str, reader: Callable[[Any], T]) -> T:
    """Ask for a document and read it: the reader takes what is in its root.

    What it cannot find there is OpenML's fault: a Failure.
    """
    return _read(attempt, path, lambda text: reader(_parsed(text)[root]))


def several(items: Any) -> list[Any]:
    """Return elements of one name, of which there may be none, one or several."""
    if items is None:
        return []
    return items if isinstance(items, list) else [items]


def describe_dataset(
    attempt: Attempt, openml_id: int, *, features: bool = False
) -> tuple[Any, str | None]:
    """Ask for openml-python's description of a data set, with its features or not.

    The address of its parquet file is returned too, which the package keeps to itself.
    """
    with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
        # It makes its folders when it is imported.
        before = dict(os.environ)
        os.environ |= {"OPENML_CACHE_DIR": scratch, "XDG_CONFIG_HOME": scratch}
        try:
            import openml
        finally:
            os.environ.clear()
            os.environ.update(before)
        openml.config.set_root_cache_directory(scratch)
        kept = Path(openml.config.get_cache_directory(), "datasets", str(openml_id))
        kept.mkdir(parents=True)

        def described(text, name="description", root="oml:data_set_description"):
            document = _parsed(text)[root]
            (kept / f"{name}.xml").write_text(text, encoding="utf-8")
            how = {"download_features_meta_data": name == "features"}
            how |= {"download_data": False, "download_qualities": False}
            dataset = openml.datasets.get_dataset(openml_id, **how)
            return dataset, document.get("oml:parquet_url")

        dataset, parquet_url = _read(attempt, f"data/{openml_id}", described)
        if features:
            reader = partial(described, name="features", root="oml:data_features")
            dataset, _ = _read(attempt, f"data/features/{openml_id}", reader)
    if dataset.dataset_id != openml_id:
        raise asking.of_another(f"data set {dataset.dataset_id} ({dataset.name})")
    return dataset, parquet_url


def ignored_by(dataset: Any) -> list[str]:
    """Return the attributes that OpenML takes for identifiers and the like."""
    ignored = [*(dataset.ignore_attribute or ()), dataset.row_id_attribute]
    return [name for name in ignored if name is not None]


def count_instances(attempt: Attempt, openml_id: int) -> int | None:
    """Ask for the number of rows that the server counted, None if it did not."""

    def reader(document):
        named = {x["oml:name"]: x for x in several(document["oml:quality"])}
        count = named.get("NumberOfInstances", {}).get("oml:value")
        return None if count in (None, "null", "NaN") else int(float(count))

    try:
        path = f"data/qualities/{openml_id}"
        return read(attempt, path, "oml:data_qualities", reader)
    except Failure as failure:
        if failure.code not in NO_QUALITIES:
            raise
        return None


def _read(attempt, path, reader):
    """Ask for a document, of which the reader takes the text."""
    answer = attempt.get(f"{attempt.server}/{path}", is_text=True)
    return answer.read(lambda content: reader(content.decode(errors="replace")))


def _parsed(text):
    """Parse XML, and refuse what declares a type: entities are declared there alone."""
    import xmltodict

    if "<!DOCTYPE" in text.partition("<oml:")[0]:
        raise ValueError("it declares a document type, which is not read")
    return xmltodict.parse(text, disable_entities=True)


def _refusal(answer, connection):
    """Read an error of OpenML's own."""
    error = _parsed(answer.content.decode(errors="replace"))["oml:error"]
    words = filter(
        None, [error["oml:message"], error.get("oml:additional_information")]
    )
    code, said = int(error["oml:code"]), " - ".join(words) or "nothing more"
    failure = _diagnose(code, said, answer, connection)
    failure.code = code
    return failure


def _diagnose(code, words, answer, connection):
    """Interpret a code of OpenML's own."""
    if code in PRIVATE:
        remedy = "choose a public one, set OPENML_APIKEY to the key of who may see it"
        if api_key():
            remedy = "the key in OPENML_APIKEY may not see it: choose a public one"
        return refused(f"answered that it is private: {words}", remedy)
    said = f"answered code {code}: {words}"
    if code == DATABASE_DOWN or answer.status >= 500:
        return Failure(said)
    if code == WRONG_KEY and api_key():
        return refused(said, "correct the key in OPENML_APIKEY or unset it")
    check = f"check the id and the address in {connection.named_in}"
    # Files are not below the interface's address.
    is_file = not answer.url.startswith(connection.server)
    return refused(said, check, NotOffered if is_file else ValueError)
