"""How often tests find a difference after the classifiers exchange their names."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tenbyten.statistics import exchange_poisson, exchange_signed_rank, permute_names
from tenbyten.statistics.many_datasets.poisson import poisson_test
from tenbyten.statistics.many_datasets.signed_rank import (
    EXACT_UP_TO,
    METHODS,
    signed_rank,
)
from tenbyten.statistics.reliability import label_permutation

DRAWS = {"draws": 1000, "seed": 1}
ALPHAS = st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.25, 0.4])
# Small whole numbers: ties and zeros occur.
DIFFERENCES = st.integers(2, 6).flatmap(
    lambda q: arrays(int, q, elements=st.integers(-5, 5))
)
# One wins where the other does not; both win; the data set leaves the test.
WINS = st.lists(
    st.one_of(
        st.floats(0, 1).map(lambda p: (p, 1 - p)),
        st.just((1.0, 1.0)),
        st.just((np.nan, np.nan)),
    ),
    min_size=1,
    max_size=6,
).map(lambda pairs: np.array(pairs).T)


def _by_loops(datasets, decide):
    """Shares of the exchanges in which each of two decisions is made, or any."""
    made = [
        decide(np.array(exchanged, bool))
        for exchanged in itertools.product([0, 1], repeat=datasets)
    ]
    column, row = (sum(side) / len(made) for side in zip(*made, strict=True))
    return column, row, sum(any(both) for both in made) / len(made)


# Each example is up to 128 tests, one after the other.
@settings(max_examples=40)
@given(WINS, ALPHAS)
def test_the_poisson_test_is_repeated_on_every_exchange(wins, alpha):
    def decide(exchanged):
        sides = np.where(exchanged, wins[::-1], wins)
        return [bool(poisson_test(p, alpha=alpha).column_is_better) for p in sides]

    found = exchange_poisson(wins, alpha=alpha, **DRAWS)
    assert found == _by_loops(wins.shape[-1], decide)


@settings(max_examples=40)
@given(DIFFERENCES, ALPHAS, st.sampled_from(METHODS))
def test_the_signed_rank_test_is_repeated_on_every_exchange(d, alpha, method):
    def decide(exchanged):
        turned = np.where(exchanged, -d, d)
        tests = [signed_rank(x, method=method) for x in (turned, -turned)]
        return [bool(test.p_one_sided < alpha) for test in tests]

    found = exchange_signed_rank(d, alpha=alpha, method=method, **DRAWS)
    assert found == _by_loops(len(d), decide)


@given(arrays(int, 9, elements=st.integers(-5, 5)), ALPHAS)
def test_the_exact_p_keeps_its_promise(differences, alpha):
    found = exchange_signed_rank(differences, alpha=alpha, method="auto", **DRAWS)
    assert found.column == found.row <= alpha
    assert found.either == 2 * found.column


@pytest.fixture
def drawn(monkeypatch):
    """Draw exchanges also of few data sets."""
    monkeypatch.setattr(label_permutation, "ALL_UP_TO", 0)


def test_random_exchanges_come_near_to_all(drawn, monkeypatch):
    p, d = np.random.default_rng(2).random(11), np.arange(1, 12)
    settings = {"alpha": 0.1, "draws": 20_000, "seed": 3}
    drawn = (
        exchange_poisson([p, 1 - p], **settings),
        exchange_signed_rank(d, method="approximate", **settings),
    )
    monkeypatch.setattr(label_permutation, "ALL_UP_TO", 11)
    everything = (
        exchange_poisson([p, 1 - p], **settings),
        exchange_signed_rank(d, method="approximate", **settings),
    )
    assert drawn != everything
    # A share of 20,000 draws has a standard error of 0.0035 at most.
    assert np.array(drawn) == pytest.approx(np.array(everything), abs=0.014)


def test_the_same_seed_gives_the_same_draws(drawn, monkeypatch):
    p, d = np.random.default_rng(2).random((2, 30))

    def measure(seed):
        random = {"draws": 500, "seed": seed}
        of_ranks = {"method": "auto", **random}
        wins = np.array([[p, p], [1 - p, p]])
        differences = np.array([[d, d], [-d, d]]) - 0.5
        return (
            exchange_poisson([p, 1 - p], alpha=0.05, **random),
            exchange_signed_rank(d, alpha=0.05, **of_ranks),
            permute_names(
                wins, differences, alpha=0.05, signed_rank_alpha=0.05, **of_ranks
            ),
        )

    first = measure(1)
    assert all(one != other for one, other in zip(first, measure(2), strict=True))
    # Nor does it matter how many are computed at once.
    monkeypatch.setattr(label_permutation, "_AT_ONCE", 700)
    assert measure(1) == first


@pytest.mark.parametrize("shape", [0.2, 1, 20])
@pytest.mark.parametrize("datasets", [201, 1000])
def test_the_chances_of_many_data_sets_are_approximated_within_a_thousandth(
    datasets, shape
):
    p = np.random.default_rng(4).beta(shape, shape, (200, datasets))
    # Exchanges, and tables in which one classifier is better.
    p[100:] **= 0.95
    p[:, -1] = np.nan
    assert np.nansum(p * (1 - p), axis=-1).min() > 10
    test = poisson_test(p, alpha=0.05)
    column, row = label_permutation._more_than_half(p)
    assert column == pytest.approx(test.column, abs=1e-3)
    assert row == pytest.approx(test.row, abs=1e-3)
    assert np.ptp(column) > 0.5


def test_of_many_data_sets_without_doubt_the_majority_wins():
    p = np.zeros((3, 202))
    p[0, :102] = p[1, :101] = p[2, :100] = 1
    column, row = label_permutation._more_than_half(p)
    assert column.tolist() == [1, 0, 0]
    assert row.tolist() == [0, 0, 1]


@settings(max_examples=100)
@given(st.data(), st.integers(2, 30), st.integers(1, 40), ALPHAS)
def test_signed_ranks_are_decided_as_by_their_exact_p(data, datasets, largest, alpha):
    values = st.integers(-largest, largest)
    differences = data.draw(arrays(float, (40, datasets), elements=values))
    # The more differences have one sign, the more are near the threshold; zeros leave
    # ranks of nearly the same size.
    differences[20:] = np.abs(differences[20:])
    differences[::4, data.draw(st.integers(1, 15)) :] = 0
    test = signed_rank(differences)
    marks = label_permutation._signed_rank_marks(
        differences, label_permutation.ranks_of(differences), alpha, "auto"
    )
    side = np.sign(test.rank_sum_column - test.rank_sum_row)
    assert marks.tolist() == (side * (test.p_two_sided < 2 * alpha)).tolist()


def test_signed_ranks_of_equal_sizes_are_decided_by_their_exact_p():
    # Where most ranks are tied, the approximation can be twice alpha, p below it.
    row = [-2, -3, -2, -2, -2, -2, -2, -2, 3, -2, -2, -2, -2, -1, -2]
    differences = np.array([row, np.negative(row)], dtype=float)
    ranks = label_permutation.ranks_of(differences)
    assert (signed_rank(differences).p_two_sided < 2 * 0.001).all()
    marks = label_permutation._signed_rank_marks(differences, ranks, 0.001, "auto")
    assert marks.tolist() == [-1, 1]


@pytest.mark.parametrize(("largest", "error"), [(2, 0.02), (30, 1e-4), (10_000, 1e-4)])
@pytest.mark.parametrize("datasets", [70, 120, 200])
def test_many_signed_ranks_are_decided_nearly_so(datasets, largest, error):
    rng = np.random.default_rng(datasets + largest)
    differences = rng.integers(-largest, largest + 1, (400, datasets))
    p = signed_rank(differences).p_one_sided
    ranks = label_permutation.ranks_of(differences)
    for alpha in (0.01, 0.05, 0.1):
        marks = label_permutation._signed_rank_marks(differences, ranks, alpha, "auto")
        clear = np.abs(p - alpha) > error
        assert np.mean(clear) > 0.9
        assert np.array_equal(marks[clear] > 0, p[clear] < alpha)


@pytest.mark.parametrize("datasets", [EXACT_UP_TO, EXACT_UP_TO + 1, 500])
def test_five_data_sets_that_differ_are_never_marked_in_a_two_sided_test(datasets):
    differences = np.zeros(datasets)
    differences[:5] = [0.01, 0.02, 0.03, 0.04, 0.05]
    found = exchange_signed_rank(differences, alpha=0.025, method="auto", **DRAWS)
    assert found == (0, 0, 0)


def _table(classifiers, datasets, seed=6):
    """Win probabilities and differences of all pairs."""
    accuracy = np.random.default_rng(seed).integers(60, 90, (classifiers, datasets))
    difference = (accuracy - accuracy[:, np.newaxis]) / 100
    return 1 / (1 + np.exp(-25 * difference)), difference


def test_permutations_come_near_to_all_there_are():
    wins, differences = _table(3, 4)
    settings = {"alpha": 0.1, "method": "approximate", "draws": 20_000, "seed": 3}
    found = permute_names(wins, differences, signed_rank_alpha=0.05, **settings)
    marks = []
    names = list(itertools.permutations(range(3)))
    for permuted in itertools.product(names, repeat=4):
        name, each = np.array(permuted).T, np.arange(4)
        tables = [
            (wins[name[i], name[j], each], differences[name[i], name[j], each])
            for i, j in itertools.permutations(range(3), 2)
        ]
        poisson = any(poisson_test(p, alpha=0.1).column_is_better for p, _ in tables)
        ranked = any(
            signed_rank(d, method="approximate").p_one_sided < 0.05 for _, d in tables
        )
        marks.append((poisson, ranked, poisson or ranked))
    assert 0.1 < np.mean(marks, axis=0).min() < np.mean(marks, axis=0).max() < 0.9
    # A share of 20,000 draws has a standard error of 0.0035 at most.
    assert found == pytest.approx(tuple(np.mean(marks, axis=0)), abs=0.014)


def test_a_table_of_two_classifiers_is_their_pair():
    wins, differences = _table(2, 8)
    found = permute_names(
        wins, differences, alpha=0.1, signed_rank_alpha=0.1, method="auto", **DRAWS
    )
    pair = exchange_poisson([wins[0, 1], wins[1, 0]], alpha=0.1, **DRAWS)
    ranked = exchange_signed_rank(differences[0, 1], alpha=0.1, method="auto", **DRAWS)
    assert found[:2] == (pair.either, ranked.either)
    assert max(found[:2]) <= found.either <= sum(found[:2])


def test_classifiers_that_predict_alike_are_never_marked():
    alike = np.full((4, 4, 20), 0.5), np.zeros((4, 4, 20))
    how = {"alpha": 0.05, "signed_rank_alpha": 0.05, "method": "auto"}
    assert permute_names(*alike, **how, **DRAWS) == (0, 0, 0)


SETTINGS = {
    exchange_poisson: {"alpha": 0.05, **DRAWS},
    exchange_signed_rank: {"alpha": 0.05, "method": "auto", **DRAWS},
}
SETTINGS[permute_names] = SETTINGS[exchange_signed_rank] | {"signed_rank_alpha": 0.05}
TABLES = {
    exchange_poisson: [np.full((2, 3), 0.5)],
    exchange_signed_rank: [np.ones(3)],
    permute_names: _table(3, 3),
}
OUT_OF_RANGE = {
    "alpha": (2, "alpha is 2; give a number between 0 and 1"),
    "signed_rank_alpha": (2, "alpha is 2; give a number between 0 and 1"),
    "method": ("fast", "method is 'fast'; give one of"),
    "draws": (0, "draws is 0; give at least one"),
}


@pytest.mark.parametrize(
    ("function", "key"),
    [(test, key) for test in TABLES for key in OUT_OF_RANGE if key in SETTINGS[test]],
)
def test_settings_out_of_range_are_refused(function, key):
    value, message = OUT_OF_RANGE[key]
    with pytest.raises(ValueError, match=message):
        function(*TABLES[function], **SETTINGS[function] | {key: value})


@pytest.mark.parametrize(
    ("function", "tables", "message"),
    [
        (exchange_poisson, [[[0.5, 1.2], [0.5, 0.5]]], r"is 1.2 at \(0, 1\)"),
        (exchange_poisson, [np.empty((2, 0))], "no data set"),
        (exchange_signed_rank, [[1.0]], "exchange_signed_rank"),
        (exchange_signed_rank, [[1.0, np.inf]], "exchange_signed_rank"),
        *(
            (exchange_poisson, [np.full(shape, 0.5)], r"^exchange_poisson: an array of")
            for shape in [(3,), (1, 3), (3, 3), (2, 2, 3)]
        ),
        *(
            (exchange_signed_rank, [np.ones(shape)], r"^exchange_signed_rank: an array")
            for shape in [(1, 3), (2, 3), (0, 3)]
        ),
        *(
            (permute_names, [np.full(x, 0.5), np.zeros(y)], "^permute_names: an array")
            for x, y in [
                ((3, 4), (3, 4)),
                ((1, 1, 4), (1, 1, 4)),
                ((2, 3, 4), (2, 3, 4)),
                ((3, 3, 4), (3, 3, 2)),
                ((3, 3, 4), (2, 2, 4)),
            ]
        ),
    ],
)
def test_what_the_tests_do_not_take_is_refused(function, tables, message):
    with pytest.raises(ValueError, match=message):
        function(*tables, **SETTINGS[function])
