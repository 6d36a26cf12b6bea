"""Every test by its name: `from tenbyten.statistics import ...`."""

import inspect
import re

import pytest

from tenbyten import statistics


@pytest.mark.parametrize("name", statistics.__all__)
def test_every_name_is_a_function_that_the_docstring_lists(name):
    assert getattr(statistics, name).__name__ == name
    assert f"`{name}`" in statistics.__doc__
    assert name in dir(statistics)


@pytest.mark.parametrize("name", statistics.__all__)
def test_every_function_says_what_it_takes_returns_and_refuses(name):
    function = getattr(statistics, name)
    doc = inspect.getdoc(function)
    _, *parts = re.split(r"^(\w+)\n-+\n", doc, flags=re.MULTILINE)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    named = re.findall(r"^(\w[^:\n]*)", sections["Parameters"], flags=re.MULTILINE)
    listed = [parameter.strip() for names in named for parameter in names.split(",")]
    assert listed == list(inspect.signature(function).parameters)
    assert re.match(r"\S.*\n    \S", sections["Returns"])
    assert re.match(r"ValueError\n    \S", sections["Raises"])


def test_the_docstring_lists_nothing_else():
    listed = set(re.findall(r"(?<!`)`(\w+)`(?!`)", statistics.__doc__))
    assert listed - {"checks", "rounding", "p_values"} == set(statistics.__all__)


def test_an_unknown_name_is_no_attribute():
    with pytest.raises(AttributeError, match="has no attribute 'z_test'"):
        _ = statistics.z_test
