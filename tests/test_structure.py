"""The package is built as workflow/README.md says."""

import ast
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter

import pytest

from sources import MODULES, PACKAGE, ROOT, functions, lines_of, named, parsed

README = (ROOT / "workflow" / "README.md").read_text(encoding="utf-8")
# The floor of each room or module of the package; these two join them.
FLOORS = {
    room: int(floor)
    for floor, rooms in re.findall(r"^\| (\d+) \| (.*?) \|", README, re.MULTILINE)
    for room in re.findall(r"`(\w+)`", rooms)
}
TOP = {"__init__", "__main__"}


def imported(path):
    """Every module, or name of a module, that a module imports, with its line."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{named(path)}:{node.lineno}: a relative import"
            for name in node.names:
                yield f"{node.module}.{name.name}", node.lineno


# Who knows whom


def room(module):
    """The room of a module of the package, or the module itself at its top."""
    return module.split(".")[1]


def test_every_room_has_its_floor():
    there = {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py")}
    assert {name.removesuffix(".py") for name in there} == FLOORS.keys() | TOP


def imports():
    """What modules of the package import of it, as (path, line, module)."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for module, line in imported(path):
            if module.startswith("tenbyten."):
                yield path, line, module


def test_no_room_imports_from_a_higher_floor():
    wrong = []
    for path, line, module in imports():
        where = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if where in TOP:
            continue
        if room(module) in TOP or FLOORS[room(module)] > FLOORS[where]:
            wrong.append(f"{named(path)}:{line} imports {module}")
    assert not wrong, lines_of(wrong)


def check_no_circle(graph):
    """Refuse a graph in which some import each other."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {', '.join(map(str, error.args[1]))}")


def test_no_rooms_import_each_other():
    knows = {name: set() for name in FLOORS}
    for path, _, module in imports():
        where = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if where not in TOP and room(module) != where:
            knows[where].add(room(module))
    check_no_circle(knows)


def test_no_modules_import_each_other():
    known = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        known[".".join(parts).removesuffix(".__init__")] = path
    knows = {path: set() for path in known.values()}
    for path, _, module in imports():
        knows[path].add(known.get(module, known.get(module.rpartition(".")[0])))
    check_no_circle(knows)


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import tenbyten; tenbyten.__version__", {"pandas", "numba", "sklearn"}),
        ("import tenbyten.statistics", {"scipy"}),
        (
            "import tenbyten.statistics as tests; "
            "import tenbyten.over_datasets; "
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


# What a docstring says to other rooms


def called_from_other_rooms():
    """Every function that another room or a script imports, and its file."""
    scripts = (ROOT / "workflow" / "scripts").glob("*.py")
    known = {
        module
        for path in [*MODULES, *scripts]
        for module, _ in imported(path)
        if module.startswith("tenbyten.")
        and path.relative_to(ROOT).parts[2].removesuffix(".py") != room(module)
    }
    for path in MODULES:
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        for function, around in functions(path):
            if not around and ".".join([*parts, function.name]) in known:
                yield path, function


def sections_missing(function):
    """Sections of numpydoc that a function's docstring needs and does not have."""
    docstring = ast.get_docstring(function) or ""
    needs = {
        "Parameters": len(parameters(function)) > 1,
        "Raises": any(isinstance(node, ast.Raise) for node in ast.walk(function)),
    }
    return [x for x in needs if needs[x] and f"{x}\n{'-' * len(x)}" not in docstring]


def test_a_function_that_other_rooms_call_explains_its_parameters_and_errors():
    found = list(called_from_other_rooms())
    assert len(found) > 100
    wrong = [
        f"{named(path)}:{function.lineno} {function.name}: {', '.join(missing)}"
        for path, function in found
        if (missing := sections_missing(function))
    ]
    assert not wrong, lines_of(wrong)


# What workflow/README.md says


def summary(path):
    """First paragraph of a file's docstring, on one line."""
    text = re.match(r'"""(.*?)"""', path.read_text(encoding="utf-8"), re.DOTALL)
    return " ".join(text.group(1).split("\n\n")[0].split()) if text else ""


def test_every_file_has_a_summary_of_one_sentence():
    files = [*MODULES, *(ROOT / "workflow").glob("*/*.smk")]
    files += (ROOT / "workflow" / "scripts").glob("*.py")
    sentence = re.compile(r"[A-Zps`5].*[.]")
    wrong = [named(path) for path in files if not sentence.fullmatch(summary(path))]
    assert not wrong, lines_of(wrong)


def paths_named(text):
    """Every path of the project that a text names in code, from the project's top."""
    rooms = "|".join(p.name for p in PACKAGE.iterdir() if p.is_dir())
    for code in re.findall(r"`([^`\n]+)`", text):
        path = code.split("::")[0]
        # The results of a study have folders of some of these names too.
        if re.fullmatch(rf"(?:{rooms})/[\w./]*(?<!\.csv)", path):
            yield f"workflow/tenbyten/{path}"
        elif re.fullmatch(r"(?:rules|scripts|schemas|simulations)/[\w./-]*", path):
            yield f"workflow/{path}"
        elif re.fullmatch(r"(?:config|profiles|tests|workflow|\.ci)/[\w./-]+", path):
            yield path
        elif re.fullmatch(r"\w+\.py", path) and path != "training.py":
            yield f"workflow/tenbyten/{path}"


def test_every_function_that_it_names_is_there():
    found = re.findall(r"`([\w/]+\.py)::(\w+)`", README)
    assert len(found) > 10
    missing = [
        f"{path}::{name}"
        for path, name in found
        if name not in {function.name for function, _ in functions(PACKAGE / path)}
    ]
    assert not missing, lines_of(missing)


def test_every_file_that_it_names_is_there():
    paths = set(paths_named(README))
    assert len(paths) > 40
    missing = sorted(path for path in paths if not (ROOT / path).exists())
    assert not missing, lines_of(missing)


def test_it_fits_on_two_screens():
    assert len(README.splitlines()) <= 120
