"""Write predictions as a run in the files that OpenML takes; nothing is uploaded.

A run is one classifier on one task: ``description.xml``, by the schema
``openml.run.upload``, and ``predictions.arff``.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt

from tenbyten.files import PathLike, write_text

if TYPE_CHECKING:
    import pandas as pd

NAMESPACE = "http://openml.org/openml"
# What the schema allows in the name of a parameter, and the length of its value.
_NAME = re.compile(r"[a-zA-Z0-9_\-.,():]{1,1024}")
_LONGEST = 2048


class Flow(NamedTuple):
    """A classifier at OpenML: the id of its flow, its class and its settings here."""

    flow_id: int
    learner: str
    settings: Mapping[str, Any]


def write_run(
    folder: PathLike,
    *,
    task_id: int,
    flow: Flow,
    predictions: "pd.DataFrame",
    probabilities: npt.NDArray[np.float64] | None = None,
) -> None:
    """Write the run of a classifier on a task.

    Parameters
    ----------
    folder : path
        Made if need be.
    predictions : DataFrame
        A row for each instance of each test fold: run and fold from 1, row from 0,
        truth and predicted as categories of all labels.
    probabilities : ndarray of shape (rows, labels), optional
        Of each label, in the order of the categories.

    Raises
    ------
    ValueError
        If an instance was left unclassified, or settings cannot be written by the
        schema.
    """
    unclassified = predictions["predicted"].isna()
    if unclassified.any():
        first = predictions[unclassified].iloc[0]
        raise ValueError(
            f"{folder}: row {first['row']} in run {first['run']}, fold "
            f"{first['fold']} was left unclassified, which OpenML does not take"
        )
    description = _description(task_id, flow, predictions, folder)
    Path(folder).mkdir(parents=True, exist_ok=True)
    write_text(description, Path(folder, "description.xml"))
    arff = _arff(task_id, predictions, probabilities)
    write_text(arff, Path(folder, "predictions.arff"))


def _description(task_id, flow, predictions, folder):
    """Describe the run, its settings and its accuracy in each fold."""
    ElementTree.register_namespace("oml", NAMESPACE)
    run = ElementTree.Element(_tag("run"))
    _add(run, "task_id", task_id)
    _add(run, "flow_id", flow.flow_id)
    settings = {key: _as_json(value, folder) for key, value in flow.settings.items()}
    text = _as_json({"learner": flow.learner, "settings": flow.settings}, folder)
    _add(run, "setup_string", text)
    for key, value in settings.items():
        if not _NAME.fullmatch(key):
            raise ValueError(f"{folder}: OpenML takes no setting called {key!r}")
        setting = ElementTree.SubElement(run, _tag("parameter_setting"))
        _add(setting, "name", key)
        _add(setting, "value", value)
        _add(setting, "component", flow.flow_id)
    _add(run, "tag", "tenbyten")
    output = ElementTree.SubElement(run, _tag("output_data"))
    right = predictions["truth"].astype(str) == predictions["predicted"].astype(str)
    accuracies = right.groupby([predictions["run"], predictions["fold"]]).mean()
    for (number, fold), accuracy in accuracies.items():
        place = {"repeat": str(number - 1), "fold": str(fold - 1)}
        evaluation = ElementTree.SubElement(output, _tag("evaluation"), place)
        _add(evaluation, "name", "predictive_accuracy")
        _add(evaluation, "value", repr(float(accuracy)))
    ElementTree.indent(run)
    text = ElementTree.tostring(run, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _as_json(value, folder):
    """Write a value of settings as OpenML's clients do; refuse what is too long."""
    text = json.dumps(value)
    if len(text) > _LONGEST:
        raise ValueError(
            f"{folder}: a value of settings has {len(text)} characters as JSON, and "
            f"OpenML takes {_LONGEST}"
        )
    return text


def _tag(name):
    """Return the name of an element of OpenML's."""
    return f"{{{NAMESPACE}}}{name}"


def _add(element, name, text):
    """Add an element with a text."""
    ElementTree.SubElement(element, _tag(name)).text = str(text)


def _arff(task_id, predictions, confidences):
    """Write the predictions as OpenML's clients do."""
    import arff

    labels = list(predictions["truth"].cat.categories)
    if confidences is None:
        # As openml-python: the class that is predicted is certain.
        confidences = np.eye(len(labels))[predictions["predicted"].cat.codes]
    numbers = ["repeat", "fold", "sample", "row_id"]
    nominal = [("prediction", labels), ("correct", labels)]
    columns = (
        (predictions["run"] - 1).tolist(),
        (predictions["fold"] - 1).tolist(),
        [0] * len(predictions),
        predictions["row"].tolist(),
        predictions["predicted"].tolist(),
        predictions["truth"].tolist(),
    )
    rows = zip(*columns, *confidences.T.tolist(), strict=True)
    content = {
        "relation": f"openml_task_{task_id}_predictions",
        "description": "",
        "attributes": [
            *((name, "NUMERIC") for name in numbers),
            *nominal,
            *((f"confidence.{label}", "NUMERIC") for label in labels),
        ],
        "data": [list(row) for row in rows],
    }
    return arff.dumps(content) + "\n"
