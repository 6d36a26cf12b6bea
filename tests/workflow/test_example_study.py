"""The example in config/examples: any table, any classifier, nothing special."""

import filecmp
import json
import shutil

import pandas as pd
import pytest
from example_tables import write_tables
from openml_loopback import LoopbackOpenML

from tenbyten.dataset.arff import write_arff
from tenbyten.dataset.bundled import read_bundled

OF_OPENML = {"tic-tac-toe": 50, "monks-1": 333}


def test_the_tables_are_those_that_are_made(root, tmp_path):
    write_tables(tmp_path)
    names = ["visits.csv", "crops.tsv", "plants.arff"]
    folder = root / "config" / "examples"
    same, other, lacking = filecmp.cmpfiles(folder, tmp_path, names, shallow=False)
    assert (sorted(same), other, lacking) == (sorted(names), [], [])
    pd.testing.assert_frame_equal(
        pd.read_parquet(folder / "sensors.parquet"),
        pd.read_parquet(tmp_path / "sensors.parquet"),
    )


@pytest.fixture
def server(tmp_path):
    with LoopbackOpenML() as server:
        for name, openml_id in OF_OPENML.items():
            dataset = read_bundled(name)
            write_arff(dataset, tmp_path / f"{name}.arff")
            server.add_dataset(
                openml_id,
                attributes=[
                    (a.name, a.labels or "numeric") for a in dataset.attributes
                ],
                arff=(tmp_path / f"{name}.arff").read_bytes(),
                default_target=dataset.class_attribute.name,
                name=name,
                instances=len(dataset.values),
            )
        yield server


# As a stranger would: a copy of the example, with two more data sets.
@pytest.mark.slow
def test_any_classifier_runs_on_any_table(root, server, fresh):
    for module in ("xgboost", "lightgbm", "catboost", "jpype"):
        pytest.importorskip(module)
    shutil.copytree(root / "config" / "examples", fresh.folder, dirs_exist_ok=True)
    sheet = fresh.folder / "anything.tsv"
    header, *rows = sheet.read_text().splitlines()
    rows = [f"{row}\t" for row in rows]
    blank = "\t" * len(header.split("\t"))
    rows += [f"{name}{blank}{openml_id}" for name, openml_id in OF_OPENML.items()]
    sheet.write_text("\n".join([f"{header}\topenml_id", *rows]) + "\n")
    machine = [f"openml_server={server.address}"]
    code, said = fresh(
        study="anything.yaml", config=machine, env={"NO_PROXY": "127.0.0.1"}
    )
    assert code == 0, said[-3000:]
    results = fresh.folder / "results" / "anything"
    accuracies = pd.read_csv(results / "accuracies.csv")
    assert len(accuracies) == 10 * 9 * 2 * 5
    means = accuracies.groupby("classifier")["accuracy"].mean()
    # Each has learnt: the largest classes have about half of the rows.
    assert means.min() > 0.55, means
    record = json.loads((results / "data" / "visits.json").read_text())
    assert record["missing_class"] == {"rows": 5, "treated": "drop"}
    report = (results / "report.html").read_text()
    assert "nearest neighbours (WEKA)" in report
    assert not list(fresh.folder.rglob("catboost_info"))
