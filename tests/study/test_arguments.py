"""Every stage's function takes the arguments that a study has for it."""

from inspect import signature

import pytest

from tenbyten import stages
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.comparisons.over_datasets import compare_over_datasets
from tenbyten.comparisons.poisson import poisson_tests
from tenbyten.comparisons.signed_rank import signed_rank_tests
from tenbyten.folds.split import split
from tenbyten.report.figures.plan import FigureSettings
from tenbyten.study import read_study

FUNCTIONS = {
    "split": split,
    "run_correlated_t": compare_on_each,
    "run_poisson": poisson_tests,
    "run_signed_rank": signed_rank_tests,
    "run_other_tests": compare_over_datasets,
    "assess_sensitivity": stages.assess_sensitivity,
    "compare_with_published": stages.compare_with_published,
    "draw": FigureSettings,
}


@pytest.fixture(scope="module")
def paper(root):
    """The shipped study of the paper."""
    return read_study("paper", root)


@pytest.mark.parametrize("stage", FUNCTIONS)
def test_a_function_takes_the_arguments_of_its_stage(paper, stage):
    arguments = getattr(paper.arguments, stage)
    assert arguments
    signature(FUNCTIONS[stage]).bind_partial(**arguments)


def test_a_subset_s_table_is_of_its_data_sets(paper):
    arguments = paper.arguments.tabulate("second")
    signature(stages.tabulate).bind_partial(**arguments)
    assert arguments["span"] == (28, 54)
    assert len(arguments["datasets"]) == 27


def test_a_stage_has_arguments_for_each_subset_in_the_study_s_order(paper):
    by_subset = paper.arguments.over_subsets("run_poisson")
    assert list(by_subset) == list(paper["subsets"]) == ["first", "second", "all"]
    for subset, arguments in by_subset.items():
        assert arguments == paper.arguments.over(subset, "run_poisson")
    assert by_subset["second"]["datasets"] == paper.datasets_by_subset["second"]


def test_a_setting_and_the_arguments_of_its_test_are_told_apart(paper):
    assert paper["poisson"] == "exact"
    assert paper.arguments.run_poisson == {
        "alpha": 0.05,
        "seed": 1,
        "distribution": "exact",
        "draws": 100_000,
    }


def test_a_study_without_control_or_published_decisions_says_so(root):
    demo = read_study("demo", root)
    assert demo["control"] is None
    assert demo["published"] == {"source": "", "decisions": {}}
    assert "control" in demo.arguments.draw
