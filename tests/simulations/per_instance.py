"""The problem `network` instance by instance, as one would write it without kernels.

ZeroR is scikit-learn's DummyClassifier, the network is tables of probabilities in
floats; ties are settled by coins, which are given.
"""

import math

import numpy as np
from generators import generator
from sklearn.dummy import DummyClassifier
from xoshiro import Reference


def draw_dataset(words, model):
    """Draw pairs of feature and class; say whether the classifiers are exchanged."""
    size = int(model.sizes[words.integer_below(len(model.sizes))])
    difference = model.difference
    if model.scale:
        step = model.scale * math.tan(math.pi * (words.uniform() - 0.5))
        difference += step if difference >= 0 else -step
    difference = min(max(difference, -0.5), 0.5)
    exchanged = difference < 0
    theta = 0.5 + abs(difference)
    rows = []
    for _ in range(size):
        word = words.next_word()
        label = word % 2
        agrees = (word >> 11) / 2**53 < theta
        rows.append((label if agrees else 1 - label, label))
    return rows, exchanged


def count_correct(train, test, coins):
    """Count the correct predictions of zeroR and of the network in a test fold."""
    counts = np.bincount(train[:, 1], minlength=2)
    constant = coins % 2
    if counts[0] != counts[1]:
        dummy = DummyClassifier(strategy="most_frequent")
        constant = dummy.fit(train[:, :1], train[:, 1]).predict(test[:1, :1])[0]
    zero_r = np.sum(test[:, 1] == constant)
    network = 0
    for feature, label in test:
        probabilities = []
        for guess in (0, 1):
            of_class = train[train[:, 1] == guess]
            both = np.sum(of_class[:, 0] == feature)
            prior = len(of_class) / len(train)
            # Without a training row of the class its prior is zero already.
            given = both / max(len(of_class), 1)
            probabilities.append(prior * given)
        if math.isclose(*probabilities, rel_tol=1e-12):
            guess = coins >> (1 + feature) & 1
        else:
            guess = int(np.argmax(probabilities))
        network += guess == label
    return int(zero_r), int(network)


def count_experiment(experiment, model, *, seed, datasets, runs, folds):
    """Return gains, of shape (datasets, runs * folds), and sizes of an experiment."""
    key = (*abs(model.difference).as_integer_ratio(), *model.scale.as_integer_ratio())
    of_data, of_folds = (
        Reference(generator(seed, *key, experiment, use)) for use in (0, 1)
    )
    gains, sizes = [], []
    for _ in range(datasets):
        rows, exchanged = draw_dataset(of_data, model)
        gains.append([])
        sizes.append(len(rows))
        for _ in range(runs):
            of_folds.shuffle(rows)
            table = np.array(rows)
            dealt = np.arange(len(rows)) % folds
            for fold in range(folds):
                train, test = table[dealt != fold], table[dealt == fold]
                coins = of_folds.next_word() % 8
                zero_r, network = count_correct(train, test, coins)
                gain = zero_r - network if exchanged else network - zero_r
                gains[-1].append(gain)
    return np.array(gains), np.array(sizes)
