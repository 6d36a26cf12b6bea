"""The examples in docstrings hold."""

import doctest
from importlib import import_module

import pytest

from sources import MODULES, PACKAGE, named

WITH_EXAMPLES = [x for x in MODULES if ">>> " in x.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=named)
def test_an_example_gives_what_it_says(path):
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    assert not doctest.testmod(import_module(name.removesuffix(".__init__"))).failed
