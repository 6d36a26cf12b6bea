"""What is known of a pilot."""

import numpy as np
import pytest
from pilots import OF_PILOT, exchanged, paper, pilot, table

from tenbyten.planning.pilot import make_pilot
from tenbyten.statistics.one_dataset.correlated_t import posterior
from tenbyten.statistics.one_dataset.differences import differences, mean_differences

GAINS = [0.05, -0.1, 0.0, None, 0.2]


def counts(found, name, runs):
    """Counts of a classifier, of shape (data sets, folds of the first runs)."""
    own = found[(found["classifier"] == name) & (found["run"] <= runs)]
    return own["correct"].to_numpy().reshape(found["dataset"].nunique(), -1)


@pytest.mark.parametrize("zero_variance", ["half", "win", "drop"])
def test_a_pilot_has_the_tests_numbers_of_its_first_runs(zero_variance):
    found = table(GAINS, runs=3)
    settings = OF_PILOT | {"runs": [1, 2], "zero_variance": zero_variance}
    made = make_pilot(found, row="a", column="b", **settings)
    n = len(GAINS)
    assert (made.runs, made.folds, len(made.datasets)) == ((1, 2), 5, n)
    for m, runs in enumerate(made.runs):
        tested = np.full((n, runs * 5), 40)
        both = [counts(found, name, runs) for name in "ab"]
        for start, sides in ((0, both), (n, both[::-1])):
            wins = posterior(differences(*sides, tested), runs=runs)
            wins = wins.column_wins(zero_variance)
            here = slice(start, start + n)
            np.testing.assert_allclose(made.wins[m, here], wins, rtol=1e-11)
            means = mean_differences(*sides, tested)
            np.testing.assert_array_equal(made.means[m, 0, here], means)
    gains = mean_differences(
        *(counts(found, name, 3) for name in "ab"), np.full((n, 15), 40)
    )
    np.testing.assert_array_equal(made.gains, gains)


def test_names_are_exchanged_in_all_pairs_of_the_two():
    names = ("a", "b", "c", "d")
    found = table(GAINS, classifiers=names)
    made = make_pilot(found, row="b", column="c", **OF_PILOT)
    other = make_pilot(exchanged(found, "b", "c"), row="b", column="c", **OF_PILOT)
    assert made.classifiers == ("b", "c", "a", "d")
    n = len(GAINS)
    np.testing.assert_array_equal(made.means[..., n:], other.means[..., :n])
    np.testing.assert_array_equal(made.wins[:, n:], other.wins[:, :n])
    # Whom nobody exchanged has the same difference.
    np.testing.assert_array_equal(made.means[:, -1, n:], made.means[:, -1, :n])


def test_of_two_classifiers_the_better_one_is_the_column():
    for gains, row, column in (([0.1] * 4, "a", "b"), ([-0.1] * 4, "b", "a")):
        made = pilot(gains, row=None, column=None)
        assert (made.row, made.column) == (row, column)
        assert made.gains.mean() > 0
    assert pilot([0.1] * 4, row="b", column=None).column == "a"
    assert pilot([0.1] * 4, row=None, column="a").row == "b"


def test_runs_left_out_are_those_that_the_pilot_has():
    assert pilot([0.1] * 2, runs=7).runs == (1, 2, 5)
    assert make_pilot(paper(), row="J48", column="AODE", **OF_PILOT).runs == (
        *(1, 2, 5),
        10,
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"runs": [1, 3]},
            r"runs of 3 are asked for and the pilot has 2; ask for `runs`",
        ),
        ({"row": "x"}, r"row is 'x', which is no classifier of the pilot; give one of"),
        ({"row": "a", "column": "a"}, r"row is 'a' and column 'a'; give two of"),
        ({"row": None}, r"row is None and column 'b'; give two of .*: a, b, c"),
    ],
)
def test_what_the_pilot_does_not_settle_is_refused(change, message):
    settings = OF_PILOT | {"row": "a", "column": "b"} | change
    with pytest.raises(ValueError, match=message):
        make_pilot(table(GAINS, classifiers=("a", "b", "c")), **settings)


def test_a_pilot_with_a_missing_cell_is_refused():
    with pytest.raises(ValueError, match=r"1 cells \(d4, b, run 2, fold 5\) are miss"):
        make_pilot(table(GAINS)[:-1], row="a", column="b", **OF_PILOT)
