"""Follow the code of this package from where it begins to all that it uses."""

import ast
import sys
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tenbyten.files import modules_of

_PACKAGE = __name__.partition(".")[0]
FOLDER = Path(__file__).parents[1]

# A module and a name in it; no name stands for all of the module.
Use = tuple[str, str]


class _Module(NamedTuple):
    """A module's lines and statements.

    Attributes
    ----------
    lines : list of str
        The source.
    statements : list of ast.stmt
        Those at the top, without imports.
    positions : dict of str to list of int
        The statements that bind a name; under "" those that bind none.
    imports : dict of str to Use
        What an imported name stands for.
    exports : dict of str to Use
        The same of names that only type checkers import.
    """

    lines: list[str]
    statements: list[ast.stmt]
    positions: dict[str, list[int]]
    imports: dict[str, Use]
    exports: dict[str, Use]


class Reached(NamedTuple):
    """What roots reach: pieces of source by place, and the packages not of Python's."""

    pieces: dict[tuple[str, int], str]
    libraries: set[str]


def reach(roots: Collection[str], without: Collection[str] = ()) -> Reached:
    """Follow the roots, except into what `without` names."""
    return _reached(tuple(sorted(set(roots))), frozenset(without))


@cache
def _reached(roots: tuple[str, ...], without: frozenset[str]) -> Reached:
    """Follow every use from the roots on, each once."""
    found = Reached({}, set())
    waiting: list[Use] = [
        (root.partition(":")[0], root.partition(":")[2]) for root in roots
    ]
    seen: set[Use] = set()
    while waiting:
        use = _as_module(waiting.pop())
        if use in seen:
            continue
        seen.add(use)
        module, name = use
        if not is_ours(module):
            top = module.partition(".")[0]
            if top not in sys.stdlib_module_names:
                found.libraries.add(top)
            continue
        for place in _places(module, name):
            if isinstance(place, tuple):
                waiting.append(place)
            elif not {module, f"{module}:{name}"} & without:
                text, uses = _piece(module, place)
                found.pieces[module, place] = text
                waiting += uses
    return found


def is_ours(module: str) -> bool:
    """Return whether a module is of this package."""
    return module.partition(".")[0] == _PACKAGE


def _places(module: str, name: str) -> Iterator[int | Use]:
    """Yield the statements of a module that give a name, or the name it stands for."""
    source = _read(module)
    is_lazy = "__getattr__" in source.positions
    below = [b for b in _modules() if b.startswith(f"{module}.")] if is_lazy else []
    yield from source.positions[""]
    if not name:
        yield from ((module, bound) for bound in source.positions if bound)
        yield from (source.imports | source.exports).values()
        yield from ((found, "") for found in below)
    elif name in source.positions:
        yield from source.positions[name]
    elif name in (known := source.exports | source.imports):
        yield known[name]
    elif found := [b for b in below if name in _read(b).positions]:
        yield from ((b, name) for b in found)
    elif not (name.startswith("__") and name.endswith("__")):
        raise ValueError(f"{module} has no {name!r}")


@cache
def _piece(module: str, position: int) -> tuple[str, list[Use]]:
    """Return the text of a statement, without what changes nothing, and its uses.

    The text tells what every imported name in it stands for.
    """
    source = _read(module)
    statement = source.statements[position]
    nodes = _nodes_of(statement)
    imports = source.imports | _imports(nodes)
    dotted: set[ast.AST] = set()
    uses: set[Use] = set()
    bound: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = node.value.id
            if name in imports and not (target := _as_module(imports[name]))[1]:
                dotted.add(node.value)
                uses.add((target[0], node.attr) if is_ours(target[0]) else target)
                bound.add(f"{name} = {target[0]}")
        elif isinstance(node, ast.Name) and node not in dotted:
            if node.id in imports:
                uses.add(_as_module(imports[node.id]))
                bound.add(f"{node.id} = {'.'.join(imports[node.id])}")
            elif node.id in source.positions:
                uses.add((module, node.id))
    told = _telling(source.lines, nodes)
    return "\n".join([*sorted(bound), *told]), sorted(uses)


def _as_module(use: Use) -> Use:
    """Name a module that is imported from its package as a module."""
    module, name = use
    if name and is_ours(module) and _file(f"{module}.{name}"):
        return f"{module}.{name}", ""
    return use


@cache
def _modules() -> list[str]:
    """Name every module of this package."""
    files = (f.relative_to(FOLDER.parent).with_suffix("") for f in modules_of(FOLDER))
    return sorted(".".join(f.parts).removesuffix(".__init__") for f in files)


@cache
def _file(module: str) -> Path | None:
    """Find the source of a module of this package; None if there is none."""
    path = FOLDER.joinpath(*module.split(".")[1:])
    for file in (path / "__init__.py", path.with_suffix(".py")):
        if file.is_file():
            return file
    return None


@cache
def _read(module: str) -> _Module:
    """Read and parse a module of this package."""
    file = _file(module)
    if file is None:
        raise ValueError(f"there is no module {module}")
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    statements: list[ast.stmt] = []
    imported: list[ast.stmt] = []
    exported: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported.append(node)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            exported += node.body
        elif not _is_text(node):
            statements.append(node)
    positions: dict[str, list[int]] = {"": []}
    for position, node in enumerate(statements):
        for name in _bound_by(node) or [""]:
            positions.setdefault(name, []).append(position)
    imports, exports = _imports(imported), _imports(exported)
    return _Module(text.splitlines(), statements, positions, imports, exports)


def _imports(nodes: Collection[ast.AST]) -> dict[str, Use]:
    """Map the names that import statements bind to what they stand for."""
    found: dict[str, Use] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for name in node.names:
                module = name.name if name.asname else name.name.partition(".")[0]
                found[name.asname or module] = module, ""
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                found[name.asname or name.name] = str(node.module), name.name
    return found


def _bound_by(statement: ast.stmt) -> set[str]:
    """Name what a statement at the top of a module binds there."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    stored = (n for n in _nodes_of(statement) if isinstance(n, ast.Name))
    return {n.id for n in stored if isinstance(n.ctx, ast.Store)}


def _is_text(node: ast.AST) -> bool:
    """Return whether a statement is a docstring."""
    constant = node.value if isinstance(node, ast.Expr) else None
    return isinstance(constant, ast.Constant) and isinstance(constant.value, str)


def _telling(lines: list[str], nodes: list[ast.AST]) -> list[str]:
    """Take the lines of a statement that are no comments, docstrings or blank."""
    statement: Any = nodes[0]
    decorators = getattr(statement, "decorator_list", ())
    within: set[int] = set()
    texts: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Expr | ast.Constant | ast.JoinedStr):
            span = range(node.lineno, (node.end_lineno or 0) + 1)
            if _is_text(node):
                texts.update(span)
            elif not isinstance(node, ast.Expr):
                within.update(span[1:])
    first = min(node.lineno for node in (statement, *decorators))
    return [
        line
        for n, line in enumerate(lines[first - 1 : statement.end_lineno], first)
        if n not in texts
        if n in within or line.strip()[:1] not in ("", "#")
    ]


def _nodes_of(statement: ast.AST) -> list[ast.AST]:
    """List all nodes below a statement, itself first, as `ast.walk`, but faster.

    Those without fields are left out, such as operators.
    """
    found = [statement]
    for node in found:
        for value in vars(node).values():
            if isinstance(value, ast.AST):
                if value._fields:
                    found.append(value)
            elif isinstance(value, list):
                found += [x for x in value if isinstance(x, ast.AST)]
    return found
