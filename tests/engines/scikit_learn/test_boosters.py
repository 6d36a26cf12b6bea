"""XGBoost, LightGBM and CatBoost on tables whose rare classes training folds lack."""

import logging

import numpy as np
import pytest

from tenbyten.datasets import Dataset
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE

for library in ("xgboost", "lightgbm", "catboost"):
    pytest.importorskip(library)

# How many of three training folds lack a class.
LACKING = {"glass": 0, "audiology": 3}
XGB = {"learner": "xgboost.XGBClassifier", "settings": {"n_estimators": 3}}
LGBM = {"learner": "lightgbm.LGBMClassifier", "settings": {"n_estimators": 3}}
CAT = {"learner": "catboost.CatBoostClassifier", "settings": {"iterations": 3}}
HIST = {
    "learner": "sklearn.ensemble.HistGradientBoostingClassifier",
    "settings": {"max_iter": 3},
}
BOOSTERS = {"xgb": XGB, "lgbm": LGBM, "cat": CAT, "hist": HIST}
CATEGORICAL = {"xgb": {"enable_categorical": True}}


def searched(name, booster):
    """A pipeline with a booster in it, within a search."""
    steps = [["scale", {"learner": "sklearn.preprocessing.StandardScaler"}]]
    steps.append(["boost", booster])
    pipeline = {"learner": "sklearn.pipeline.Pipeline", "settings": {"steps": steps}}
    settings = {
        "estimator": pipeline,
        "param_grid": {"boost__learning_rate": [0.1, 0.5]},
        "cv": 2,
        "error_score": "raise",
    }
    search = "sklearn.model_selection.GridSearchCV"
    return Classifier(f"search-{name}", search, settings)


CLASSIFIERS = [
    Classifier(
        f"{name}-{columns}",
        entry["learner"],
        entry["settings"] | (CATEGORICAL.get(name, {}) if columns == "raw" else {}),
        columns=columns,
    )
    for name, entry in BOOSTERS.items()
    for columns in ("encoded", "ordinal", "raw")
]
CLASSIFIERS += [searched(name, entry) for name, entry in BOOSTERS.items()]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture(params=LACKING)
def table(request, uci):
    """A table and folds of it."""
    dataset = read_uci(uci, request.param)
    folds = weka_folds(dataset.classes, runs=1, folds=3, seed=1)
    return dataset, folds


def read_uci(uci, name):
    raw = read_arff(uci / f"{name}.arff")
    return Dataset(name, raw.attributes, raw.values)


def test_every_booster_runs_with_every_form_of_columns_and_in_a_search(
    table, caplog, capfd, tmp_path
):
    caplog.set_level(logging.INFO, logger="tenbyten")
    dataset, folds = table
    training = [folds.training_rows(1, fold) for fold in range(1, 4)]
    classes = [set(dataset.classes[rows]) for rows in training]
    every = set(dataset.classes)
    assert sum(found != every for found in classes) == LACKING[dataset.name]
    majority = np.bincount(dataset.classes).max()
    right = dict.fromkeys((c.name for c in CLASSIFIERS), 0)
    asked = {"seed": 1, "metrics": ["auc"]}
    for p in ENGINE.predict_folds(dataset, folds, CLASSIFIERS, **asked):
        right[p.classifier] += np.sum(p.predicted == dataset.classes[p.rows])
        lacking = list(set(range(len(dataset.class_labels))) - classes[p.fold - 1])
        assert np.all(p.probabilities[:, lacking] == 0)
        assert p.probabilities.sum(axis=1) == pytest.approx(1)
    assert min(right.values()) > majority
    # CatBoost is silent, and what it writes is thrown away.
    assert "Learning rate set to" not in capfd.readouterr().out
    assert list(tmp_path.iterdir()) == []
    assert len(caplog.text) < 20_000
    assert "FitFailedWarning" not in caplog.text


@pytest.mark.parametrize("name", ["xgb", "lgbm", "cat"])
def test_counts_of_one_thread_and_of_two_are_the_same(uci, name):
    dataset = read_uci(uci, "vowel")
    folds = weka_folds(dataset.classes, runs=1, folds=2, seed=1)
    entry = BOOSTERS[name]
    classifier = Classifier(
        name, entry["learner"], entry["settings"], columns="ordinal"
    )
    one, two = (
        [
            p.predicted.tolist()
            for p in ENGINE.predict_folds(
                dataset, folds, [classifier], seed=1, threads=threads
            )
        ]
        for threads in (1, 2)
    )
    assert one == two


SCALED = {"learner": "sklearn.preprocessing.StandardScaler"}
PIPELINE, GRID = "sklearn.pipeline.Pipeline", "sklearn.model_selection.GridSearchCV"
X, L = "xgboost.XGBClassifier", "lightgbm.LGBMClassifier"
IN_PIPELINE = [["s", SCALED], ["b", {"learner": L, "settings": {"n_leaf": 3}}]]
UNUSED = [
    (
        X,
        {"n_estimator": 2},
        "XGBClassifier has no setting n_estimator; did you mean n_",
    ),
    (X, {"max_dept": 1, "verbosity": 0}, "no setting max_dept; did you mean max_depth"),
    (X, {"use_label_encoder": False}, "no setting use_label_encoder; take it out"),
    (L, {"n_leaf": 3, "verbose": -1}, "no setting n_leaf; did you mean num_leaves?"),
    (L, {"num_leaf": 3}, "ignores, beside its own settings, num_leaf; did you mean"),
    (PIPELINE, {"steps": IN_PIPELINE}, "LGBMClassifier has no setting n_leaf"),
    (X, {"eta": 0.1, "max_depth": 2, "sampling_method": "uniform"}, ""),
    (X, {"booster": "gblinear", "max_depth": 2}, ""),
    (L, {"lambda_l1": 0.1, "verbose": -1, "min_data": 2}, ""),
    (GRID, {"estimator": {"learner": L}, "param_grid": {"num_leaves": [3, 4]}}, ""),
]


@pytest.mark.parametrize(("learner", "settings", "said"), UNUSED)
def test_a_setting_that_a_booster_does_not_use_is_refused(learner, settings, said):
    booster = Classifier("it", learner, settings)
    if not said:
        ENGINE.check([booster])
        return
    with pytest.raises(ValueError, match=r"^classifier it: ") as raised:
        ENGINE.check([booster])
    assert said in str(raised.value)
