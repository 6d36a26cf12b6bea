"""Subsets of a study, and the panels that its classifiers share."""

import pytest
from small_study import SHEET


def test_subsets_keep_their_numbers_where_a_row_leaves_the_sheet(study_of):
    header, *rows = (
        f"{number}\t{name}\tiris\t150"
        for number, name in [("number", "name"), *enumerate("abcdef", 1)]
    )
    header, subsets = SHEET.splitlines()[0], {"low": [1, 3], "high": [4, 6]}
    left = [row for row in rows if row[0] != "2"]
    study = study_of("\n".join([header, *left]) + "\n", subsets=subsets)
    assert study.datasets_by_subset == {"low": ["a", "c"], "high": ["d", "e", "f"]}
    assert study["subsets"]["low"] == [1, 3]
    assert study.where("d") == "mine.tsv, row 3 (d)"
    ends = study_of("\n".join([header, *left[1:]]) + "\n")
    assert ends["subsets"]["all"] == [3, 6]
    with pytest.raises(ValueError, match="subset two, 1 to 2, is a alone"):
        study_of("\n".join([header, *left]) + "\n", subsets={"two": [1, 2]})


def panels_of(study, engine="native"):
    """The names of the classifiers of each panel."""
    return {
        name: [classifier.name for classifier in panel.classifiers]
        for name, panel in study.panels(engine).items()
    }


def test_classifiers_share_a_panel_unless_they_ask_for_something_of_their_own(study_of):
    tree = {"scikit_learn": {"learner": "sklearn.tree.DecisionTreeClassifier"}}
    strange = {"scikit_learn": {"learner": "mine.Best"}}
    wrapped = {
        "scikit_learn": {
            "learner": "sklearn.ensemble.BaggingClassifier",
            "settings": {"estimator": {"learner": "mine.Best"}},
        }
    }
    ours = {"scikit_learn": {"learner": "tenbyten.learners.NaiveBayes"}}
    study = study_of(
        classifiers={
            "A": tree,
            "B": tree | {"threads": 4, "mem_mb": 9000},
            "C": tree | {"gpu": 1, "runtime": 90},
            "D": tree | {"threads": 1, "gpu": 0},
            "E": strange,
            "F": wrapped,
            "G": ours,
        }
    )
    own = {f"scikit_learn-{name}": [name] for name in "BCEF"}
    assert panels_of(study) == {"scikit_learn": ["A", "D", "G"]} | own
    panels = study.panels("weka")
    assert panels == study.panels("native")
    asked = {name[-1]: panel[2:] for name, panel in panels.items()}
    more = {"B": (4, 0, 9000, None), "C": (1, 1, None, 90)}
    assert asked == dict.fromkeys("nEF", (1, 0, None, None)) | more


def test_classifiers_of_one_program_share_it_and_the_most_that_one_asks_for(study_of):
    weka = {"weka": {"learner": "weka.classifiers.trees.J48"}}
    both = weka | {"native": {"learner": "J48"}}
    study = study_of(
        classifiers={
            "J48": both,
            "Large": weka | {"mem_mb": 9000, "runtime": 30},
            "Long": weka | {"runtime": 600},
            "Own": weka,
        }
    )
    assert panels_of(study) == {
        "native": ["J48"],
        "weka-only": ["Large", "Long", "Own"],
    }
    assert study.panels("native")["weka-only"][2:] == (1, 0, 9000, 600)
    assert study.panels("native")["native"][2:] == (1, 0, None, None)
    assert panels_of(study, "weka") == {"weka": ["J48", "Large", "Long", "Own"]}


def test_a_classifier_without_engine_is_refused_only_when_it_must_run(study_of):
    study = study_of(classifiers={"A": {}, "B": {}})
    with pytest.raises(ValueError, match="classifier A names no engine"):
        study.panels("weka")
