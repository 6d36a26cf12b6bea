"""Arguments that no test takes are refused."""

import numpy as np
import pytest

from tenbyten.statistics.checks import (
    check_alpha,
    check_differences,
    check_probabilities,
    check_rho,
    check_rope,
)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ((5, 3), r"of shape \(5, 3\); the last axes hold 5 runs, 2 folds"),
        ((4, 2), r"of shape \(4, 2\)"),
        ((2,), r"of shape \(2,\)"),
        ((), r"of shape \(\)"),
    ],
)
def test_axes_that_do_not_fit_are_refused(shape, message):
    with pytest.raises(ValueError, match=f"some_test: differences {message}"):
        check_differences(
            "some_test", np.zeros(shape), {"runs": (5, 5), "folds": (2, 2)}
        )


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_is_refused(value):
    differences = np.zeros((2, 3))
    differences[1, 2] = value
    with pytest.raises(ValueError, match=rf"the difference at \(1, 2\) is {value}"):
        check_differences("some_test", differences, {"splits": (2, None)})


def test_a_difference_above_the_largest_is_refused():
    axes = {"folds": (1, None)}
    with pytest.raises(ValueError, match=r"is 2\.5; .* a number from -2 to 2: divide"):
        check_differences("some_test", [1, 2.5], axes, largest=2.0)
    assert check_differences("some_test", [1, 2.5], axes).tolist() == [1, 2.5]


@pytest.mark.parametrize("p", [-0.1, 1.1, np.nan])
def test_a_probability_outside_0_to_1_is_refused(p):
    with pytest.raises(ValueError, match=rf"some_test: p is {p} at \(1,\).*1: look"):
        check_probabilities("some_test", "p", [0.5, p], "look there")


@pytest.mark.parametrize(
    ("check", "name"),
    [(check_alpha, "alpha"), (check_rope, "rope"), (check_rho, "rho")],
)
@pytest.mark.parametrize("value", [-0.1, 1, np.nan])
def test_a_setting_outside_its_range_is_refused(check, name, value):
    with pytest.raises(ValueError, match=f"some_test: {name} is {value}; give a "):
        check("some_test", value)
