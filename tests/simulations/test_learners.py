"""Data sets of the three problems of Nadeau and Bengio, and their learners' losses."""

import math

import nadeau_bengio_letters
import numpy as np
import pytest
from generators import generator
from letter_images import images, write_images
from nadeau_bengio_gaussians import Populations
from nadeau_bengio_letters import WEIGHTS, Images, read_letters
from nadeau_bengio_regression import Lines
from resampled import draw_splits, fill_with_normals
from scipy.stats import kstest, norm
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeRegressor

LINES = Lines(instances=200, slope=2, variance=2.0, noise=64.0)
# The weights' powers as section 5 has them, for features from 1: w, 1 and 1 / w.
POWERS = dict.fromkeys((1, 3, 9, 16), 1) | dict.fromkeys((5, 11, 13), -1)


def split(state, instances, tested, splits):
    """Split the rows of a data set."""
    return draw_splits(state, np.arange(instances)[np.newaxis], tested, splits)


def test_normal_numbers_are_normal_and_independent():
    values = np.empty(100_001)
    fill_with_normals(generator(4), values)
    assert kstest(values, "norm").pvalue > 0.001
    # The two of a pair, and neighbours of different pairs; squares too.
    bound = norm.isf(0.001 / 2) / math.sqrt(len(values) // 2)
    for first in (0, 1):
        pairs = values[first : first + 100_000].reshape(-1, 2).T
        assert abs(np.corrcoef(pairs)[0, 1]) < bound
        assert abs(np.corrcoef(pairs**2)[0, 1]) < bound


def test_regression_s_squared_errors_are_those_of_numpy():
    state = generator(3)
    x, y = LINES.draw(state)
    train, test = split(state, 200, 20, 5)
    found = LINES.losses(np.stack([x, y]), train, test)
    for rows, tested, errors in zip(train, test, found, strict=True):
        design = np.column_stack([np.ones(180), x[rows]])
        (a, b), *_ = np.linalg.lstsq(design, y[rows])
        assert errors[:, 0] == pytest.approx((y[tested] - y[rows].mean()) ** 2)
        wanted = (y[tested] - a - b * x[tested]) ** 2
        assert errors[:, 1] == pytest.approx(wanted, rel=1e-8, abs=1e-8)


def test_regression_s_data_sets_follow_their_distribution():
    x, y = np.concatenate([LINES.draw(generator(5, n)) for n in range(500)], axis=1)
    # Standard errors of 100,000 draws: 0.0045, 0.009, 0.27 (variance 72), 0.32.
    assert x.mean() == pytest.approx(10, abs=0.018)
    assert x.var() == pytest.approx(2, abs=0.036)
    assert y.mean() == pytest.approx(120, abs=0.11)
    assert (y - 100 - 2 * x).var() == pytest.approx(64, abs=1.2)


def test_gaussian_populations_losses_are_those_of_numpy_and_scikit_learn():
    # A node of ten rows that is not pure has more than a hundredth of the root's
    # deviance if that is less than 100 (9 / 10): of 200 rows it is 45 at most.
    state = generator(3)
    task = Populations(instances=200, variance=0.5)
    data = task.draw(state)
    # scikit-learn's single precision.
    data[:2] = np.round(data[:2] * 2**16) / 2**16
    x, y = data[:2].T, data[2]
    differ = []
    for tested in (20, 100):
        train, test = split(state, 200, tested, 20)
        found = task.losses(data, train, test)
        for rows, rows_tested, errors in zip(train, test, found, strict=True):
            wanted = y[rows_tested] > 0.5
            plane = np.column_stack([np.ones(len(rows)), x[rows]])
            fitted, *_ = np.linalg.lstsq(plane, y[rows])
            ours = fitted[0] + x[rows_tested] @ fitted[1:] > 0.5
            assert np.array_equal(errors[:, 1], ours != wanted)
            tree = DecisionTreeRegressor(
                min_samples_split=10, min_samples_leaf=5, random_state=0
            ).fit(x[rows], y[rows])
            theirs = tree.predict(x[rows_tested]) > 0.5
            differ.append(np.mean(errors[:, 0] != (theirs != wanted)))
    # Equal splits of small nodes are scikit-learn's at random, ours the first.
    assert np.mean(differ) < 0.03
    assert np.mean(np.equal(differ, 0)) > 0.3


@pytest.mark.parametrize("variance", [0.5, 0.173])
def test_gaussian_populations_follow_their_distribution(variance):
    task = Populations(instances=2000, variance=variance)
    data = np.hstack([task.draw(generator(5, number)) for number in range(50)])
    # 100,000 draws; four standard errors of each.
    assert data[2].mean() == pytest.approx(0.5, abs=0.0064)
    assert set(data[2]) == {0, 1}
    for label, mean, spread in ((0, 0, 1), (1, 1, variance)):
        x = data[:2, data[2] == label]
        error = np.sqrt(spread / x.shape[1])
        assert x.mean(axis=1) == pytest.approx([mean] * 2, abs=4 * error)
        covariance = pytest.approx(spread * np.eye(2), abs=4 * spread * 2e-2 / 3)
        assert np.cov(x) == covariance


def test_neighbours_are_those_of_scikit_learn():
    state, task = generator(2), Images(*images(3000))
    data = task.draw(state)
    train, test = split(state, 300, 30, 5)
    errors = task.losses(data, train, test)
    assert errors.shape == (5, 30, 1 + len(WEIGHTS))
    assert 0.2 < errors[:, :, 0].mean() < 0.95
    ties = 0
    for k, weight in enumerate(WEIGHTS):
        scale = [weight ** (POWERS.get(i, 0) / 2) for i in range(1, 17)]
        x = data.columns.T * scale
        for number in range(5):
            # The order of the data set: the first of several nearest is taken.
            rows, rows_tested = np.sort(train[number]), test[number]
            theirs = KNeighborsClassifier(n_neighbors=1, algorithm="brute")
            theirs.fit(x[rows], data.classes[rows])
            distances, _ = theirs.kneighbors(x[rows_tested], n_neighbors=2)
            clear = distances[:, 1] - distances[:, 0] > 1e-6
            wrong = theirs.predict(x[rows_tested]) != data.classes[rows_tested]
            found = errors[number, :, 1 + k]
            assert np.array_equal(found[clear], wrong[clear])
            ties += np.sum(~clear)
    assert ties < 0.2 * 5 * 30 * len(WEIGHTS)


def test_the_first_of_equally_near_rows_is_taken(monkeypatch):
    # All images are equal; so the nearest is the first of the data set, row 2.
    monkeypatch.setattr(nadeau_bengio_letters, "WEIGHTS", (1, 17.25))
    task = Images(np.ones((16, 26)), np.arange(26), instances=26)
    classes = np.full(26, 25)
    classes[[0, 2]] = 7
    data = task.draw(generator(8))._replace(classes=classes)
    errors = task.losses(data, np.array([[4, 2, 3]]), np.array([[0, 1]]))
    assert errors[0, :, 1:].tolist() == [[0, 0], [1, 1]]


def test_images_are_drawn_without_replacement_and_in_random_order():
    columns = np.arange(16 * 60, dtype=float).reshape(16, 60)
    task = Images(columns, np.arange(60), instances=30)
    counts, firsts = np.zeros(60), []
    for number in range(200):
        data = task.draw(generator(6, number))
        assert len(set(data.classes)) == 30
        assert np.array_equal(data.columns, columns[:, data.classes])
        counts[data.classes] += 1
        firsts.append(data.classes[0])
    # 100 expected, with a standard deviation of 7.07; the first one of 60 at random.
    assert np.all(np.abs(counts - 100) < 4.5 * 7.07)
    assert len(set(firsts)) > 40


def test_the_file_of_letters_is_read_as_it_is(tmp_path):
    columns, classes = images(20_000)
    write_images(columns, classes, tmp_path / "letter.arff")
    found = read_letters(str(tmp_path / "letter.arff"))
    assert np.array_equal(found.columns, columns)
    assert np.array_equal(found.classes, classes)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda x, y: (x[:, 1:], y[1:]), "19999 rows with 16 numeric of 16"),
        (lambda x, y: (x[1:], y), "20000 rows with 15 numeric of 15"),
    ],
)
def test_another_table_is_refused(tmp_path, change, words):
    path = tmp_path / "letter.arff"
    write_images(*change(*images(20_000)), path)
    with pytest.raises(ValueError, match=words) as refused:
        read_letters(str(path))
    assert str(path) in str(refused.value)
    assert "OpenML's data set 6" in str(refused.value)
