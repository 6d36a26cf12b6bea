"""Sentences on the results."""

import pandas as pd
import pytest

from tenbyten.report.sentences import method_sentence, sentences_of, unstable_tests


@pytest.fixture
def decided(small):
    """Make a study of two classifiers in which the tests decide as they are told."""

    def decide(there, back, settings=None, **numbers):
        line = {"q": 8, "p_column": 0.97, "rank_sum_column": 30, "rank_sum_row": 6}
        line |= {"z": -1.7, "p_one_sided": 0.0446, "p_two_sided": 0.0892} | numbers
        lines = [
            {"row": "weak", "column": "strong", **line},
            {"row": "strong", "column": "weak", **line},
        ]
        table = pd.DataFrame(lines)
        table["poisson"], table["signed_rank"] = zip(there, back, strict=True)
        return small._replace(
            labels={"weak": "A", "strong": "B"},
            decisions={"all": table},
            subsets={"all": small.subsets["all"]},
            settings=small.settings | (settings or {}),
        )

    return decide


def said(contents):
    """The sentences on the only pair."""
    ((row, column, text),) = sentences_of(contents, "all").differ
    assert (row, column) == ("weak", "strong")
    return text


def test_when_both_tests_agree_the_second_sentence_says_so(decided):
    assert said(decided((1, 1), (0, 0))) == (
        "B is more accurate than A on the 8 data sets: it wins more than half of them "
        "with probability 0.9700 (Poisson test, q = 8, significant above 0.95). The "
        "signed-rank test agrees (one-sided, R+ = 30, R- = 6, p = 0.0446)."
    )


def test_the_better_one_may_stand_in_the_row(decided):
    assert said(decided((0, 0), (1, 1))).startswith("A is more accurate than B on")


def test_one_test_alone_is_called_by_its_name(decided):
    text = said(decided((1, 0), (0, 0), p_one_sided=0.0697))
    assert text.startswith("By the Poisson test B is more accurate than A")
    assert text.endswith(
        "The signed-rank test does not find this difference (one-sided, R+ = 30, R- = "
        "6, p = 0.0697, not below 0.05)."
    )
    text = said(decided((0, 1), (0, 0), p_column=0.9482))
    assert text.startswith("By the signed-rank test B is more accurate than A")
    assert text.endswith("half of them with probability 0.9482, not above 0.95.")


def test_tests_that_contradict_each_other_are_reported_so(decided):
    text = said(decided((1, 0), (0, 1)))
    assert text.startswith("The tests contradict each other on B and A")
    assert "By the signed-rank test A is more accurate" in text


def test_a_probability_is_never_rounded_to_certainty(decided):
    for p in (0.99999, 1.0):
        text = said(decided((1, 1), (0, 0), p_column=p))
        assert "with probability > 0.9999 (" in text


def test_two_sides_and_other_metrics_are_named(decided):
    settings = {"signed_rank_sides": "two", "metric": "log_loss"}
    text = said(decided((1, 1), (0, 0), settings))
    assert "B is better than A by log_loss on" in text
    assert "(two-sided, R+ = 30, R- = 6, p = 0.0892)" in text


def test_pairs_without_a_difference_share_one_sentence(decided):
    found = sentences_of(decided((0, 0), (0, 0)), "all")
    assert found.differ == []
    assert found.alike == (
        "Neither test finds a difference on the 8 data sets between A and B. That is "
        "no evidence that they are equal."
    )


def test_every_pair_is_spoken_of_once(small):
    for subset in small.subsets:
        found = sentences_of(small, subset)
        text = " ".join([text for _, _, text in found.differ] + [found.alike])
        assert len(found.differ) + found.alike.count(" and ") == 3
        where = "the 4 data sets numbered 1 to 4" if subset == "first" else "the 8 data"
        assert where in text


def test_all_classifiers_together_are_spoken_of_as_demsar_does(small):
    assert sentences_of(small, "all").omnibus == [
        "The Friedman test rejects that all 3 classifiers perform alike on the 8 data "
        "sets (chi-squared = 9.280, 2 degrees of freedom, p = 0.0097).",
        "Iman and Davenport's test does not reject that all 3 classifiers perform "
        "alike on the 8 data sets (F = 3.690, 2 and 14 degrees of freedom, p = "
        "0.3000).",
    ]


def test_every_policy_is_in_the_sentence_on_the_method(small):
    text = method_sentence(small, "all")
    for words in (
        "weak one, strong_1 and twin by accuracy in 2 runs of 5-fold",
        "correlation 1/folds",
        "alpha = 0.05",
        "computed exactly, where an all-zero difference counted one half",
        "one-sided signed-rank test",
        "by the normal approximation, which is rough below 25 data sets (here 8), "
        "zeros split evenly",
    ):
        assert words in text
    other = {"poisson": "simulated", "zero_variance": "drop", "rho": 0.25}
    text = method_sentence(small._replace(settings=small.settings | other), "all")
    assert "from 100000 simulated draws" in text
    assert "left the data set out" in text
    assert "correlation 0.25" in text


def test_tests_that_are_not_stable_are_named_for_the_pair(small):
    assert unstable_tests(small, "all")["weak", "strong"] == "Poisson test"
    assert unstable_tests(small, "first") == {}
    assert unstable_tests(small._replace(sensitivity=None), "all") == {}
