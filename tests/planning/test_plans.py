"""Plans, in Python and on the command line."""

import re

import numpy as np
import pandas as pd
import pytest
from pilots import table

import tenbyten
from tenbyten.command import main
from tenbyten.planning.plans import plan
from tenbyten.planning.result import sentences, tables_of, text_for_paper
from tenbyten.words import duration

GAINS = [0.05, -0.03, 0.0, None, 0.1, 0.04, 0.02, 0.06]
PILOT = table(GAINS)
THREE = table(GAINS, classifiers=("a", "b", "c"))


def relabelled(found, runs):
    """The same pilot, its runs in another order."""
    return found.assign(run=found["run"].map(dict(zip((1, 2, 3), runs, strict=True))))


def test_it_is_offered_by_the_package():
    assert tenbyten.plan is plan


def test_the_labels_of_runs_settle_nothing():
    asked = {"runs": [2], "differences": [0.03], "datasets": [20], "resamples": 100}
    for seed in range(8):
        pilot = table(GAINS, runs=3, folds=3, seed=seed)
        first, other = (
            plan(relabelled(pilot, runs), **asked) for runs in ((1, 2, 3), (3, 1, 2))
        )
        pd.testing.assert_frame_equal(first.estimates, other.estimates, rtol=1e-9)
        pd.testing.assert_frame_equal(first.smallest, other.smallest)


def test_more_runs_and_larger_differences_never_need_more_data_sets():
    found = plan(PILOT, differences=[0.01, 0.02, 0.04]).smallest
    needed = found.pivot_table(index="difference", columns="runs", values="datasets")
    assert list(needed.columns) == [1, 2, 5, 10]
    needed = needed.to_numpy()
    assert (np.diff(needed, axis=0) < 0).all()
    assert (np.diff(needed, axis=1) <= 0).all()
    assert (found["low"] <= found["datasets"]).all()


def test_power_grows_with_data_sets_and_is_in_its_interval():
    found = plan(PILOT, differences=[0.03], runs=[2], datasets=[8, 16, 40]).estimates
    assert found["power"].is_monotonic_increasing
    assert (found["low"] < found["power"]).all()
    assert (found["power"] < found["high"]).all()
    assert found["fits"].tolist() == [n * 2 * 5 * 2 for n in (8, 16, 40)]


@pytest.mark.parametrize(
    ("how", "comparisons"), [({}, 3), ({"control": "a"}, 2), ({"adjust": "none"}, 1)]
)
def test_the_family_settles_the_level(how, comparisons):
    pair = {"row": "a", "column": "b", "differences": [0.03]}
    found = plan(THREE, **pair, **how)
    assert found.pilot["comparisons"].tolist() == [comparisons]
    alone = plan(THREE, **pair, adjust="none", alpha=0.05 / comparisons)
    pd.testing.assert_frame_equal(found.smallest, alone.smallest)
    said = " ".join(sentences(found))
    assert ("lower bound" in said) == (comparisons > 1)


def test_a_pilot_of_one_score_a_cell_answers_for_its_own_runs():
    means = PILOT.groupby(["dataset", "classifier"], as_index=False)["correct"].sum()
    scores = means.assign(accuracy=means["correct"] / 400).drop(columns="correct")
    found = plan(scores, differences=[0.02])
    assert found.smallest["runs"].tolist() == [1]
    assert found.smallest["datasets"].notna().all()
    with pytest.raises(ValueError, match=r"runs of 5 are asked for, .* leave runs out"):
        plan(scores, differences=[0.02], runs=[5])
    assert "for fewer runs it cannot tell" in " ".join(sentences(found))
    wide = scores.pivot(index="dataset", columns="classifier", values="accuracy")
    again = plan(wide.reset_index(), differences=[0.02])
    pd.testing.assert_frame_equal(again.smallest, found.smallest)


def test_an_interval_without_an_end_is_said_so():
    found = plan(table([0.3, -0.2, 0.25, None]), differences=[0.01])
    line = found.smallest.iloc[0]
    assert pd.isna(line["high"])
    assert re.search(
        r"this pilot of 4 gives no upper bound|more than 2,000", str(found)
    )


def test_hours_are_told_where_the_pilot_has_times(tmp_path, capsys):
    timed = PILOT.assign(fit_seconds=30.0, predict_seconds=6.0)
    found = plan(timed, differences=[0.05], runs=[2])
    line = found.smallest.iloc[0]
    assert line["hours"] == pytest.approx(line["fits"] * 36 / 3600)
    assert tables_of(found)[0].columns[-1].heading == "time"
    assert plan(PILOT, differences=[0.05]).smallest["hours"].isna().all()
    timed.to_csv(tmp_path / "timed.csv", index=False)
    main(["plan", str(tmp_path / "timed.csv"), "--difference", "0.05", "--runs", "2"])
    assert f"| {line['fits']:.0f} | {duration(3600 * line['hours'])} |" in (
        capsys.readouterr().out
    )


def test_another_metric_is_planned_for():
    pilot = PILOT.assign(auc=0.5 + PILOT["correct"] / 100)
    found = plan(
        pilot.drop(columns=["tested", "correct"]), metric="auc", differences=[0.01]
    )
    assert "percentage" not in str(found)
    with pytest.raises(ValueError, match=r"1 cells .* are missing from the design"):
        plan(pilot.drop(columns=["tested", "correct"])[1:], metric="auc")


def test_a_text_for_a_paper_names_the_test_of_the_report():
    text = text_for_paper(plan(THREE, row="a", column="c", differences=[0.02]))
    assert "two-sided signed-rank test at 0.05, adjusted by Holm's" in text
    assert len(text.split()) <= 100


def test_a_notebook_shows_the_sentences_and_the_table():
    found = plan(PILOT, differences=[0.02])
    shown = found._repr_html_()
    assert "2 percentage points" in shown
    assert shown.count("<tr") == 1 + len(found.smallest)
    axes = found.curve()
    assert axes.get_xlabel() == "data sets"
    assert len(axes.get_lines()) == 1 + found.smallest["runs"].nunique()
    with pytest.raises(ValueError, match=r"difference 0.3 was not planned for"):
        found.curve(0.3)


def test_the_command_plans_as_python_does(tmp_path, capsys):
    path = tmp_path / "accuracies.csv"
    PILOT.to_csv(path, index=False)
    asked = {"differences": [0.05, 0.02], "power": 0.7, "datasets": [15, 5]}
    asked |= {"runs": [2, 1]}
    ours = plan(PILOT, **asked)
    words = "--difference 0.05,0.02 --power 0.7 --datasets 15,5 --runs 2,1"
    assert main(["plan", str(path), *words.split()]) == 0
    said = capsys.readouterr().out
    assert said.startswith(str(ours))
    assert "For a paper: The number of data sets was planned from" in said
    for line in tables_of(ours)[0].rows:
        assert " | ".join(cell.text for cell in line) in said


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"row": "x"}, "row is 'x', which is no classifier of the pilot"),
        ({"row": "a", "column": "a"}, "give two of the pilot's classifiers"),
        ({"differences": [0]}, "differences.0: is 0; give a number above 0"),
        ({"differences": 0.1}, "differences: is 0.1; give a list .* each a number"),
        ({"differences": [1, 2]}, "give fractions of accuracy: 0.01 is one percentage"),
        ({"resamples": 9}, "resamples: is 9; give a whole number from 100"),
        ({"datasets": [1]}, "is 1; give a whole number from 2 to 2000"),
        ({"datasets": [10, 20.5]}, "is 20.5; give a whole number"),
        ({"runs": [0]}, "runs.0: is 0; give a whole number from 1"),
        ({"power": 1}, "power: is 1; give a number above 0 below 1"),
        ({"sides": "both"}, "sides: is 'both'; give `two` or `one`"),
        ({"control": "z"}, "control is 'z', and the pair is a and b"),
        ({"alpha": 2}, "alpha"),
    ],
)
def test_what_no_plan_can_be_made_of_is_refused(how, message):
    with pytest.raises(ValueError, match=message):
        plan(PILOT, **how)


def test_a_pilot_of_one_data_set_or_with_holes_is_refused():
    with pytest.raises(ValueError, match="the pilot has 1 data set"):
        plan(PILOT[PILOT["dataset"] == "d0"])
    with pytest.raises(ValueError, match="d0, a, run 1, fold 1"):
        plan(PILOT[1:])
