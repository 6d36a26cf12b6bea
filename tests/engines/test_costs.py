"""Estimated seconds, held to measured ones."""

import pytest

from tenbyten.engines import Classifier, find_engine, read_offers
from tenbyten.study import read_study

# Milliseconds that one run of ten folds took the five native classifiers on the paper's
# data sets, each classifier alone, on a machine with two cores.
MEASURED = """
    anneal=65 audiology=77 cleveland-14=15 cmc=29 contact-lenses=8 credit-a=25
    credit-australian=26 ecoli=15 eucalyptus=53 german-credit=33 glass=21
    grub-damage=13 haberman=10 hayes-roth=13 hepatitis=17 hungarian-14=15
    hypothyroid=79 ionosphere=56 iris=10 kr-vs-kp=103 labor=11 liver-disorders=10
    lymphography=15 monks-2=15 monks-1=12 monks-3=10 mushroom=186 nursery=104
    optdigits=755 page-blocks=112 pasture-production=13 pendigits=401 pima-diabetes=18
    postoperative=11 primary-tumor=24 segment=136 solar-flare-C=10 solar-flare-M=10
    solar-flare-X=9 sonar=38 soybean=53 spambase=460 spect=16 splice=256
    squash-stored=15 squash-unstored=15 tae=8 vowel=56 waveform=268 white-clover=16
    wine=17 wisconsin-breast-cancer=24 yeast=28 zoo=11
"""


@pytest.fixture(scope="module")
def paper(root):
    """The shipped study of the paper."""
    return read_study("paper", root)


def estimated(paper, engine, dataset):
    """Seconds of one run of the study's classifiers."""
    row = paper.datasets[dataset]
    size = {key: row[key] for key in ("instances", "attributes")}
    return sum(
        find_engine(engine).seconds(read_offers(name, entry)[engine], **size, folds=10)
        for name, entry in paper["classifiers"].items()
    )


def test_native_estimates_are_within_a_factor_of_three(paper):
    measured = dict(item.split("=") for item in MEASURED.split())
    assert measured.keys() == paper.datasets.keys()
    for dataset, milliseconds in measured.items():
        ratio = estimated(paper, "native", dataset) / int(milliseconds) * 1000
        assert 1 / 3 < ratio < 3, dataset


def seconds(learner, instances=1000, attributes=21, folds=10, **settings):
    """Seconds of one run of a Python class."""
    size = {"instances": instances, "attributes": attributes, "folds": folds}
    return find_engine("scikit_learn").seconds(
        Classifier("it", learner, settings), **size
    )


FOREST = "sklearn.ensemble.RandomForestClassifier"
TREE = "sklearn.tree.DecisionTreeClassifier"


def part(learner, **settings):
    """A classifier within settings."""
    return {"learner": learner, "settings": settings}


def test_a_forest_takes_as_long_as_it_has_trees():
    assert seconds(FOREST) == seconds(FOREST, n_estimators=100)
    assert seconds(FOREST, n_estimators=500) == pytest.approx(5 * seconds(FOREST))
    assert seconds(FOREST, folds=5) == pytest.approx(seconds(FOREST) / 2)
    assert seconds(FOREST, instances=20_000) > 10 * seconds(FOREST)


# Milliseconds of one core that an iteration took, by instances and attributes, with
# three classes.
BOOSTING = {
    "xgboost.XGBClassifier": {(1000, 10): 6.9, (1000, 40): 17.4, (5000, 20): 17.5},
    "lightgbm.LGBMClassifier": {(1000, 10): 3.3, (1000, 40): 9.3, (20_000, 20): 17.3},
    "catboost.CatBoostClassifier": {(1000, 10): 6.4, (200, 10): 4.5, (5000, 20): 15.4},
}


@pytest.mark.parametrize("learner", BOOSTING)
def test_boosters_are_within_a_factor_of_three_by_their_iterations(learner):
    for (instances, attributes), milliseconds in BOOSTING[learner].items():
        size = {"instances": instances, "attributes": attributes, "folds": 1}
        for setting in ("n_estimators", "iterations", "num_trees"):
            found = seconds(learner, **size, **{setting: 20})
            assert 1 / 3 < found / (0.02 * milliseconds) < 3
    times = 1000 if "CatBoost" in learner else 100
    assert seconds(learner) == seconds(learner, n_estimators=times)


def test_what_a_class_trains_is_counted_as_often_as_it_trains_it():
    alone = seconds(FOREST)
    steps = [
        ["s", {"learner": "sklearn.preprocessing.StandardScaler"}],
        ["f", part(FOREST)],
    ]
    pipeline = seconds("sklearn.pipeline.Pipeline", steps=steps)
    assert alone < pipeline < 1.5 * alone
    search = {"estimator": part(FOREST), "cv": 3}
    grid = {"max_depth": [1, 2], "criterion": ["gini", "entropy"]}
    found = seconds("sklearn.model_selection.GridSearchCV", param_grid=grid, **search)
    assert found == pytest.approx(13 * alone, rel=0.1)
    drawn = {"param_distributions": grid, "n_iter": 7}
    found = seconds("sklearn.model_selection.RandomizedSearchCV", **drawn, **search)
    assert found == pytest.approx(22 * alone, rel=0.1)
    bagged = seconds(
        "sklearn.ensemble.BaggingClassifier", estimator=part(FOREST), n_estimators=4
    )
    assert bagged == pytest.approx(5 * alone, rel=0.1)


@pytest.mark.parametrize("instances", [10_000, 100_000])
def test_a_class_that_is_not_known_gets_ample_time_on_large_data(instances):
    ample = 4 * seconds(FOREST, instances)
    for unknown in ("mine.Best", "mine.GaussianNB"):
        assert seconds(unknown, instances) > ample
    steps = [["a", part("mine.Best")]]
    assert seconds("sklearn.pipeline.Pipeline", instances, steps=steps) > ample


def test_settings_of_any_kind_and_size_make_an_estimate():
    deep = part(TREE)
    for _ in range(20):
        bagging = "sklearn.ensemble.BaggingClassifier"
        deep = part(bagging) | {"settings": {"estimator": deep, "n_estimators": 2**62}}
    search = {"estimator": part(TREE)}
    grids = [{f"c{n}": [1] * 100 for n in range(200)}, 5, ["x"], None, [[1]], {"a": 1}]
    found = [
        seconds(bagging, **deep["settings"]),
        seconds(FOREST, n_estimators=-5),
        seconds("a.B", x={"learner": "c.D", "settings": [1]}),
        seconds("a.B", x={"learner": 3, "settings": {"y": [None]}}),
        *(seconds("sklearn.x.GridSearchCV", param_grid=g, **search) for g in grids),
    ]
    assert all(0 <= x <= 10**10 for x in found)
