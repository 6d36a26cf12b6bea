"""The package is built as workflow/README.md says."""

import ast
import re
import subprocess
import sys

import pytest

from sources import MODULES, PACKAGE, ROOT, functions, lines_of, named, parsed

README = (ROOT / "workflow" / "README.md").read_text(encoding="utf-8")
TABLE = README.partition("## Which room may import which")[2].partition("\n## ")[0]
# The rooms and modules that each may import, besides itself.
MAY_IMPORT = {
    name: set(re.findall(r"`(\w+)`", others))
    for name, others in re.findall(r"^\| `(\w+)` \| (.*) \|$", TABLE, re.MULTILINE)
}
# These join the rooms, and no room knows them.
TOP = {
    "__init__",
    "__main__",
    "analysis",
    "command",
    "evaluation",
    "stages",
}


def imported(path):
    """Every module that a module imports, with its line."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{named(path)}:{node.lineno}: a relative import"
            if node.module == "tenbyten":
                for name in node.names:
                    yield f"tenbyten.{name.name}", node.lineno
            else:
                yield node.module, node.lineno


# Who knows whom


def room(module):
    """The room of a module of the package, or the module itself at its top."""
    return module.split(".")[1]


def test_every_room_has_its_place():
    there = {p.stem for p in PACKAGE.glob("*.py")}
    there |= {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.glob("*/*.py")}
    assert there == MAY_IMPORT.keys() | TOP


@pytest.mark.parametrize("where", MAY_IMPORT)
def test_a_room_imports_what_it_may(where):
    folder = PACKAGE / where
    files = (
        sorted(folder.rglob("*.py")) if folder.is_dir() else [PACKAGE / f"{where}.py"]
    )
    assert files
    others = [
        f"{named(path)}:{line} imports {module}"
        for path in files
        for module, line in imported(path)
        if module.startswith("tenbyten.")
        if room(module) not in MAY_IMPORT[where] | {where}
    ]
    assert not others, lines_of(others)


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import tenbyten; tenbyten.__version__", {"pandas", "numba", "sklearn"}),
        ("import tenbyten.statistics", {"scipy"}),
        (
            "import tenbyten.statistics as tests; "
            "import tenbyten.comparisons.over_datasets; "
            "[getattr(tests, name) for name in tests.__all__]",
            # It takes a second, several times as long as scipy.special.
            {"scipy.stats"},
        ),
        (
            "import tenbyten.report.page",
            {"matplotlib", "numba", "scipy.interpolate", "scipy.optimize"}
            | {"fontTools", "scipy.stats"},
        ),
        (
            "import numpy as np; from tenbyten.metrics import METRICS, SCORERS, measure"
            "; names = METRICS.keys() - SCORERS.keys() - {'accuracy'}; "
            "measure(names, np.array([0, 1]), np.array([0, 1]), np.eye(2), 1.0, 1.0)",
            {"sklearn"},
        ),
    ],
)
def test_nothing_is_imported_that_is_not_needed(code, heavy):
    code = f"import sys; {code}; print(*{heavy} & set(sys.modules))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_layout_alone_knows_the_paths_of_results():
    known = re.compile(r"results/|(?:comparisons|tables|accuracies|metrics)/[{\w*]")
    found = []
    for path in MODULES:
        if path.name == "layout.py":
            continue
        documented = {
            id(node.value)
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Constant) or id(node) in documented:
                continue
            if isinstance(node.value, str) and known.search(node.value):
                found.append(f"{named(path)}:{node.lineno}: {node.value}")
    assert not found, lines_of(found)


def is_private(name):
    """Whether a name is private to its module or class."""
    return name.startswith("_") and not name.startswith("__")


def test_no_private_name_is_imported_from_another_module():
    # Of other packages, and of objects, ruff finds them.
    found = [
        f"{named(path)}:{node.lineno}: {name.name}"
        for path in MODULES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if any(map(is_private, [name.name, *node.module.split(".")]))
    ]
    assert not found, lines_of(found)


def parameters(function):
    """Names of a function's parameters, but for the object of a method."""
    arguments = function.args
    names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [name for name in names if name.arg not in ("self", "cls")]


# Types


def is_kernel(function):
    """Whether numba compiles a function, for whatever types it is called with."""
    found = (node for top in function.decorator_list for node in ast.walk(top))
    names = {node.id for node in found if isinstance(node, ast.Name)}
    return bool(names & {"njit", "kernel"})


def is_public(function, around):
    """Whether a function is public, and so is the class that it is a method of."""
    names = [function.name, *(scope.name for scope in around)]
    inside = any(not isinstance(scope, ast.ClassDef) for scope in around)
    return not inside and not any(is_private(name) for name in names)


def untyped(function):
    """Parameters of a function without a type, and `return`."""
    arguments = [*parameters(function), function.args.vararg, function.args.kwarg]
    missing = [a.arg for a in arguments if a is not None and a.annotation is None]
    if function.returns is None and function.name != "__init__":
        missing.append("return")
    return missing


def test_public_functions_have_types():
    found = [
        f"{named(path)}:{function.lineno} {function.name}: {untyped(function)}"
        for path in MODULES
        for function, around in functions(path)
        if is_public(function, around) and not is_kernel(function) and untyped(function)
    ]
    assert not found, lines_of(found)
