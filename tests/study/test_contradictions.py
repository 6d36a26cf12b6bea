"""Keys of a study that contradict each other are named, with the remedy."""

import math
import re
from pathlib import Path

import pytest
import yaml
from small_study import SHEET, STUDY

HEAD, FIRST, SECOND = SHEET.splitlines()
ALONE = f"{HEAD}\n{SECOND}\n"
SHEETS = {"small": SHEET, "alone": ALONE}
SHEETS["grouped"] = f"{HEAD}\tgroup\n{FIRST}\tg\n{SECOND}\tg\n"
REFUSED = yaml.safe_load(Path(__file__).with_name("refused.yaml").read_text("utf-8"))


def test_a_rope_is_in_the_unit_of_the_metric(study_of):
    study = study_of(metrics=["fit_seconds"], metric="fit_seconds", rope=3)
    assert (study["rope"], study.policies["metric"]) == (3, "fit_seconds")
    assert study.compared == "metrics"
    assert study_of(metrics=["fit_seconds"]).compared == "accuracies"


SECONDS = {"metrics": ["fit_seconds"], "metric": "fit_seconds"}
COST = {"greater_is_better": True, "scale": "ratio"}
COST = {"foreign_metrics": {"cost": COST}, "metric": "cost"}


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


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["said"])
def test_a_wrong_key_is_named_with_its_remedy(study_of, case):
    keys, said = dict(case["keys"]), map(re.escape, case["said"].split(".*"))
    sheet = SHEETS[keys.pop("sheet", "small")]
    with pytest.raises(ValueError, match=rf"mine\.yaml: .*{'.*'.join(said)}"):
        study_of(sheet, **keys)


def test_a_key_that_must_be_there_is_named_with_its_meaning(read_values):
    said = r"mine\.yaml: the key datasets is missing; add it \(The data-set she"
    with pytest.raises(ValueError, match=said):
        read_values({"classifiers": STUDY["classifiers"]})


def test_a_file_of_published_decisions_lies_beside_the_study(study_of, tmp_path):
    (tmp_path / "theirs.csv").write_text("a,b,test,winner\nTree,Bayes,poisson,Tree\n")
    decisions = study_of(published="theirs.csv")["published"]["decisions"]
    assert decisions == {"all": {"Tree": {"Bayes": "0/-"}, "Bayes": {"Tree": "1/-"}}}
    with pytest.raises(ValueError, match="key published: unknown key decision; did yo"):
        study_of(published={"source": "s", "decisions": {}, "decision": {}})
