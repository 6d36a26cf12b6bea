"""Hold a learner to its twin in WEKA on the rows of one fold."""

import numpy as np
from frames import frame
from sklearn.pipeline import make_pipeline

from tenbyten import learners
from tenbyten.learners.learner import predicted_classes
from tenbyten.preprocessing.transformers import MDLDiscretizer, MeanModeImputer

LEARNERS = ("NaiveBayes", "AODE", "HNB", "J48", "J48graft")
RAW, DISCRETIZED, IMPUTED = (), ("discretize",), ("impute", "discretize")
TRANSFORMERS = {"discretize": MDLDiscretizer, "impute": MeanModeImputer}


def modes(learner, dataset):
    """The preprocessings after which `learner` takes `dataset`."""
    numeric = any(not a.is_nominal for a in dataset.attributes)
    missing = np.isnan(dataset.values).any()
    if learner == "HNB" and missing:
        return [IMPUTED]
    if learner in ("AODE", "HNB") and numeric:
        return [DISCRETIZED, IMPUTED]
    return [RAW, DISCRETIZED, IMPUTED]


def compare(learner, twin, train, test, *, mode, settings=None, options=None):
    """Compare every probability and every predicted class of the rows `test`."""
    dataset = twin.dataset
    expected = twin.distributions(
        learner, train, test, options=options, preprocessing=mode
    )
    X, y = frame(dataset)
    ours = make_pipeline(
        *(TRANSFORMERS[name]() for name in mode),
        getattr(learners, learner)(**settings or {}),
    )
    ours.fit(X.iloc[train], y.iloc[train])
    distribution = ours.predict_proba(X.iloc[test]) if len(test) else expected
    where = f"{learner} {settings} on {dataset.name} after {mode}"
    # exp, log and erf of the JVM and of the C library differ in their last bits.
    np.testing.assert_allclose(
        distribution, expected, rtol=0, atol=1e-12, err_msg=where
    )
    differing = predicted_classes(distribution) != predicted_classes(expected)
    assert not differing.any(), where
