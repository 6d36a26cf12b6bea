"""Every test by its name: `from tenbyten.statistics import ...`."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tenbyten import statistics

# Modules behind the tests, without a test of their own.
SHARED = {
    "dirichlet",
    "hierarchical_grid",
    "hierarchical_likelihood",
    "hierarchical_priors",
    "omnibus",
    "studentized",
}


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
    assert listed - {"checks", "rounding", "standardised"} == set(statistics.__all__)


def test_every_module_of_a_group_is_named_there_and_gives_a_name():
    folder = Path(statistics.__file__).parent
    modules = {getattr(statistics, name).__module__ for name in statistics.__all__}
    for path in folder.glob("*/*.py"):
        if path.stem != "__init__":
            said = (path.parent / "__init__.py").read_text()
            assert re.search(rf"\b{path.stem}\b", said), path
            module = f"tenbyten.statistics.{path.parent.name}.{path.stem}"
            assert (module in modules) != (path.stem in SHARED), path


def test_an_unknown_name_is_no_attribute():
    with pytest.raises(AttributeError, match="has no attribute 'z_test'"):
        _ = statistics.z_test


def test_nothing_is_imported_before_it_is_asked_for():
    code = "import sys, tenbyten.statistics; print('scipy' in sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert said.stdout == "False\n"


def test_no_test_imports_scipy_stats():
    # It takes a second, several times as long as scipy.special.
    code = (
        "import sys, tenbyten.statistics as tests\n"
        "import tenbyten.comparisons.over_datasets, tenbyten.comparisons.poisson\n"
        "[getattr(tests, name) for name in tests.__all__]\n"
        "print('scipy.stats' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
