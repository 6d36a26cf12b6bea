"""Predictions become a run in OpenML's files."""

import re
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from scipy.io import arff as scipy_arff

from tenbyten.openml.runs import Flow, write_run

PROBABILITIES = ["probability_yes", "probability_it's, no"]
FLOW = Flow(8365, "sklearn.tree.DecisionTreeClassifier", {"max_depth": 3, "ccp": [0.5]})
# The elements of a run by the schema openml.run.upload, in its order.
ORDER = ["task_id", "flow_id", "setup_string", "parameter_setting", "tag"]
ORDER += ["output_data"]


def predictions(*, with_probabilities=True, rows=12, runs=2, folds=3):
    rng = np.random.default_rng(1)
    labels = ["yes", "it's, no"]
    parts = []
    for run in range(1, runs + 1):
        fold = rng.permutation(np.arange(rows) % folds + 1)
        truth, guess = rng.integers(0, 2, (2, rows))
        part = pd.DataFrame({"run": run, "fold": fold, "row": np.arange(rows)})
        part["truth"] = pd.Categorical.from_codes(truth, labels)
        part["predicted"] = pd.Categorical.from_codes(guess, labels)
        if with_probabilities:
            share = np.where(guess == 0, 0.8, 0.3)
            part["probability_yes"], part["probability_it's, no"] = share, 1 - share
        parts.append(part.sort_values(["fold", "row"]))
    return pd.concat(parts, ignore_index=True)


def described(folder):
    root = ElementTree.parse(folder / "description.xml").getroot()
    assert root.tag == "{http://openml.org/openml}run"
    return root


def local(element):
    return element.tag.rpartition("}")[2]


def test_the_description_follows_the_schema(tmp_path):
    table = predictions()
    write_run(tmp_path, task_id=59, flow=FLOW, predictions=table)
    root = described(tmp_path)
    names = list(dict.fromkeys(map(local, root)))
    assert names == ORDER
    texts = {local(x): x.text for x in root}
    assert (texts["task_id"], texts["flow_id"], texts["tag"]) == (
        "59",
        "8365",
        "tenbyten",
    )
    settings = [[(local(x), x.text) for x in s] for s in root if len(s) == 3]
    assert settings[0] == [("name", "max_depth"), ("value", "3"), ("component", "8365")]
    assert settings[1][1] == ("value", "[0.5]")
    right = table["truth"].astype(str) == table["predicted"].astype(str)
    evaluations = root.find("{*}output_data").findall("{*}evaluation")
    assert len(evaluations) == 6
    for evaluation in evaluations:
        run, fold = int(evaluation.get("repeat")) + 1, int(evaluation.get("fold")) + 1
        of_fold = right[(table["run"] == run) & (table["fold"] == fold)]
        assert float(evaluation.findtext("{*}value")) == of_fold.mean()
        assert evaluation.findtext("{*}name") == "predictive_accuracy"


@pytest.mark.parametrize("with_probabilities", [True, False])
def test_the_predictions_are_what_openml_s_package_reads(
    tmp_path, with_probabilities, monkeypatch
):
    for name in ("OPENML_CACHE_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    from openml.runs import OpenMLRun

    table = predictions(with_probabilities=with_probabilities)
    folder = tmp_path / "run"
    given = table[PROBABILITIES].to_numpy() if with_probabilities else None
    write_run(folder, task_id=59, flow=FLOW, predictions=table, probabilities=given)
    run = OpenMLRun.from_filesystem(folder, expect_model=False)
    assert (run.task_id, run.flow_id) == (59, 8365)
    assert len(run.data_content) == len(table)
    for line, row in zip(run.data_content, table.itertuples(), strict=True):
        repeat, fold, sample, row_id, predicted, correct, *confidences = line
        assert (repeat, fold, sample, row_id) == (row.run - 1, row.fold - 1, 0, row.row)
        assert (predicted, correct) == (row.predicted, row.truth)
        if with_probabilities:
            assert confidences == list(row[6:])
        else:
            assert confidences == [row.predicted == "yes", row.predicted != "yes"]


def test_the_arff_file_is_read_by_scipy(tmp_path):
    table = predictions()
    table["truth"] = table["truth"].cat.rename_categories(["yes", "no"])
    table["predicted"] = table["predicted"].cat.rename_categories(["yes", "no"])
    write_run(tmp_path, task_id=59, flow=FLOW, predictions=table)
    content, meta = scipy_arff.loadarff(tmp_path / "predictions.arff")
    assert meta.names() == [
        *("repeat", "fold", "sample", "row_id", "prediction", "correct"),
        *("confidence.yes", "confidence.no"),
    ]
    assert content["row_id"].tolist() == table["row"].tolist()


def test_what_openml_does_not_take_is_refused(tmp_path):
    table = predictions()
    table.loc[5, "predicted"] = np.nan
    with pytest.raises(ValueError, match="left unclassified, which OpenML does not"):
        write_run(tmp_path / "a", task_id=59, flow=FLOW, predictions=table)
    long = FLOW._replace(settings={"steps": "x" * 3000})
    with pytest.raises(ValueError, match=r"3002 characters .* OpenML takes 2048"):
        write_run(tmp_path / "a", task_id=59, flow=long, predictions=predictions())
    odd = FLOW._replace(settings={"ä": 1})
    with pytest.raises(ValueError, match=re.escape("no setting called 'ä'")):
        write_run(tmp_path / "a", task_id=59, flow=odd, predictions=predictions())
    assert not (tmp_path / "a").exists()
