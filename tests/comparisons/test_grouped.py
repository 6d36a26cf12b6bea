"""Decisions with one value for each group of data sets."""

import itertools

import numpy as np
import pytest
from scipy import stats
from three_classifiers import CLASSIFIERS, DATASETS, PAIRS, compared, long_table

from tenbyten.comparisons.decisions import GROUPED, grouped_decisions
from tenbyten.statistics import adjust, correlated_t

CORRELATED_T = {"pairs": PAIRS, "runs": 2, "rho": "1/folds", "rope": 0.01}
CORRELATED_T |= {"metric": "accuracy"}
POISSON = {"alpha": 0.05, "distribution": "exact", "draws": 1000, "seed": 1}
SIGNED_RANK = {"alpha": 0.05, "method": "approximate", "sides": "one"}
GROUPS = {"early": ["d1", "d2", "d3"], "late": ["d6", "d7"], "alone": ["d5"]}


def _grouped(
    values,
    *,
    datasets=DATASETS,
    groups=GROUPS,
    zero_variance="half",
    rho="1/folds",
    **signed_rank,
):
    return grouped_decisions(
        compared(zero_variance),
        values,
        datasets=datasets,
        pairs=list(itertools.combinations(CLASSIFIERS, 2)),
        groups=groups,
        correlated_t=CORRELATED_T | {"zero_variance": zero_variance, "rho": rho},
        poisson=POISSON,
        signed_rank=SIGNED_RANK | signed_rank,
    )


@pytest.fixture
def values():
    """The accuracies behind `compared`."""
    return long_table()


def _differences(values, row, column):
    """Differences of every value by plain loops, groups averaged fold by fold."""
    accuracy = values.set_index(["dataset", "classifier", "run", "fold"])["accuracy"]
    units = [["d0"], ["d1", "d2", "d3"], ["d4"], ["d5"], ["d6", "d7"]]
    found = []
    for members in units:
        folds = []
        for run, fold in itertools.product([1, 2], range(1, 6)):
            gains = [
                accuracy[name, column, run, fold] - accuracy[name, row, run, fold]
                for name in members
            ]
            folds.append(sum(gains) / len(gains))
        found.append(folds)
    return np.round(found, 12)


def test_groups_are_compared_by_the_runs_that_all_their_data_sets_have(values):
    short = values[(values["run"] == 1) | (values["dataset"] != "d2")]
    long = values[(values["run"] == 1) | ~values["dataset"].isin(GROUPS["early"])]
    assert _grouped(short).equals(_grouped(long))
    assert not _grouped(short).equals(_grouped(values))


@pytest.mark.parametrize("rho", [0.2, dict.fromkeys(DATASETS, 0.2)], ids=type)
def test_a_group_has_the_rho_of_its_data_sets(values, rho):
    assert _grouped(values, rho=rho).equals(_grouped(values))
    other = {name: 0.6 if name in GROUPS["early"] else 0.2 for name in DATASETS}
    assert not _grouped(values, rho=other).equals(_grouped(values))


@pytest.mark.parametrize("pair", [("weak", "strong"), ("strong", "weak")])
def test_a_group_is_one_data_set_with_the_mean_of_its_differences(values, pair):
    line = _grouped(values).set_index(["row", "column"]).loc[pair]
    differences = _differences(values, *pair)
    chances = [correlated_t(folds, runs=2).column for folds in differences]
    p = stats.poisson_binom.sf(2, chances)
    assert line["p_column"] == pytest.approx(p, rel=1e-9)
    mean = np.mean(differences, axis=1)
    ranked = stats.wilcoxon(mean, method="exact", alternative="greater")
    assert line["rank_sum_column"] == ranked.statistic
    two_sided = stats.wilcoxon(mean, method="exact").pvalue
    assert line["p_two_sided"] == pytest.approx(two_sided)
    assert (line["q"], line["n"]) == (5, 5)


def test_p_is_adjusted_for_all_pairs_and_decides_two_sided(values):
    table = _grouped(values, alpha=0.4).set_index(["row", "column"])
    pairs = list(itertools.combinations(CLASSIFIERS, 2))
    adjusted = adjust(table.loc[pairs, "p_two_sided"].to_numpy(), method="holm")
    assert table.loc[pairs, "holm_p"].tolist() == adjusted.tolist()
    turned = [pair[::-1] for pair in pairs]
    assert table.loc[turned, "holm_p"].tolist() == adjusted.tolist()
    # All five values are won: 3 x 2/32.
    assert table["holm_p"]["weak", "strong"] == 3 / 16
    assert table["holm"].to_dict() == {
        ("weak", "strong"): 1,
        ("weak", "twin"): 1,
        ("strong", "weak"): 0,
        ("strong", "twin"): 0,
        ("twin", "weak"): 0,
        ("twin", "strong"): 0,
    }


def test_groups_of_one_data_set_change_nothing_and_give_no_line(values):
    for groups in ({}, {"alone": ["d5"]}, {"elsewhere": ["x", "y", "d5"]}):
        table = _grouped(values, groups=groups)
        assert list(table) == GROUPED
        assert len(table) == 0
    # Of a subset, the members within it count.
    assert len(_grouped(values, datasets=DATASETS[4:7])) == 0


def test_a_subset_of_one_group_is_one_value_which_no_test_takes(values):
    assert len(_grouped(values, datasets=DATASETS[1:4])) == 0
    assert len(_grouped(values, datasets=DATASETS[:4])) == 6


@pytest.mark.parametrize("zero_variance", ["half", "win", "drop"])
def test_twins_in_a_group_are_zero_by_the_study_s_policy(values, zero_variance):
    table = _grouped(values, zero_variance=zero_variance)
    line = table.set_index(["row", "column"]).loc["strong", "twin"]
    assert line["q"] == (0 if zero_variance == "drop" else 5)
    assert line["poisson_contradictory"] == (zero_variance == "win")
    assert line["rank_sum_column"] == line["rank_sum_row"]
    assert line["holm"] == 0
