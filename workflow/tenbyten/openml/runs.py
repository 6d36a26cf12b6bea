"""Write predictions as a run in the files that OpenML takes; nothing is uploaded.

A run is one classifier on one task: ``description.xml``, by the schema
``openml.run.upload``, and ``predictions.arff``.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
    import xmltodict

    if odd := [key for key in flow.settings if not _NAME.fullmatch(key)]:
        raise ValueError(f"{folder}: OpenML takes no setting called {odd[0]!r}")
    settings = [
        _oml(name=key, value=_as_json(value, folder), component=flow.flow_id)
        for key, value in flow.settings.items()
    ]
    right = predictions["truth"].astype(str) == predictions["predicted"].astype(str)
    accuracies = right.groupby([predictions["run"], predictions["fold"]]).mean()
    evaluations = [
        {"@repeat": run - 1, "@fold": fold - 1}
        | _oml(name="predictive_accuracy", value=repr(float(accuracy)))
        for (run, fold), accuracy in accuracies.items()
    ]
    setup = {"learner": flow.learner, "settings": flow.settings}
    of_run = _oml(task_id=task_id, flow_id=flow.flow_id)
    of_run |= _oml(setup_string=_as_json(setup, folder), parameter_setting=settings)
    of_run |= _oml(tag="tenbyten", output_data=_oml(evaluation=evaluations))
    of_run = {"oml:run": {"@xmlns:oml": NAMESPACE} | of_run}
    text = xmltodict.unparse(of_run, pretty=True, indent="  ", full_document=False)
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


def _oml(**elements):
    """Name elements as OpenML does."""
    return {f"oml:{name}": element for name, element in elements.items()}


def _arff(task_id, predictions, confidences):
    """Write the predictions as OpenML's clients do."""
    import arff

    labels = list(predictions["truth"].cat.categories)
    if confidences is None:
        # As openml-python: the class that is predicted is certain.
        confidences = np.eye(len(labels))[predictions["predicted"].cat.codes]
    numbers = {"repeat": predictions["run"] - 1, "fold": predictions["fold"] - 1}
    numbers |= {"sample": 0 * predictions["run"], "row_id": predictions["row"]}
    nominal = {"prediction": predictions["predicted"], "correct": predictions["truth"]}
    named = (f"confidence.{label}" for label in labels)
    table = numbers | nominal | dict(zip(named, confidences.T, strict=True))
    columns = [column.tolist() for column in table.values()]
    content = {
        "relation": f"openml_task_{task_id}_predictions",
        "description": "",
        "attributes": [(x, labels if x in nominal else "NUMERIC") for x in table],
        "data": [list(row) for row in zip(*columns, strict=True)],
    }
    return arff.dumps(content) + "\n"
