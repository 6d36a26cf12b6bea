"""A study of another program's costs in train/test splits, as a user runs it."""

import itertools

import numpy as np
import pandas as pd
import pytest

from tenbyten import compare

pytestmark = pytest.mark.slow

SETTINGS = {
    "title": "Costs",
    "metric": "cost",
    "foreign_metrics": {"cost": {"greater_is_better": False, "smallest": 0}},
    "rho": 0.1,
    "rope": 2,
}
STUDY = """
title: Costs
datasets: costs.tsv
classifiers: {cheap: {}, dear: {}, other: {}}
runs: 12
folds: 1
designs: {d3: {runs: 8, folds: 1}}
metric: cost
foreign_metrics: {cost: {greater_is_better: false, smallest: 0}}
rho: 0.1
rope: 2
"""


def costs():
    """Costs of three classifiers in 12 splits of six data sets, 8 of one; from 0."""
    cells = itertools.product(
        [f"d{i}" for i in range(6)], ["cheap", "dear", "other"], range(12)
    )
    table = pd.DataFrame(cells, columns=["dataset", "classifier", "run"])
    table = table[(table["dataset"] != "d3") | (table["run"] < 8)]
    more = table["classifier"].map({"cheap": 0, "dear": 20, "other": 5})
    noise = np.random.default_rng(2).uniform(0, 9, len(table))
    return table.assign(cost=50 + more + noise)


@pytest.fixture(scope="module")
def made(tmp_path_factory, workflow_in):
    """The results of the study."""
    run = workflow_in(tmp_path_factory.mktemp("costs"))
    costs().to_csv(run.folder / "theirs.csv", index=False)
    names = "\n".join(["name", *(f"d{i}" for i in range(6))])
    (run.folder / "costs.tsv").write_text(names + "\n")
    (run.folder / "costs.yaml").write_text(STUDY)

    code, said = run(study="costs.yaml", config=["accuracies=theirs.csv"])
    assert code == 0, said
    return run.folder / "results" / "costs"


def test_its_tables_are_those_of_compare_and_less_is_better(made):
    compared = compare(costs(), **SETTINGS)
    assert not (made / "accuracies.csv").exists()
    ours = pd.read_csv(made / "tables" / "all.csv")
    theirs = compared.decisions["all"]
    pd.testing.assert_frame_equal(ours, theirs, check_dtype=False)
    decided = ours.set_index(["row", "column"])[["poisson", "signed_rank"]]
    assert decided.loc[("dear", "cheap")].tolist() == [1, 1]
    assert decided.loc[("cheap", "dear")].tolist() == [0, 0]


def test_its_report_tells_the_metric_the_splits_and_what_is_not_tested(made):
    page = (made / "details.html").read_text()
    assert "<dd>cost, lower is better</dd>" in page
    assert "12 train/test splits, on d3 8 train/test splits" in page
    assert "it takes a metric from 0 to 1, and cost is none" in page
