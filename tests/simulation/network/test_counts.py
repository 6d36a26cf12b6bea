"""Data sets of the network, and counts of correct predictions on them."""

import numpy as np
import pytest
from per_instance import count_experiment
from scipy.stats import binomtest, cauchy, kstest

from arff_tables import read_table
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.cross_validation import evaluate_panel
from tenbyten.folds import Folds
from tenbyten.simulation.network.counts import (
    Model,
    count,
    count_correct,
    deal,
    draw_difference,
    draw_instances,
)
from tenbyten.simulation.random import generator, integer_below, shuffle

SIZES = np.array([25, 50, 100, 250, 500, 1000])
SMALL = np.array([10, 25, 31, 50])
PLAIN = Model(0.05, 0.0, True, SIZES, False, False)
# Chance that a correct build fails one of the statistical tests; seeds are fixed.
UNLIKELY = 0.001

MODELS = {
    "plain": PLAIN._replace(sizes=SMALL),
    "no difference": PLAIN._replace(sizes=SMALL, difference=0.0),
    "stratified": PLAIN._replace(sizes=SMALL, stratified=True),
    "laplace": PLAIN._replace(sizes=SMALL, laplace=True),
    "negative": PLAIN._replace(sizes=SMALL, difference=-0.1),
    "literal": PLAIN._replace(sizes=SMALL, difference=-0.1, exchange=False),
    "cauchy": PLAIN._replace(sizes=SMALL, scale=0.2),
    "cauchy literal": PLAIN._replace(sizes=SMALL, scale=0.2, exchange=False),
    "everything": Model(-0.05, 0.1, True, SMALL, True, True),
    "large": PLAIN._replace(sizes=np.array([250])),
}


@pytest.mark.parametrize("name", MODELS)
def test_counts_are_those_of_a_reference_instance_by_instance(name):
    model = MODELS[name]
    design = {"seed": 7, "datasets": 4 if name == "large" else 12, "runs": 2}
    found = count([3], model, folds=10, **design)
    gains, sizes = count_experiment(3, model, folds=10, **design)
    assert found.sizes[0].tolist() == sizes.tolist()
    assert found.gains[0].tolist() == gains.tolist()


@pytest.mark.parametrize("folds", [2, 3, 7])
def test_any_number_of_folds_is_counted_right(folds):
    model = MODELS["no difference"]
    found = count([0], model, seed=1, datasets=20, runs=1, folds=folds)
    gains, _ = count_experiment(0, model, seed=1, datasets=20, runs=1, folds=folds)
    assert found.gains[0].tolist() == gains.tolist()


def write_experiment(folder, datasets, runs, folds):
    """Write data sets and folds that the kernels draw; yield each and its counts.

    An instance of a kind is as good as another one, so that in every run the folds that
    the kind got are given to its instances in their order.
    """
    of_data, of_folds = generator(1, 0), generator(1, 1)
    for number in range(datasets):
        instances = np.empty(SIZES[integer_below(of_data, 4)], dtype=np.uint8)
        draw_instances(of_data, 0.55, instances)
        rows = [f"f{kind // 2},c{kind % 2}" for kind in instances]
        path = folder / f"d{number}.arff"
        header = "@relation d\n@attribute f {f0,f1}\n@attribute c {c0,c1}\n@data\n"
        path.write_text(header + "\n".join(rows) + "\n")
        file_order, shuffled = instances.copy(), instances
        test_fold = np.empty((runs, len(instances)), dtype=np.int64)
        correct = []
        for run in range(runs):
            shuffle(of_folds, shuffled)
            counts = np.empty((folds, 4), dtype=np.int64)
            deal(shuffled, False, counts)
            for kind in range(4):
                own = np.repeat(np.arange(1, folds + 1), counts[:, kind])
                test_fold[run, file_order == kind] = own
            totals = counts.sum(axis=0)
            # Without coins ties go to the first class.
            for fold in counts:
                correct.append(count_correct(totals, fold, True, np.uint64(0)))
        yield read_table(path, name=path.stem), Folds(test_fold, "weka", 1), correct


def test_an_experiment_in_files_gives_the_counts_of_the_ordinary_engines(tmp_path):
    zero_r = Classifier("zeroR", "sklearn.dummy.DummyClassifier")
    panels = [
        Panel("scikit_learn", [zero_r]),
        Panel("native", [Classifier("network", "NaiveBayes")]),
    ]
    counted = 0
    for dataset, folds, correct in write_experiment(tmp_path, 20, 2, 10):
        for panel, expected in zip(panels, zip(*correct, strict=True), strict=True):
            rows = evaluate_panel(dataset, folds, panel, seed=1).rows
            assert [row[5] for row in rows] == list(expected)
            counted += len(rows)
    assert counted == 800


def test_an_experiment_alone_is_that_of_many():
    design = {"seed": 2, "datasets": 5, "runs": 2, "folds": 10}
    whole = count(range(6), PLAIN, **design)
    for part in (range(2), range(2, 5), range(5, 6)):
        alone = count(part, PLAIN, **design)
        own = slice(part.start, part.stop)
        assert np.array_equal(alone.gains, whole.gains[own])
        assert np.array_equal(alone.sizes, whole.sizes[own])


def test_fewer_data_sets_are_the_first_ones():
    design = {"seed": 2, "runs": 2, "folds": 10}
    many = count(range(2), PLAIN, datasets=9, **design)
    few = count(range(2), PLAIN, datasets=4, **design)
    assert np.array_equal(few.gains, many.gains[:, :4])


def test_opposite_differences_exchange_the_classifiers_on_the_same_data():
    model = PLAIN._replace(scale=0.1)
    design = {"seed": 3, "datasets": 20, "runs": 2, "folds": 10}
    there = count(range(5), model, **design)
    back = count(range(5), model._replace(difference=-model.difference), **design)
    assert np.any(there.gains)
    assert np.array_equal(there.gains, -back.gains)
    assert np.array_equal(there.sizes, back.sizes)


def test_estimators_and_kinds_of_folds_see_the_same_data_sets():
    design = {"seed": 3, "datasets": 20, "runs": 1, "folds": 10}
    sizes = [
        count(range(5), PLAIN._replace(**variant), **design).sizes.tolist()
        for variant in ({}, {"laplace": True}, {"stratified": True})
    ]
    assert sizes[0] == sizes[1] == sizes[2]


def test_other_seeds_differences_and_scales_have_other_numbers():
    design = {"datasets": 20, "runs": 1, "folds": 10}
    models = [PLAIN, PLAIN._replace(difference=0.06), PLAIN._replace(scale=0.1)]
    found = [count([0], model, seed=1, **design) for model in models]
    found += [count([i], PLAIN, seed=seed, **design) for seed, i in [(2, 0), (1, 1)]]
    assert len({counts.sizes.tobytes() for counts in found}) == len(found)


def test_sizes_are_equally_probable():
    found = count(range(400), PLAIN, seed=1, datasets=50, runs=1, folds=10).sizes
    for size in SIZES:
        test = binomtest(int(np.sum(found == size)), found.size, 1 / len(SIZES))
        assert test.pvalue > UNLIKELY


@pytest.mark.parametrize("theta", [0.0, 0.5, 0.55, 1.0])
def test_the_feature_is_the_class_with_probability_theta(theta):
    instances = np.empty(100_000, dtype=np.uint8)
    draw_instances(generator(5), theta, instances)
    labels, features = instances % 2, instances // 2
    assert binomtest(int(labels.sum()), len(labels)).pvalue > UNLIKELY
    for label in (0, 1):
        agree = features[labels == label] == label
        assert binomtest(int(agree.sum()), len(agree), theta).pvalue > UNLIKELY


@pytest.mark.parametrize(("median", "scale"), [(0.03, 0.03), (0.0, 0.05), (-0.02, 0.1)])
def test_differences_are_cauchy_and_capped(median, scale):
    state = generator(6)
    drawn = np.array([draw_difference(state, median, scale) for _ in range(20_000)])
    assert np.abs(drawn).max() == 0.5
    inside = drawn[np.abs(drawn) < 0.5]
    ends = cauchy.cdf([-0.5, 0.5], median, scale)
    for end, share in zip((-0.5, 0.5), (ends[0], 1 - ends[1]), strict=True):
        capped = int(np.sum(drawn == end))
        assert binomtest(capped, len(drawn), share).pvalue > UNLIKELY

    def within(x):
        return (cauchy.cdf(x, median, scale) - ends[0]) / (ends[1] - ends[0])

    assert kstest(inside, within).pvalue > UNLIKELY


def test_without_a_scale_all_differences_are_the_median():
    for median in (0.02, -0.02):
        assert draw_difference(generator(1), median, 0.0) == median


@pytest.mark.parametrize("instances", [25, 100])
def test_stratified_folds_share_out_each_class(instances):
    state, rows = generator(8), np.empty(instances, dtype=np.uint8)
    counts = np.empty((10, 4), dtype=np.int64)
    for _ in range(20):
        draw_instances(state, 0.6, rows)
        deal(rows, True, counts)
        assert counts.sum(axis=0).tolist() == np.bincount(rows, minlength=4).tolist()
        sizes = counts.sum(axis=1).tolist()
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] - sizes[-1] <= 1
        for label in (0, 1):
            of_class = counts[:, label] + counts[:, 2 + label]
            assert np.ptp(of_class) <= 1


@pytest.mark.parametrize("laplace", [False, True])
def test_ties_are_settled_by_coins(laplace):
    # One training row of each class, both with the first feature: zeroR is undecided,
    # and so is the network at either feature.
    totals, tested = np.array([3, 2, 1, 0]), np.array([2, 1, 1, 0])
    for coins in range(8):
        of_zero_r, of_first, of_second = coins & 1, coins >> 1 & 1, coins >> 2
        found = count_correct(totals, tested, laplace, np.uint64(coins))
        assert found == ([3, 1][of_zero_r], [2, 1][of_first] + [1, 0][of_second])
