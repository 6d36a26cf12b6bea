"""Errors of study files, as people read them."""

import re

import pytest

from tenbyten.study.schema import check_against_schema, read_schema

BOTH = {"A": {}, "B": {}}
STUDY = {"datasets": "mine.tsv", "classifiers": BOTH}


def of(engine, **entry):
    """A study with a classifier of this entry."""
    return STUDY | {"classifiers": {"A": {engine: entry}, "B": {}}}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            STUDY | {"classifiers": {"A": {}}},
            "key classifiers: has 1 alone, A; give 2 or more (The classifiers by",
        ),
        (
            STUDY | {"classifiers": {}},
            "key classifiers: has nothing in it; give 2 or m",
        ),
        (
            STUDY | {"classifiers": None},
            "key classifiers: has no value; give a mapping",
        ),
        (
            STUDY | {"classifiers": ["A", "B"]},
            "is ['A', 'B']; give a mapping of keys to values, such as {Bayes: {native:",
        ),
        (
            STUDY | {"classifiers": {"A": "J48", "B": {}}},
            "key classifiers.A: is 'J48'; give a mapping of keys to values, such as {n",
        ),
        (
            STUDY | {"classifiers": {"A": {"learner": "x.Y"}, "B": {}}},
            "unknown key learner; it stands below one of native, scikit_learn, weka",
        ),
        (
            of("scikit_learn", learner="x.Y", n_estimators=5),
            "unknown key n_estimators; known are columns, learner, settings; what is "
            "the learner's own stands below settings",
        ),
        (
            of("scikit_learn", learner="x.Y(5)"),
            "is 'x.Y(5)'; give text such as sklearn.naive_bayes.GaussianNB (Import "
            "path of its class; arguments stand in `settings`.)",
        ),
        (
            STUDY | {"classifiers": {"a forest": {}, "B": {}}},
            "key classifiers: 'a forest' has a space, ' '; give letters, digits and",
        ),
        (
            STUDY | {"classifiers": {False: {}, "B": {}}},
            "name False is not text; write it in quotes (YAML takes no, off, yes and o",
        ),
        (
            STUDY | {"datasets": "a.csv"},
            "key datasets: is 'a.csv'; give text such as mi",
        ),
        (
            {"classifiers": BOTH},
            "the key datasets is missing; add it (The data-set she",
        ),
        (STUDY | {"runs": "10"}, "key runs: is '10'; give a whole number (Runs of"),
        (STUDY | {"runs": 0}, "key runs: is 0; give 1 or more (Runs of"),
        (STUDY | {"seed": 2**40}, "give 4294967295 or less (Settles"),
        (STUDY | {"alpha": 5}, "key alpha: is 5; give less than 0.5 (Size"),
        (STUDY | {"alpha": 0}, "key alpha: is 0; give more than 0 (Size"),
        (STUDY | {"rho": "1/10"}, "is '1/10'; give 1/folds or a number (Correlation"),
        (STUDY | {"title": 5}, "key title: is 5; give text, in quotes (Subject"),
        (STUDY | {"metrics": "auc"}, "key metrics: is 'auc'; give a list in square br"),
        (
            STUDY | {"predictions": 1},
            "key predictions: is 1; give true or false (Wheth",
        ),
        (
            STUDY | {"subsets": {"all": "1-10"}},
            "key subsets.all: is '1-10'; give a list in square brackets, such as "
            "[1, 10] (One table each",
        ),
        (STUDY | {"subsets": {"all": [1]}}, "is [1]; give 2 or more (One table each"),
        (
            STUDY | {"subsets": {"all": [1, 2, 3]}},
            "is [1, 2, 3]; give 2, not 3 (One ta",
        ),
        (STUDY | {"zero_variance": "x"}, "is 'x'; give one of half, win, drop (A data"),
    ],
)
def test_an_error_says_where_what_was_wrong_and_what_to_do(values, said):
    with pytest.raises(ValueError, match=rf"mine\.yaml: .*{re.escape(said)}"):
        check_against_schema(values, read_schema("study"), where="mine.yaml")
