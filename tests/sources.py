"""The package's sources, as the tests of its structure and of its map read them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "workflow" / "tenbyten"
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def parsed(path):
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def lines_of(found):
    """What a test found, a line each."""
    return "\n" + "\n".join(found)


def named(path):
    """A module's path as messages name it."""
    return str(path.relative_to(ROOT / "workflow"))


def functions(path):
    """Every function of a module with the classes and functions around it."""

    def below(node, around):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield child, around
            is_scope = isinstance(
                child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
            )
            yield from below(child, [*around, child] if is_scope else around)

    return list(below(parsed(path), []))
