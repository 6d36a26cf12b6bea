"""Metrics that are not measured here are compared as the study describes them."""

import itertools
import pickle

import numpy as np
import pandas as pd
import pytest
import yaml

from tenbyten.analysis import compare
from tenbyten.comparisons.three_tests import run_correlated_t
from tenbyten.report.document import tables_in_markdown
from tenbyten.results.files import read_failures
from tenbyten.results.long_tables import make_long_tables
from tenbyten.results.results import read_results
from tenbyten.study import read_study

CELL = ["dataset", "classifier", "run", "fold"]
COST = {"cost": {"greater_is_better": False, "smallest": 0}}
PROFIT = {"profit": {"greater_is_better": True, "largest": 0}}
NAMES = ["A", "B", "C"]


def costs(*, scale=100.0):
    """Costs in every fold: A's are the lowest, those of C the highest."""
    cells = itertools.product([f"d{i}" for i in range(8)], NAMES, [1, 2], range(1, 6))
    table = pd.DataFrame(cells, columns=CELL)
    extra = table["classifier"].map({"A": 0.0, "B": 0.2, "C": 0.5})
    noise = np.random.default_rng(3).uniform(0, 0.3, len(table))
    return table.assign(cost=scale * (1 + extra + noise))


def settings_of(foreign, **more):
    """Settings of a comparison by the only foreign metric."""
    return {"metric": next(iter(foreign)), "foreign_metrics": foreign} | more


@pytest.fixture(scope="module")
def compared():
    """Three classifiers compared by their costs, and by the negated costs."""
    table = costs()
    negated = table.assign(profit=-table["cost"]).drop(columns="cost")
    return (
        compare(table, **settings_of(COST, rope=5)),
        compare(negated, **settings_of(PROFIT, rope=5)),
    )


def test_less_of_a_cost_is_a_gain(compared):
    by_cost, _ = compared
    lines = by_cost.posteriors.set_index(["row", "column"]).loc[("C", "A")]
    assert (lines["mean_difference"] > 0).all()
    assert (lines["p_column_better"] > 0.95).any()
    ranks = by_cost.subsets["all"]["ranks"].set_index("classifier")["average_rank"]
    assert ranks.sort_values().index.tolist() == NAMES
    decisions = by_cost.decisions["all"].set_index(["row", "column"])["signed_rank"]
    assert (decisions[("C", "A")], decisions[("A", "C")]) == (1, 0)


def test_a_negated_metric_of_which_more_is_better_gives_the_same_decisions(compared):
    by_cost, by_profit = compared
    pd.testing.assert_frame_equal(by_cost.posteriors, by_profit.posteriors)
    for name in ("signed_rank", "poisson", "ranks", "post_hoc", "rope"):
        both = (x.subsets["all"][name] for x in compared)
        ours, theirs = (x.drop(columns="mean", errors="ignore") for x in both)
        pd.testing.assert_frame_equal(ours, theirs)


def test_the_bounds_settle_which_tests_have_what_they_need(compared):
    by_cost, by_profit = compared
    for found in compared:
        assert found.study.cannot_run() == {
            "hierarchical": f"it takes a metric from 0 to 1, and "
            f"{found.study['metric']} is none"
        }
    # A share of what is below 0 is none.
    assert by_cost.subsets["all"]["pairwise"]["relative_t_p"].notna().all()
    assert by_profit.subsets["all"]["pairwise"]["relative_t_p"].isna().all()
    shares = costs(scale=0.5)
    within = {"cost": {"greater_is_better": False, "smallest": 0, "largest": 1}}
    assert not compare(shares, **settings_of(within)).study.cannot_run()


def test_accuracies_are_compared_and_a_foreign_metric_goes_with_them():
    table = costs().assign(accuracy=lambda table: 1 - table["cost"] / 1000)
    found = compare(table.astype({"cost": str}), foreign_metrics=COST)
    assert found.study["metrics"] == ["cost"]
    assert found.measured["metrics"]["cost"].dtype == float
    assert found.study.compared == "accuracies"


def test_a_value_below_the_bound_that_the_study_describes_is_refused():
    table = costs()
    table.loc[1, "cost"] = -1.0
    said = "d0, A, run 1, fold 2.* cost is -1.0, expected a number from 0"
    with pytest.raises(ValueError, match=said):
        compare(table, **settings_of(COST))


def test_a_study_file_reads_the_same_from_a_table(compared, tmp_path, root):
    names = [f"d{i}" for i in range(8)]
    (tmp_path / "sheet.tsv").write_text("\n".join(["name", *names]) + "\n")
    written = settings_of(COST, rope=5, datasets="sheet.tsv", runs=2, folds=5)
    written["classifiers"] = {name: {} for name in NAMES}
    (tmp_path / "costs.yaml").write_text(yaml.safe_dump(written))
    costs().sample(frac=1, random_state=1).to_csv(tmp_path / "costs.csv", index=False)
    study = read_study(tmp_path / "costs.yaml", root)
    # The arguments of a job's script, as it gets them.
    known = pickle.loads(pickle.dumps(study.imported))
    asked = {key: known.pop(key) for key in ("schemes", "missing", "scale")}
    asked |= {key: known[key] for key in ("metric", "metrics", "foreign_metrics")}
    table = read_results(tmp_path / "costs.csv", **asked).table
    tables = make_long_tables(table, read_failures([]), **known)
    assert list(tables) == ["metrics"]
    posteriors = run_correlated_t(tables["metrics"], **study.correlated_t)
    pd.testing.assert_frame_equal(posteriors, compared[0].posteriors)


@pytest.mark.slow
def test_the_report_on_one_data_set_says_it_in_the_metric_s_unit(tmp_path):
    alone = costs().query("dataset == 'd0'")
    found = compare(alone, **settings_of(COST, rope=0.2, title="Costs"))
    found.write(tmp_path)
    decisions = found.decisions["all"].set_index(["row", "column"])
    assert decisions.loc[("A", "C"), "holm"] == -1
    page = (tmp_path / "details.html").read_text()
    assert "0.2 of cost" in page
    # Less is better: the gain of the column is the row's cost minus its own.
    assert "cost, A minus C" in page
    # A rope of tenths is written with thousandths.
    difference = -decisions.loc[("A", "C"), "mean_difference"]
    assert f"{difference:.3f}" in page
    assert f"{difference:.4f}" not in page


@pytest.mark.slow
def test_the_report_says_that_lower_is_better_and_its_study_makes_it_again(
    compared, tmp_path, root
):
    by_cost, _ = compared
    by_cost.write(tmp_path / "made")
    page = (tmp_path / "made" / "details.html").read_text()
    assert "<dd>cost, lower is better</dd>" in page
    page = (tmp_path / "made" / "report.html").read_text()
    assert "by cost (lower is better)" in page
    assert "better by cost" in page
    assert "accura" not in tables_in_markdown(*by_cost.decision_tables("all"))
    study = read_study(tmp_path / "made" / "study.yaml", root)
    assert study["foreign_metrics"] == COST
