"""WEKA's splitter is held to documented values and to WEKA itself."""

import csv

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.datasets.folds.weka import random_state, shuffle, weka_folds, weka_order
from tenbyten.datasets.readers.arff import read_arff

# WEKA's weather data: yes is 0, no is 1.
WEATHER = np.array([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1])

CLASSES = st.lists(st.integers(0, 5), min_size=10, max_size=80).map(np.array)


def numbered_instances(java, labels, classes):
    """WEKA's form of a table of two attributes: the row's number, and the class."""
    values = java("weka.core.FastVector")()
    for label in labels:
        values.addElement(label)
    attributes = java("weka.core.FastVector")()
    attributes.addElement(java("weka.core.Attribute")("row"))
    attributes.addElement(java("weka.core.Attribute")("class", values))
    data = java("weka.core.Instances")("numbered", attributes, len(classes))
    data.setClassIndex(1)
    add, instance = data.add, java("weka.core.Instance")
    for row in np.column_stack([np.arange(len(classes)), classes]).astype(float):
        add(instance(1.0, row))
    return data


def dealt_by_weka(java, data, *, folds, seed):
    """WEKA's order of the rows, its test folds, and its training order of each."""
    random = java("java.util.Random")(seed)
    dealt = java("weka.core.Instances")(data)
    dealt.randomize(random)
    dealt.stratify(folds)

    def rows(instances):
        return np.asarray(instances.attributeToDoubleArray(0)).astype(int).tolist()

    training = [rows(dealt.trainCV(folds, fold, random)) for fold in range(folds)]
    tested = [rows(dealt.testCV(folds, fold)) for fold in range(folds)]
    return rows(dealt), tested, training


def test_rows_are_shuffled_as_java_shuffles_where_it_must_draw_again(java):
    # Of so many numbers some ten are rejected.
    for seed in (0, 1, -7, 2**40 + 3):
        rows = list(range(300_000))
        theirs = java("java.util.ArrayList")(rows)
        random = java("java.util.Random")(seed)
        java("java.util.Collections").shuffle(theirs, random)
        shuffle(rows, random_state(seed))
        assert rows == [int(row) for row in theirs]


def test_the_weather_data_are_shuffled_and_dealt_as_documented():
    rows = list(range(14))
    shuffle(rows, random_state(1))
    assert rows == [5, 13, 6, 12, 3, 10, 1, 2, 9, 4, 8, 7, 0, 11]
    order = weka_order(WEATHER, folds=10, seed=1)
    assert order.tolist() == [5, 8, 13, 12, 1, 3, 7, 11, 0, 10, 6, 2, 9, 4]


def test_the_weather_data_are_tested_in_the_documented_folds():
    folds = weka_folds(WEATHER, runs=1, folds=10, seed=1)
    tested = [folds.test_rows(1, fold).tolist() for fold in range(1, 11)]
    expected = [{5, 8}, {13, 12}, {1, 3}, {7, 11}, {0}, {10}, {6}, {2}, {9}, {4}]
    assert [set(rows) for rows in tested] == expected
    assert (folds.splitter, folds.seed, folds.runs, folds.folds) == ("weka", 1, 1, 10)


@given(CLASSES, st.integers(2, 10), st.integers(0, 2**31))
def test_the_folds_of_a_run_are_as_large_and_as_stratified_as_can_be(
    classes, folds, seed
):
    made = weka_folds(classes, runs=1, folds=folds, seed=seed)
    sizes = np.bincount(made.test_fold[0])[1:]
    assert len(sizes) == folds
    assert sizes.max() - sizes.min() <= 1
    for label in np.unique(classes):
        rows = np.bincount(made.test_fold[0, classes == label], minlength=folds + 1)
        assert np.ptp(rows[1:]) <= 1


@given(CLASSES, st.integers(0, 2**31))
def test_a_run_takes_the_next_seed(classes, seed):
    both = weka_folds(classes, runs=2, folds=5, seed=seed)
    second = weka_folds(classes, runs=1, folds=5, seed=seed + 1)
    assert np.array_equal(both.test_fold[1], second.test_fold[0])


@pytest.mark.parametrize("folds", [-1, 0, 1, 15])
def test_too_few_or_too_many_folds_are_refused(folds):
    with pytest.raises(ValueError, match=f"{folds} folds of 14 instances"):
        weka_folds(WEATHER, runs=1, folds=folds, seed=1)


def test_any_table_is_cut_as_weka_cuts_it(java):
    rng = np.random.default_rng(0)
    for instances in (2, 3, 10, 11, 57, 100):
        for labels in (1, 2, 7, 60):
            classes = rng.integers(0, labels, instances)
            data = numbered_instances(java, map(str, range(labels)), classes)
            for folds in {2, 3, 10, instances} - set(range(instances + 1, 11)):
                order = weka_order(classes, folds=folds, seed=5)
                theirs, _, _ = dealt_by_weka(java, data, folds=folds, seed=5)
                assert order.tolist() == theirs


def test_rows_without_a_class_are_cut_as_weka_cuts_them(java):
    rng = np.random.default_rng(4)
    for instances, folds in ((10, 10), (57, 3), (100, 10), (211, 7)):
        classes = rng.integers(0, 4, instances)
        classes[rng.random(instances) < 0.4] = -1
        data = numbered_instances(java, "abcd", classes)
        for row in np.flatnonzero(classes < 0).tolist():
            data.instance(row).setClassMissing()
        made = weka_folds(classes, runs=1, folds=folds, seed=5)
        order, tested, _ = dealt_by_weka(java, data, folds=folds, seed=5)
        assert weka_order(classes, folds=folds, seed=5).tolist() == order
        for fold, rows in enumerate(tested, start=1):
            assert made.test_rows(1, fold).tolist() == sorted(rows)


def test_every_uci_table_is_cut_as_weka_cuts_it(java, uci):
    with open(uci / "datasets.tsv", encoding="utf-8") as file:
        sheet = list(csv.DictReader(file, delimiter="\t"))
    assert len(sheet) == 54
    for row in sheet:
        raw = read_arff(uci / row["file"])
        names = [attribute.name for attribute in raw.attributes]
        target = names.index(row["target"])
        classes = raw.values[:, target].astype(int)
        folds = weka_folds(classes, runs=10, folds=10, seed=1)
        labels = raw.attributes[target].labels
        data = numbered_instances(java, labels, classes)
        for run in range(1, 11):
            order, tested, training = dealt_by_weka(java, data, folds=10, seed=run)
            assert weka_order(classes, folds=10, seed=run).tolist() == order
            state = shuffle(list(range(len(classes))), random_state(run))
            for fold in range(1, 11):
                rows = tested[fold - 1]
                assert folds.test_rows(run, fold).tolist() == sorted(rows)
                if run == 1:
                    rest = [row for row in order if folds.test_fold[0, row] != fold]
                    state = shuffle(rest, state)
                    assert rest == training[fold - 1]
