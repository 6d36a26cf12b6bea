"""Images of letters: the file, the draws, and losses held to others' code."""

import numpy as np
import pytest
from letter_images import images, write_images
from sklearn.neighbors import KNeighborsClassifier

from tenbyten.simulation.random import generator
from tenbyten.simulation.resampled.design import draw_splits
from tenbyten.simulation.resampled.images import Images, read_letters

WEIGHTS = (1, 5, 17.25, 2048)
# The weights' powers as section 5 has them, for features from 1: w, 1 and 1 / w.
POWERS = dict.fromkeys((1, 3, 9, 16), 1) | dict.fromkeys((5, 11, 13), -1)


@pytest.fixture(scope="module")
def task():
    return Images(*images(3000), instances=300, weights=WEIGHTS)


def test_neighbours_are_those_of_scikit_learn(task):
    state = generator(2)
    data = task.draw(state)
    train, test = draw_splits(state, np.arange(300)[np.newaxis], 30, 5)
    errors = task.losses(data, train, test)
    assert errors.shape == (5, 30, 1 + len(WEIGHTS))
    ties = 0
    for k, weight in enumerate(WEIGHTS):
        scale = [weight ** (POWERS.get(i, 0) / 2) for i in range(1, 17)]
        x = data.columns.T * scale
        for split in range(5):
            # The order of the data set: the first of several nearest is taken.
            rows, rows_tested = np.sort(train[split]), test[split]
            theirs = KNeighborsClassifier(n_neighbors=1, algorithm="brute")
            theirs.fit(x[rows], data.classes[rows])
            distances, _ = theirs.kneighbors(x[rows_tested], n_neighbors=2)
            clear = distances[:, 1] - distances[:, 0] > 1e-6
            wrong = theirs.predict(x[rows_tested]) != data.classes[rows_tested]
            found = errors[split, :, 1 + k]
            assert np.array_equal(found[clear], wrong[clear])
            ties += np.sum(~clear)
    assert ties < 0.2 * 5 * 30 * len(WEIGHTS)


def test_the_first_of_equally_near_rows_is_taken():
    # All images are equal; so the nearest is the first of the data set, row 2.
    task = Images(np.ones((16, 26)), np.arange(26), instances=26, weights=(1, 17.25))
    classes = np.full(26, 25)
    classes[[0, 2]] = 7
    data = task.draw(generator(8))._replace(classes=classes)
    errors = task.losses(data, np.array([[4, 2, 3]]), np.array([[0, 1]]))
    assert errors[0, :, 1:].tolist() == [[0, 0], [1, 1]]


def test_images_are_drawn_without_replacement_and_in_random_order():
    columns = np.arange(16 * 60, dtype=float).reshape(16, 60)
    task = Images(columns, np.arange(60), instances=30, weights=(1,))
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


def test_the_tree_has_the_same_errors_with_all_weights(task):
    alone = task._replace(weights=(5,))
    data, same = task.draw(generator(9)), alone.draw(generator(9))
    train, test = draw_splits(generator(1), np.arange(300)[np.newaxis], 150, 3)
    errors = task.losses(data, train, test)
    of_one = alone.losses(same, train, test)
    assert np.array_equal(of_one, errors[:, :, [0, 2]])
    assert 0.2 < errors[:, :, 0].mean() < 0.95


def test_the_file_is_read_as_it_is(tmp_path):
    columns, classes = images(20_000)
    write_images(columns, classes, tmp_path / "letter.parquet")
    found = read_letters(tmp_path / "letter.parquet")
    assert np.array_equal(found[0], columns)
    assert np.array_equal(found[1], classes)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda x, y: (x[:, 1:], y[1:]), "19999 rows with 16 attributes"),
        (lambda x, y: (x[1:], y), "20000 rows with 15 attributes"),
        (lambda x, y: (np.where(x == x[0, 0], np.nan, x), y), "values missing"),
    ],
)
def test_another_table_is_refused(tmp_path, change, words):
    write_images(*change(*images(20_000)), tmp_path / "letter.parquet")
    with pytest.raises(ValueError, match=words) as refused:
        read_letters(tmp_path / "letter.parquet")
    assert str(tmp_path / "letter.parquet") in str(refused.value)
    assert "OpenML's data set 6" in str(refused.value)
