"""Which tests cannot run on a study's results, and the reasons in words."""

import pytest

from tenbyten.study.availability import BY_FOLDS, cannot_run

COST = {"greater_is_better": False, "smallest": 0}
STUDY = {"metric": "accuracy", "rho": "1/folds", "rope": 0.01}


def on(*designs, **keys):
    """What cannot run on data sets a, b ... of these designs."""
    return cannot_run(dict(zip("abcdef", designs, strict=False)), **(STUDY | keys))


def test_one_score_a_data_set_leaves_the_tests_over_data_sets():
    found = on(*[(1, 1)] * 4)
    assert found.keys() == {"correlated_t", *BY_FOLDS}
    assert found["correlated_t"] == (
        "there is one score a data set and classifier, which says nothing of how it "
        "varies; give the score of every fold"
    )
    assert len(set(found.values())) == 1
    # The tests of a subset have but its data sets' results.
    assert "classifier on b and 1 more, " in on((9, 9), (1, 1), (1, 1))["poisson"]


def test_splits_are_tested_where_the_study_says_their_correlation():
    assert "set rho" in on((30, 1), (30, 1))["correlated_t"]
    assert on((30, 1), (30, 1), rho=0.1) == {}
    assert "splits on a, of which" in on((30, 1), (10, 10))["poisson"]


@pytest.mark.parametrize(
    ("folds", "keys", "why"),
    [
        (3, {"metric": "log_loss"}, "a metric from 0 to 1, and log_loss is none"),
        (3, {"rope": 0}, "a rope above 0"),
        (3, {"metric": "cost", "foreign_metrics": {"cost": COST}}, "a metric from 0"),
        (2, {}, "three folds or more, and there are two on a"),
    ],
)
def test_the_hierarchical_model_says_what_it_lacks(folds, keys, why):
    found = on((1, folds), (1, 3), **keys)
    assert found.keys() == {"hierarchical"}
    assert found["hierarchical"].startswith(f"it takes {why}")


def test_the_hierarchical_model_takes_a_foreign_metric_from_0_to_1():
    shares = {"foreign_metrics": {"cost": COST | {"largest": 0.5}}}
    assert on((10, 10), (10, 10), metric="cost", **shares) == {}


@pytest.mark.parametrize(
    ("splitter", "why", "known"),
    [
        ("predefined", "one given split into train and test does not say", False),
        ("time", "the training sets of folds in order of time grow or", False),
        ("groups", "folds are whole groups, and how far", True),
        ("leave_one_group_out", "folds are whole groups, and how far", True),
        ("holdout", "", True),
        ("weka", "", True),
    ],
)
def test_where_no_correlation_is_known_the_means_are_compared(splitter, why, known):
    design = {"holdout": (9, 1), "predefined": (1, 1)}.get(splitter, (1, 5))
    rho = 0.1 if splitter == "holdout" else "1/folds"
    found = on(design, design, splitter=splitter, rho=rho)
    assert found.keys() == ({"correlated_t", *BY_FOLDS} if why else set())
    assert all(reason.startswith(why) for reason in found.values())
    # A number that the user knows is taken, but of no single split and no time.
    assert (on(design, design, splitter=splitter, rho=0.2) == {}) == known
