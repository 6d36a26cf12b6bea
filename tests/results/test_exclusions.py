"""Data sets on which a classifier failed are left out for all, and said so."""

import pandas as pd
import pytest

from tenbyten.comparisons.three_tests import run_poisson, run_signed_rank
from tenbyten.results.exclusions import (
    datasets_left,
    describe_exclusions,
    described,
    enough_left,
    first_failures,
    leave_out,
)
from tenbyten.results.files import read_failures
from tenbyten.tables.our_csv import write_table

HEADER = "dataset,classifier,run,fold,reason\n"
DESIGN = {"datasets": ["zoo", "glass", "iris"], "classifiers": ["A"], "runs": 2}


@pytest.fixture
def failures(tmp_path):
    """Two panels: one classifier failed on glass, another on glass and iris."""
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_text(HEADER + 'glass,J48,3,7,"no number, none"\n')
    two.write_text(HEADER + "glass,HNB,,,takes no number\niris,HNB,1,1,late\n")
    return read_failures([str(one), str(two)])


def test_every_failure_is_there_and_survives_the_file(failures, tmp_path):
    write_table(failures, tmp_path / "all.csv")
    pd.testing.assert_frame_equal(read_failures(str(tmp_path / "all.csv")), failures)
    assert failures["run"].tolist() == ["3", "", "1"]
    write_table(failures, None)


def test_the_first_failure_is_found_by_jobs_of_any_size(failures):
    cells = [("iris", "HNB", "2", "1"), ("iris", "J48", "2", "10")]
    cells += [("iris", "J48", "2", "9"), ("glass", "J48", "10", "1")]
    more = pd.DataFrame([[*x, ""] for x in cells], columns=list(failures))
    found = first_failures(pd.concat([more, failures]), DESIGN["datasets"])
    assert found[["dataset", "classifier", "run", "fold"]].to_numpy().tolist() == [
        ["glass", "HNB", "", ""],
        ["glass", "J48", "3", "7"],
        ["iris", "HNB", "1", "1"],
        ["iris", "J48", "2", "9"],
    ]
    assert first_failures(failures[:0], DESIGN["datasets"]).empty


def test_a_data_set_is_left_out_for_all_classifiers(failures):
    table = pd.DataFrame({"dataset": ["zoo", "glass", "iris", "zoo"], "n": range(4)})
    left, design = leave_out(table, DESIGN, failures)
    assert left["n"].tolist() == [0, 3]
    assert design == DESIGN | {"datasets": ["zoo"]}
    assert datasets_left(["iris", "zoo"], failures) == ["zoo"]


def test_a_caption_names_data_set_classifier_and_reason(failures):
    assert described(failures) == (
        "glass (J48: no number, none; HNB: takes no number), iris (HNB: late)"
    )
    assert described(failures, ["zoo", "iris"]) == "iris (HNB: late)"
    alike = failures.assign(reason="late", classifier="HNB").drop_duplicates("dataset")
    assert described(alike) == "glass and iris (HNB: late)"


def test_a_run_ends_with_how_much_was_left_out_and_why(failures):
    assert describe_exclusions(failures, datasets=16) == (
        "2 of 16 data sets left out for all classifiers, because a classifier failed: "
        "glass (J48: no number, none; HNB: takes no number), iris (HNB: late)."
    )
    assert describe_exclusions(failures, datasets=16, most=1).endswith(
        "takes no number), and 1 more."
    )


def test_without_failures_nothing_is_left_out_nor_said(tmp_path):
    (tmp_path / "none.csv").write_text(HEADER)
    for none in (read_failures([]), read_failures([str(tmp_path / "none.csv")])):
        assert described(none) == describe_exclusions(none, datasets=3) == ""
        table = pd.DataFrame({"dataset": DESIGN["datasets"]})
        left, design = leave_out(table, DESIGN, none)
        assert (len(left), design) == (3, DESIGN)


def test_a_design_of_which_nothing_is_left_is_refused(failures):
    design, none = DESIGN | {"datasets": ["glass", "iris"]}, pd.DataFrame()
    with pytest.raises(ValueError, match=r"on every data set .*glass \(J48"):
        leave_out(none, design, failures)


def test_fewer_than_two_of_a_subset_are_too_few_and_the_failures_are_named(failures):
    words = (
        r"takes two or more, and of the subset zoo alone is left: on 2 of 3 data sets "
        r"a classifier failed \(glass \(J48: no number, none; HNB: takes no number\), "
        r"iris \(HNB: late\)\); take these classifiers out"
    )
    with pytest.raises(ValueError, match=words):
        enough_left(["zoo", "glass", "iris"], failures)
    with pytest.raises(ValueError, match="none is left: on 2 of 2 data sets"):
        enough_left(["glass", "iris"], failures)
    assert enough_left(["zoo", "glass", "vote"], failures) == ["zoo", "vote"]


@pytest.mark.parametrize("run", [run_poisson, run_signed_rank])
def test_a_subset_of_which_one_is_left_is_refused_before_it_is_tested(failures, run):
    with pytest.raises(ValueError, match="zoo alone is left: on 1 of 2"):
        run(pd.DataFrame(), failures, subsets={"all": ["zoo", "iris"]})


def test_a_file_with_other_columns_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text("dataset,classifier\n")
    with pytest.raises(
        ValueError, match=r"a\.csv: no column run, fold, reason among dataset"
    ):
        read_failures([str(tmp_path / "a.csv")])
