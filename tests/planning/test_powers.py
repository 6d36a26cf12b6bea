"""The power of a comparison that is planned."""

import re

import numpy as np
import pandas as pd
import pytest
from pilots import ROOT, exchanged, paper, table

from tenbyten import planning
from tenbyten.planning.powers import power, smallest
from tenbyten.tables import read_table, write_table

GAINS = [0.05, -0.03, 0.0, None, 0.1, 0.04]
PLAN = {
    "row": "a",
    "column": "b",
    "differences": [0.02, 0.05],
    "datasets": [5, 15, 45],
    "draws": 400,
}
KEYS = ["difference", "datasets", "runs", "test"]


@pytest.fixture(scope="module")
def found():
    return power(table(GAINS), **PLAN)


def rates(found, test):
    """Shares by difference and runs, a column for each number of data sets."""
    own = found[found["test"] == test]
    return own.pivot(index=["difference", "runs"], columns="datasets", values="value")


def test_the_front_door_has_both_functions():
    assert (planning.power, planning.smallest) == (power, smallest)
    assert dir(planning) == ["power", "smallest"]
    with pytest.raises(AttributeError, match="no attribute 'powers_'"):
        planning.powers_  # noqa: B018 - it is not there


def test_every_plan_has_a_line(found):
    tests = ["poisson", "signed_rank", "bayesian_better", "bayesian_equivalent"]
    assert len(found) == 3 * 3 * 2 * len(tests)
    assert not found.duplicated(KEYS).any()
    assert set(found["difference"]) == {0, 0.02, 0.05}
    assert (found["fits"] == found["datasets"] * found["runs"] * 5 * 2).all()
    assert set(found["experiments"]) == {400}
    error = np.sqrt(found["value"] * (1 - found["value"]) / 400)
    np.testing.assert_allclose(found["error"], error)
    policies = found.drop_duplicates("test").set_index("test")["policy"].to_dict()
    assert policies == dict(zip(tests, ["half", "split", "", ""], strict=True))


@pytest.mark.parametrize("test", ["poisson", "signed_rank", "bayesian_better"])
def test_power_grows_with_data_sets_and_with_the_difference(found, test):
    # All differences share their random numbers: the one that is drawn for a larger
    # difference is never worse.
    by_size = rates(found, test)
    assert (by_size.loc[0.05].diff(axis=1).iloc[:, 1:] > 0).all(axis=None)
    assert (by_size.loc[0.05] > by_size.loc[0.02]).all(axis=None)
    assert (by_size.loc[0.05] > by_size.loc[0]).all(axis=None)


def test_a_larger_alpha_finds_more():
    strict, loose = (power(table(GAINS), **PLAN, alpha=x) for x in (0.02, 0.1))
    better = strict["test"] != "bayesian_equivalent"
    assert (loose["value"] >= strict["value"])[better].all()
    assert (loose["value"] > strict["value"])[better].any()


def test_what_is_drawn_for_0_is_the_same_for_both_sides(found):
    other = power(
        exchanged(table(GAINS)), **PLAN | {"differences": [0.01]}, seed=2
    ).set_index(KEYS)
    both = found.set_index(KEYS).merge(
        other, left_index=True, right_index=True, suffixes=("", "_other")
    )
    assert len(both) == 3 * 2 * 4
    error = np.hypot(both["error"], both["error_other"])
    assert ((both["value"] - both["value_other"]).abs() <= 4 * error + 0.01).all()


def test_counts_and_accuracies_give_the_same_power(found):
    counts = table(GAINS)
    accuracy = counts["correct"] / counts["tested"]
    by_accuracy = counts.drop(columns="correct").assign(accuracy=accuracy)
    pd.testing.assert_frame_equal(power(by_accuracy, **PLAN), found)


def test_without_differences_round_ones_within_reach_are_planned():
    found = power(table(GAINS), datasets=[5], draws=10)
    assert len(set(found["difference"])) == 5
    assert found["effective"].between(1, len(GAINS)).all()
    assert found["effective"].iloc[0] == pytest.approx(len(GAINS))


def test_the_power_of_the_papers_pair_is_as_specified():
    # 0.67 and 0.87, 0.75 and 0.92 with other random numbers, of 2,000 draws each.
    found = power(
        paper(),
        row="J48",
        column="AODE",
        differences=[0.02],
        datasets=[30, 50],
        runs=[10],
        draws=1000,
        bayesian_draws=1000,
    )
    for test, wanted in {"poisson": (0.67, 0.87), "signed_rank": (0.75, 0.92)}.items():
        p = np.array(wanted)
        error = np.sqrt(p * (1 - p) * (1 / 1000 + 1 / 2000))
        value = rates(found, test).loc[0.02].to_numpy()[0]
        assert (np.abs(value - p) < 4 * error + 0.005).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"differences": [0.5]},
            r"no chances of .* mean difference of 0.5; they reach",
        ),
        (
            {"differences": [0.01, -0.01]},
            "a difference is -0.01; give differences abov",
        ),
        ({"differences": [0]}, "a difference is 0; give"),
        (
            {"datasets": [1, 5]},
            r"datasets are \[1, 5\] and draws 400; give two data se",
        ),
        ({"differences": 0.01}, r"differences are 0.01; give a list of numbers: "),
        ({"differences": ["a"]}, r"differences are \['a'\]; give a list of numbers"),
        ({"datasets": 10}, r"datasets are 10; give a list of whole numbers: \[1"),
        ({"datasets": [2.5]}, r"datasets are \[2.5\]; give a list of whole"),
        ({"runs": 10}, r"runs are 10; give a list of whole numbers"),
        ({"datasets": []}, r"datasets are \[\]"),
        ({"draws": 0}, "draws 0; give"),
        ({"alpha": 5}, "planning: alpha is 5"),
        ({"rop": 0.1}, "no setting 'rop'; give one of rho, zero_variance, alpha, si"),
        ({"signed_rank": "normal"}, "method is 'normal'; give one of auto, exact"),
        ({"rope": -1}, "rope is -1"),
        ({"runs": [0]}, "runs of 0 are asked for and the pilot has 2"),
    ],
)
def test_what_no_plan_can_be_made_of_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        power(table(GAINS), **PLAN | change)


def test_a_table_is_no_path():
    with pytest.raises(ValueError, match=r"'mine.csv'; give a DataFrame, .*read_csv"):
        power("mine.csv")


def by_hand(values):
    """A table of powers by number of data sets."""
    lines = [
        (0.02, q, 1, q * 100, "poisson", "half", value, 0.01) for q, value in values
    ]
    columns = ["difference", "datasets", "runs", "fits", "test", "policy"]
    return pd.DataFrame(lines, columns=[*columns, "value", "error"])


@pytest.mark.parametrize(
    ("values", "power_", "datasets", "value"),
    [
        ([(10, 0.3), (20, 0.79), (30, 0.8), (40, 0.9)], 0.8, 30, 0.8),
        # From there on, also where an odd number was ahead of an even one.
        ([(19, 0.81), (20, 0.79), (30, 0.85)], 0.8, 30, 0.85),
        ([(40, 0.9), (10, 0.85)], 0.8, 10, 0.85),
        ([(10, 0.3), (20, 0.79)], 0.8, None, 0.79),
        ([(10, 0.3), (20, 0.79)], 0.75, 20, 0.79),
    ],
)
def test_the_smallest_number_is_the_one_from_which_on_power_is_reached(
    values, power_, datasets, value
):
    (line,) = smallest(by_hand(values), power=power_).itertuples()
    assert (line.power, line.value) == (power_, value)
    if datasets is None:
        assert pd.isna(line.datasets)
        assert pd.isna(line.fits)
    else:
        assert (line.datasets, line.fits) == (datasets, 100 * datasets)


def test_the_rate_of_false_findings_is_no_power(found):
    assert set(smallest(found)["difference"]) == {0.02, 0.05}


def test_the_table_is_read_back_as_it_was(found, tmp_path):
    write_table(found, tmp_path / "estimates.csv")
    again = read_table(tmp_path / "estimates.csv")
    pd.testing.assert_frame_equal(again, found, check_dtype=False)


def test_the_example_of_the_reference_prints_the_smallest_numbers(
    tmp_path, monkeypatch, capsys
):
    text = (ROOT / "config" / "README.md").read_text()
    section = text[text.index("## The planner") :]
    (example,) = re.findall(r"```python\n(.*?)```", section.partition("\n## ")[0], re.S)
    pilot = table(GAINS, runs=10, classifiers=("NaiveBayes", "AODE"))
    pilot.to_csv(tmp_path / "accuracies.csv", index=False)
    monkeypatch.chdir(tmp_path)
    exec(example, {})
    assert "bayesian_equivalent" in capsys.readouterr().out
