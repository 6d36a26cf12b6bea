"""A study may compare several metrics."""

import pytest

ASKED = {"metric": ["accuracy", "auc", "brier"], "metrics": ["auc", "brier"]}
PUBLISHED = {"source": "s", "decisions": {"all": {"Tree": {"Bayes": "1/0"}}}}


def test_each_further_metric_is_a_study_like_that_of_it_alone(study_of):
    study = study_of(**ASKED, rope={"accuracy": 0.02, "auc": 0.03})
    alone = study_of(metrics=["auc", "brier"], rope=0.02)
    assert (study.tests, study.settings) == (alone.tests, alone.settings)
    assert list(study.further) == ["auc", "brier"]
    auc = study_of(metrics=["auc", "brier"], metric="auc", rope=0.03)
    assert study.further["auc"] == auc
    # A rope that is not given is the default.
    assert study.further["brier"]["rope"] == study_of()["rope"]
    assert [x.compared for x in study.further.values()] == ["metrics", "metrics"]


def test_one_rope_is_that_of_every_metric(study_of):
    study = study_of(**ASKED, rope=0.03)
    assert [x["rope"] for x in (study, *study.further.values())] == [0.03] * 3


def test_a_list_of_one_metric_is_that_metric(study_of):
    listed = study_of(metric=["auc"], metrics=["auc"], rope={"auc": 0.02})
    assert listed == study_of(metric="auc", metrics=["auc"], rope=0.02)


def test_published_decisions_are_of_the_first_metric(study_of):
    study = study_of(**ASKED, published=PUBLISHED)
    assert study["published"]["decisions"]
    assert not study.further["auc"]["published"]["decisions"]


def test_results_from_elsewhere_must_have_accuracy_where_it_is_compared(study_of):
    study = study_of(metric=["auc", "accuracy"], metrics=["auc"])
    assert (study["metric"], study.imported["metric"]) == ("auc", "accuracy")
    study = study_of(metric=["auc", "brier"], metrics=["auc", "brier"])
    assert study.imported["metric"] == "auc"


COST = {"greater_is_better": False}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"metric": ["auc", "auc"]}, "key metric: .* a list .* without repetition"),
        ({"metric": []}, r"key metric: is \[\]; give text or a list of at least 1"),
        ({"metric": ["auc", "mcc"]}, "'mcc', which is not measured; add it to `metr"),
        ({"metric": ["auc", "acuracy"]}, "key metric: 'acuracy' is no metric"),
        (ASKED | {"rope": {"acc": 0.1}}, "'acc' is not compared; did you mean auc"),
        (
            ASKED | {"rope": {"f1": 0.1}},
            "'f1' is not compared; give some of accuracy, auc, brier",
        ),
        (ASKED | {"rope": {"auc": -0.1}}, r"key rope\.auc: is -0.1; .* from 0 "),
        (ASKED | {"rope": {"brier": 1}}, "rope: is 1; .* below 1 in the unit of brier"),
        (ASKED | {"rope": 0.5}, "rope: is 0.5; .* below 0.5 in the unit of accuracy"),
        (
            {
                "metric": ["cost", "Cost"],
                "foreign_metrics": {"cost": COST, "Cost": COST},
            },
            "two metrics are called cost but for upper and lower case",
        ),
    ],
)
def test_metrics_and_ropes_that_do_not_fit_are_refused(study_of, changes, message):
    with pytest.raises(ValueError, match=message):
        study_of(**{"metrics": ["auc"]} | changes)
