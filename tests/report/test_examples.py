"""Examples in docstrings of the report's functions are true."""

import doctest

import pytest

from tenbyten.report import captions, document, formatting
from tenbyten.report.figures import critical_difference, style


@pytest.mark.parametrize(
    "module", [captions, critical_difference, document, formatting, style]
)
def test_a_function_does_what_its_examples_show(module):
    tried = doctest.testmod(module)
    assert tried.attempted
    assert not tried.failed
