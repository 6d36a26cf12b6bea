"""A study may compare several metrics."""

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
