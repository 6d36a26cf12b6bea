"""Keys of a study that contradict each other are named, with the remedy."""

import math

import pytest
from small_study import SHEET

MORE = {"greater_is_better": True}
TUNE = {"random": {"C": [1, 2]}, "inner": 3, "metric": "accuracy"}
GRID = {"learner": "sklearn.svm.SVC", "tune": {"grid": {"C": [1, 2]}}}
GRID = {"A": {"scikit_learn": GRID}, "B": {}}
TUNED = {"A": {"scikit_learn": {"learner": "sklearn.svm.SVC", "tune": TUNE}}, "B": {}}
SHARE = {"smallest": 0, "largest": 1}
ORDER = {"scale": "order", "rope": 0}
HEAD, FIRST, SECOND = SHEET.splitlines()
GROUPED = f"{HEAD}\tgroup\n{FIRST}\tg\n{SECOND}\tg\n"
ALONE = f"{HEAD}\n{SECOND}\n"


def test_a_rope_is_in_the_unit_of_the_metric(study_of):
    study = study_of(metrics=["fit_seconds"], metric="fit_seconds", rope=3)
    assert (study["rope"], study.policies["metric"]) == (3, "fit_seconds")
    assert study.compared == "metrics"
    assert study_of(metrics=["fit_seconds"]).compared == "accuracies"


SECONDS = {"metrics": ["fit_seconds"], "metric": "fit_seconds"}
COST = {"foreign_metrics": {"cost": MORE | {"scale": "ratio"}}, "metric": "cost"}


@pytest.mark.parametrize(
    ("settings", "scale", "rope", "half"),
    [
        ({}, "difference", 0.01, 0.01),
        (SECONDS, "ratio", 1.1, math.log(1.1)),
        (SECONDS | {"rope": 1.25}, "ratio", 1.25, math.log(1.25)),
        (SECONDS | {"scale": "difference"}, "difference", 0.01, 0.01),
        (COST, "ratio", 1.1, math.log(1.1)),
        (COST | {"scale": "difference", "rope": 2}, "difference", 2, 2),
        (
            {"metrics": ["brier"], "metric": "brier", "scale": "ratio"},
            *("ratio", 1.1, math.log(1.1)),
        ),
    ],
)
def test_times_and_costs_are_compared_by_ratios_and_their_rope_is_a_factor(
    study_of, settings, scale, rope, half
):
    study = study_of(**settings)
    assert (study["scale"], study["rope"]) == (scale, rope)
    assert study.policies["rope"] == half
    of_tests = study.correlated_t
    assert (of_tests["rope"], of_tests.get("scale", "difference")) == (half, scale)
    for settings in (study.pick("rope"), study.bayesian, study.predicted, study.shown):
        assert settings["rope"] == half


def test_a_sheet_of_one_data_set_is_a_study(study_of):
    study = study_of(ALONE)
    assert study.datasets_by_subset == {"all": ["wine"]}
    assert "correlated_t" not in study.cannot_run()
    assert "signed_rank" in study.cannot_run()
    assert (study.tests, study.unordered_pairs) == ((), [("Tree", "Bayes")])
    with pytest.raises(ValueError, match="subset all, 1 to 1, is no data set; a test"):
        study_of(ALONE, subsets={"all": [1, 1]})
    published = {"source": "s", "decisions": {"all": {"Tree": {"Bayes": "1/0"}}}}
    with pytest.raises(ValueError, match=r"published decisions .* has one; take"):
        study_of(ALONE, published=published)


EARLY = {"early_stopping": True}


def looks(*runs):
    """The key with these looks."""
    return {"early_stopping": {"looks": list(runs)}}


def test_looks_end_with_all_runs_and_false_is_none(study_of):
    assert study_of(**EARLY).looks == [1, 2, 3, 5, 7, 10]
    assert study_of(**EARLY, runs=4).looks == [1, 2, 3, 4]
    study = study_of(**looks(2), runs=4)
    assert (study.looks, study["early_stopping"]["error"]) == ([2, 4], 0.01)
    assert study_of(early_stopping=False).looks == study.without_looks().looks == []
    # At the first look there may be two folds in all.
    assert "hierarchical" in study_of(**EARLY, folds=2, rope=0.01).cannot_run()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"metrics": ["f1_weigthed"]}, "metrics: 'f1_weigthed' is no .* mean f1_weigh"),
        ({"metrics": ["accuracy"]}, "key metrics: accuracy is always measured"),
        ({"metric": "acuracy"}, "key metric: 'acuracy' is no .* mean accuracy"),
        ({"metrics": ["f1_macro"]}, "'f1_macro' is called f1 here; give that"),
        ({"metrics": ["r2"]}, "'r2' is no metric; give some of accuracy, balanced_acc"),
        ({"metric": "mcc"}, "'mcc', which is not measured; add it to `metrics`"),
        ({"metrics": ["mcc"], "metric": "mcc", "rope": 1}, "rope: is 1; .* below 1 in"),
        (SECONDS | {"rope": 0.01}, "rope: is 0.01; fit_seconds is compared by ratios:"),
        (SECONDS | {"rope": 1}, "give a factor above 1, such as 1.1, or set scale: d"),
        ({"scale": "ratio"}, "key scale: accuracy is compared by its counts; give s"),
        (
            {"metrics": ["mcc"], "metric": "mcc", "scale": "ratio"},
            "key scale: mcc can be below 0; give scale: difference",
        ),
        (ORDER | {"rope": 0.1}, "key rope: is 0.1, but scale: order compares no sizes"),
        (ORDER | {"sheet": GROUPED}, "key groups: differences within a group"),
        (ORDER | {"sheet": ALONE}, "order is for two data sets or more"),
        ({"scale": "ratios"}, "key scale: is 'ratios'; give `auto` or `difference` or"),
        ({"designs": {"irs": {"runs": 3, "folds": 10}}}, "'irs' is no data .* iris?"),
        (
            {"designs": {"iris": {"runs": 1, "folds": 1}}},
            "iris has one score for each classifier, other data sets have several",
        ),
        (
            {"designs": {x: {"runs": 5, "folds": 2} for x in ("iris", "wine")}},
            "no data set has the study's 10 runs of 10 folds; give the design that",
        ),
        ({"rope": 0.5}, "rope: is 0.5; give a half-width below 0.5 in the unit of acc"),
        (
            {"metrics": ["auc", "auc"]},
            "key metrics: is .*; give a list.*without repetition",
        ),
        ({"metrics": ["cost"]}, r"'cost' is no .* foreign_metrics: \{cost: \{greater"),
        ({"foreign_metrics": {"cost": {}}}, "foreign_metrics.cost.*greater_is_better"),
        ({"foreign_metrics": {"a/b": MORE}}, "key foreign_metrics.*a/b"),
        ({"foreign_metrics": {"auc": MORE}}, "foreign_metrics: auc is measured here"),
        ({"foreign_metrics": {"fold": MORE}}, "fold is a column of all results"),
        (
            {"foreign_metrics": {"cost": MORE | {"smallest": 2, "largest": 1}}},
            r"key foreign_metrics.cost: from 2 to 1 is no range",
        ),
        (
            {"foreign_metrics": {"x": MORE | SHARE}, "metric": "x", "rope": 0.5},
            "give a half-width below 0.5 in the unit of x",
        ),
        ({"seeds": 2, "predictions": True}, "are kept of one .* seeds is 2; leave out"),
        ({"classifiers": TUNED}, "mine.yaml: classifier A: tune: give `draws`"),
        ({"classifiers": GRID, "splitter": "time"}, "tune of classifier A: .* times"),
        (EARLY | {"predictions": True}, "early_stopping: does .* predictions are kept"),
        (EARLY | {"runs": 1}, "early_stopping: does not .* splitter weka has one run"),
        (
            EARLY | {"scale": "order", "rope": 0},
            "early_stopping: .* scale: order comp",
        ),
        (looks(2, 1), r"early_stopping.looks: is \[2, 1\]; give ascending numbers"),
        (looks(3) | {"runs": 2}, r"is \[3\]; .* runs, the first at most 2"),
        ({"control": "tree"}, "key control: 'tree' is.* did you mean Tree"),
        ({"control": "SVM"}, "key control: 'SVM' is.* give one of Tree, Bayes"),
        ({"keep": ["tree"]}, "key keep: 'tree' is no.* did you mean Tree"),
        ({"subsets": {"all": [1, 3]}}, "subset all goes to data set 3.*ends at 2"),
        ({"subsets": {"all": [2, 1]}}, "subset all goes from 2 to 1"),
        ({"subsets": {"one": [2, 2]}}, "subset one, 2 to 2, is wine alone; a test"),
        ({"classifiers": {"A": {"memory": 1}, "B": {}}}, "unknown key.*memory"),
        ({"classifiers": {"a/b": {}, "c": {}}}, "a/b"),
        (
            {"classifiers": {"A": {"label": "x"}, "B": {"label": "x"}}},
            "classifier A has the label 'x'",
        ),
        ({"classifiers": {"J48": {}, "j48": {}}}, "upper and lower case"),
        (
            {"published": {"source": "s", "decisions": {"some": {}}}},
            "published decisions for some, which is no subset",
        ),
        (
            {
                "published": {
                    "source": "s",
                    "decisions": {"all": {"Tree": {"X": "1/0"}}},
                }
            },
            "row Tree, column X, which is no pair",
        ),
    ],
)
def test_a_wrong_key_is_named_with_its_remedy(study_of, values, message):
    with pytest.raises(ValueError, match=message):
        study_of(**values)


def test_a_file_of_published_decisions_lies_beside_the_study(study_of, tmp_path):
    (tmp_path / "theirs.csv").write_text("a,b,test,winner\nTree,Bayes,poisson,Tree\n")
    decisions = study_of(published="theirs.csv")["published"]["decisions"]
    assert decisions == {"all": {"Tree": {"Bayes": "0/-"}, "Bayes": {"Tree": "1/-"}}}
    with pytest.raises(ValueError, match="key published: unknown key decision; did yo"):
        study_of(published={"source": "s", "decisions": {}, "decision": {}})
