"""Sentences on published intervals and sizes."""

import pytest
from resampled_rates import of_letters, of_regression, settings_of

from tenbyten.report.simulated.resampled.sentences import sentences_of


@pytest.fixture(scope="module")
def said():
    return sentences_of(of_letters(), settings_of("letters"))


def test_agreement_with_published_intervals_is_counted(said):
    # Of 7 cases and losses with four quantities each, r of A - B is far in three.
    rms = ((25 * 0.25 + 3 * 9) / 28) ** 0.5
    assert said[0].startswith(
        f"25 of 28 published intervals agree with the estimates (|z| < 1.96); root "
        f"mean square of z: {rms:.2f} (all w 0.50, w = 1 1.16, "
    )
    assert said[0].endswith(
        "The farthest is r of A \N{MINUS SIGN} B, w = 1, with z = -3.00."
    )


def test_exact_values_are_held_to_the_published_intervals(said):
    assert said[1] == (
        "7 of 7 published intervals of generalization errors hold the exact value."
    )


def test_sizes_are_told_by_test_part_and_those_that_are_liberal_counted(said):
    # 400 data sets: significantly above 0.1 is above 0.1247.
    assert (
        "Trained on n/2 the size of the corrected resampled t is 0.135 tested "
        "on n/2 (significantly above 0.1 in 7 of 7), 0.135 tested on n/10 "
        "(significantly above 0.1 in 7 of 7)."
    ) in said
    (conservative,) = (x for x in said if "n/2 the size of the conservative Z" in x)
    assert conservative.count("in 0 of 7") == 2


def test_sizes_are_told_by_numbers_of_splits_and_halvings():
    said = sentences_of(of_regression(), settings_of("regression"))
    assert (
        "Trained on 9n/10 the size of the resampled t is 0.505 with J = 5, "
        "0.515 with J = 15."
    ) in said
    assert said[-1] == (
        "Trained on 9n/10 the size of the conservative Z is 0.065 with M = 5, "
        "0.065 with M = 10."
    )
