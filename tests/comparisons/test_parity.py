"""Native engine against WEKA: equal counts, or an error that names the cells."""

import pytest

from long_cells import cells_of
from tenbyten.comparisons.parity import check_parity, compare_engines


@pytest.fixture
def counts():
    """Two data sets, three classifiers, one run of two folds."""
    return cells_of("de", "ABC", 1, 2).assign(tested=10, correct=range(12))


def test_equal_counts_pass_whatever_their_order(counts):
    table = compare_engines(counts, counts[::-1], classifiers=["A", "C"])
    assert table["classifier"].tolist() == ["A", "C", "A", "C"]
    assert (table["identical"] == table["folds"]).all()
    check_parity(table)


@pytest.mark.parametrize("column", ["tested", "correct"])
def test_a_fold_that_differs_is_named(counts, column):
    other = counts.copy()
    other.loc[other["dataset"] == "e", column] += [0, 0, 0, 0, 1, 0]
    table = compare_engines(counts, other, classifiers=["A", "C"])
    with pytest.raises(ValueError, match=r"1 of 4 data sets.*\(.*: e, C: 1 of 2\)"):
        check_parity(table)


def test_other_folds_are_refused(counts):
    with pytest.raises(ValueError, match="did not run the same folds"):
        compare_engines(counts, counts[1:], classifiers=["A"])
    with pytest.raises(ValueError, match="did not run the same folds"):
        compare_engines(counts, counts.assign(run=2), classifiers=["A"])
