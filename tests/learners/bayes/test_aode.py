"""AODE by hand, and as WEKA 3.6.14 gave it."""

import numpy as np
import pandas as pd
from weather import tiny, weather

from tenbyten.learners import AODE, NaiveBayes


def test_three_rows_by_hand():
    X, y = tiny()
    test = pd.DataFrame({"A": ["x", "z", "z"], "B": ["p", "q", "r"]})
    given = AODE().fit(X, y).predict_proba(test)
    both_parents = np.array(
        [(3 / 9 * 2 / 5 + 2 / 9 * 2 / 4) / 2, (1 / 9 * 1 / 3 + 2 / 9 * 1 / 4) / 2]
    )
    np.testing.assert_allclose(given[0], both_parents / both_parents.sum(), rtol=1e-15)
    # No training row has z, so B = q is the only parent.
    np.testing.assert_allclose(given[1], [0.6, 0.4], rtol=1e-15)
    # Neither has one r: naive Bayes.
    np.testing.assert_allclose(given[2], NaiveBayes().fit(X, y).predict_proba(test)[2])


def test_weather_is_as_in_weka():
    X, y = weather()
    given = AODE().fit(X, y).predict_proba(X.iloc[[0, 5]])
    assert given.tolist() == [
        [0.18555752603573683, 0.8144424739642631],
        [0.427750373353849, 0.5722496266461511],
    ]


def test_weather_without_two_outlooks_is_as_in_weka():
    X, y = weather(without_outlook=[0, 11])
    given = AODE().fit(X, y).predict_proba(X.iloc[[0, 1]])
    assert given.tolist() == [
        [0.4738664987405541, 0.5261335012594458],
        [0.168285336261014, 0.831714663738986],
    ]


def test_a_limit_that_no_value_reaches_leaves_naive_bayes():
    X, y = weather()
    np.testing.assert_allclose(
        AODE(frequency_limit=15).fit(X, y).predict_proba(X),
        NaiveBayes().fit(X, y).predict_proba(X),
        rtol=1e-14,
    )
