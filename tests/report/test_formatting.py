"""Numbers and lists for people."""

import math

import numpy as np
import pytest

from tenbyten.report.formatting import (
    EMPTY,
    format_difference,
    format_metric,
    format_number,
    format_percent,
    format_posterior,
    format_probability,
    format_relation,
    join_words,
    p_equals,
    shorten_list,
)


@pytest.mark.parametrize(
    ("value", "text", "sentence"),
    [
        (0, "<0.0001", "p < 0.0001"),
        (4.9e-5, "<0.0001", "p < 0.0001"),
        (5.1e-5, "0.0001", "p = 0.0001"),
        (0.97, "0.9700", "p = 0.9700"),
        (0.99994, "0.9999", "p = 0.9999"),
        (0.99996, ">0.9999", "p > 0.9999"),
    ],
)
def test_no_probability_is_rounded_to_0_or_1(value, text, sentence):
    assert format_probability(value) == format_posterior(value) == text
    assert p_equals(value) == sentence
    assert f"p {format_relation(value)}" == sentence


def test_a_p_value_may_be_1_of_which_no_posterior_is_certain():
    assert format_probability(1.0) == "1"
    assert p_equals(1.0) == "p = 1"
    assert format_posterior(1.0) == ">0.9999"
    assert f"p {format_relation(1.0)}" == "p > 0.9999"


def test_what_is_missing_is_a_dash():
    for write in (format_number, format_percent, format_probability):
        assert write(np.nan) == EMPTY


def test_numbers_are_written_in_their_format():
    assert format_number(8.0, "g") == "8"
    assert format_percent(0.12345) == "12.35"
    assert format_relation(0.9996, 3) == "> 0.999"


def test_an_accuracy_is_in_percent_and_no_other_metric():
    write, unit = format_metric({"metric": "accuracy"})
    assert (write(0.5), unit) == ("50.00", "accuracy (%)")
    write, unit = format_metric({"metric": "log_loss"})
    assert (write(0.5), unit) == ("0.5000", "log_loss")


def test_a_difference_has_its_unit_and_no_minus_zero():
    write, unit = format_difference({"metric": "accuracy"})
    assert (write(-0.0123), unit) == ("-1.23", "percentage points")
    assert write(-0.00001) == "0.00"
    write, unit = format_difference({"metric": "log_loss"})
    assert (write(-0.0123), unit) == ("-0.0123", "log_loss")


@pytest.mark.parametrize(
    ("rope", "mean", "difference"),
    [
        (0, "12.3457", "-0.5000"),
        (0.01, "12.3457", "-0.5000"),
        (0.002, "12.34568", "-0.50000"),
        (2.5, "12.35", "-0.50"),
        (500, "12", "0"),
    ],
)
def test_a_rope_in_the_unit_of_a_metric_settles_its_decimals(rope, mean, difference):
    settings = {"metric": "cost", "rope": rope}
    assert format_metric(settings)[0](12.345678) == mean
    assert format_difference(settings)[0](-0.5) == difference
    assert format_metric(settings | {"metric": "accuracy"})[0](0.5) == "50.00"


def test_lists_are_joined_and_shortened():
    assert join_words(["a"]) == "a"
    assert join_words(["a", "b", "c"]) == "a, b and c"
    assert shorten_list("a; b; c", most=3) == "a, b, c"
    assert shorten_list("a; b; c", most=2) == "a, b and 1 more"
    assert shorten_list("", most=2) == ""


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1.9234, "1.92"),
        (0.98, "0.980"),
        (10, "10.0"),
        (1234.6, "1235"),
        (2e-4, "0.000200"),
    ],
)
def test_what_a_logarithm_is_of_has_three_digits(number, written):
    settings = {"metric": "cost", "rope": math.log(1.1), "scale": "ratio"}
    write, unit = format_difference(settings)
    assert (write(math.log(number)), unit) == (written, "factors of cost")
    assert format_metric(settings)[1] == "cost (geometric)"
    ends = (math.inf, -math.inf, math.nan)
    assert [*map(write, ends)] == ["\N{INFINITY}", "0", "\N{EN DASH}"]
