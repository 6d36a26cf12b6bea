"""Fingerprint what results are made from: settings, libraries, the user's own modules.

Software is described without importing it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib import metadata
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import resolve_name
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

# Packages that are installed under another name; any other such is searched for.
_INSTALLED_AS = {"sklearn": "scikit-learn", "jpype": "JPype1"}
_SITE = {"site-packages", "dist-packages"}
_NOT_FOUND = "not found"
# A longer value is not shown.
_SHORT = 60
_NOTHING: tuple[Any, ...] = ("", [], {}, None)


def as_json(values: Any) -> Any:
    """Return values as they are after writing and reading them as JSON.

    Keys that are no text keep their type in words, so that 1 and "1" stay two keys.
    """
    return json.loads(json.dumps(_named(values), default=repr))


def digest(values: Any, length: int = 20) -> str:
    """Return hexadecimal digits that differ for different values, whatever their order.

    Values that Python calls equal may differ: 1 and 1.0 are not the same setting.

    Parameters
    ----------
    values : object
        Nested mappings, lists and values; what JSON does not have counts by its `repr`.
    length : int, default=20
        How many digits.
    """
    text = json.dumps(_named(values), default=repr, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def differences(old: Any, new: Any) -> list[str]:
    """Say in words what differs between two nested mappings.

    Parameters
    ----------
    old, new : mapping
        Before and after.

    Returns
    -------
    list of str
        A change each: its keys, and both values if they are short.

    Examples
    --------
    >>> differences({"settings": {"C": 0.25}}, {"settings": {"C": 0.1}})
    ['settings C 0.25 -> 0.1']
    """
    before, after = dict(_leaves(old)), dict(_leaves(new))
    words = []
    for keys in dict.fromkeys((*after, *before)):
        was, now = before.get(keys), after.get(keys)
        if json.dumps(was, default=repr) != json.dumps(now, default=repr):
            shown = ["none" if x in _NOTHING else str(x) for x in (was, now)]
            is_short = max(map(len, shown)) <= _SHORT
            change = " -> ".join(shown) if is_short else "changed"
            words.append(" ".join([*keys, change]))
    return words


def _leaves(value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every value nested in mappings, with its keys."""
    if isinstance(value, Mapping):
        for key, nested in value.items():
            yield from (((str(key), *keys), leaf) for keys, leaf in _leaves(nested))
    else:
        yield (), value


def _named(value: Any) -> Any:
    """Turn every key into text."""
    if isinstance(value, Mapping):
        return {
            key if isinstance(key, str) else f"{type(key).__name__} {key!r}": _named(x)
            for key, x in value.items()
        }
    return [_named(x) for x in value] if isinstance(value, list | tuple) else value


# The names of all distributions, by their top-level packages: searched once.
_distributions = cache(metadata.packages_distributions)

# The user's own modules


class Imports(NamedTuple):
    """What modules import, themselves included.

    Attributes
    ----------
    modules : dict of str to str
        The user's own modules, each with a digest of its code, `code_digest`; "not
        found" for a module that was asked for and is missing.
    libraries : dict of str to str
        Versions of the distributions; "not found" for a module that is missing.
    """

    modules: dict[str, str]
    libraries: dict[str, str]


def add_to_path(folder: str | PathLike[str]) -> None:
    """Append the folder of a study file to Python's path, for modules beside it."""
    path = str(Path(folder).resolve())
    if path not in sys.path:
        sys.path.append(path)


def describe_imports(
    modules: Iterable[str], folder: str | PathLike[str] = ""
) -> Imports:
    """Describe what modules import, followed through the user's own modules.

    A module is the user's own if it was not installed with a version: it is in
    `folder`, on the path of Python, or linked from there. Imports within functions
    count; those by a name that is made at run time do not.

    Parameters
    ----------
    modules : iterable of str
        Names with dots, such as ``mine`` or ``xgboost.sklearn``.
    folder : path, optional
        Where to look after the path of Python: the folder of the study file.
    """
    found = Imports({}, {})
    wanted = {(module, "") for module in modules}
    waiting, seen = sorted(wanted), set()
    while waiting:
        use = waiting.pop()
        module, name = use
        top = module.partition(".")[0]
        if use in seen or top in sys.stdlib_module_names:
            continue
        seen.add(use)
        if top == __name__.partition(".")[0]:
            continue
        specs = _specs(f"{module}.{name}" if name else module, folder)
        if specs and is_installed(top, _place(specs[0])):
            found.libraries.update(versions_of(top))
            continue
        for spec in specs:
            if spec.name not in found.modules and (data := _source(spec)) is not None:
                found.modules[spec.name] = code_digest(data)
                waiting += _imports_of(spec, data)
        if use in wanted and (not specs or specs[-1].name != module):
            found.modules[module] = _NOT_FOUND
        elif not specs:
            found.libraries[top] = _NOT_FOUND
    return Imports(*(dict(sorted(names.items())) for names in found))


def own_files(modules: Iterable[str], folder: str | PathLike[str]) -> dict[str, Path]:
    """Return the files of the user's own modules, by their paths as of `import`.

    Parameters
    ----------
    modules : iterable of str
        Names with dots.
    folder : path
        Where to look after the path of Python: the folder of the study file.
    """
    found = {}
    for spec in (x for module in modules for x in _specs(module, folder)):
        if _source(spec) is not None:
            path = Path(str(spec.origin))
            parts = [*spec.name.split("."), *[path.stem] * (path.stem == "__init__")]
            found["/".join(parts) + "".join(path.suffixes)] = path
    return found


@lru_cache
def code_digest(data: bytes) -> str:
    """Return a digest of a module's source, or of the bytes of another file.

    It is of the syntax tree: comments, docstrings and layout do not count.
    """
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError):
        return hashlib.sha256(data).hexdigest()
    for node in ast.walk(tree):
        kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        if isinstance(node, kinds) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def _specs(module: str, folder: str | PathLike[str]) -> list[ModuleSpec]:
    """Find a module and the packages around it, from the outermost to what is found."""
    found: list[ModuleSpec] = []
    path = [*sys.path, str(Path(folder).resolve())] if folder else sys.path
    parts = module.split(".")
    if not all(part.isidentifier() for part in parts):
        return []
    for count in range(1, len(parts) + 1):
        spec = _find(".".join(parts[:count]), path, outermost=count == 1)
        if spec is None:
            break
        found.append(spec)
        if spec.submodule_search_locations is None:
            break
        path = list(spec.submodule_search_locations)
    return found


def _find(name: str, path: list[str], *, outermost: bool) -> ModuleSpec | None:
    """Ask every finder for a module, those of links included."""
    for finder in sys.meta_path:
        given = None if outermost and finder is not PathFinder else path
        if spec := finder.find_spec(name, given, None):
            return spec
    return None


def _place(spec: ModuleSpec) -> Path:
    """Return the file of a module, or a folder of a package without a file."""
    if spec.has_location and spec.origin:
        return Path(spec.origin)
    return Path(next(iter(spec.submodule_search_locations or [""])))


def _source(spec: ModuleSpec) -> bytes | None:
    """Read the file of a module; None of a package without a file."""
    if not spec.has_location or not spec.origin:
        return None
    return spec.loader.get_data(spec.origin)  # type: ignore[union-attr]


def _imports_of(spec: ModuleSpec, data: bytes) -> Iterator[tuple[str, str]]:
    """Yield modules that a module imports, and the names that it takes from each."""
    package = spec.name
    if spec.submodule_search_locations is None:
        package = spec.name.rpartition(".")[0]
    for level, module, name in _imports(data) if _place(spec).suffix == ".py" else ():
        try:
            yield resolve_name("." * level + module, package), name
        except ImportError:  # It leaves its package, which fails when it runs.
            continue


@lru_cache
def _imports(data: bytes) -> list[tuple[int, str, str]]:
    """List imports: the dots before a module, the module, and a name out of it."""
    found = []
    try:
        nodes = ast.walk(ast.parse(data))
    except (SyntaxError, ValueError):  # Importing it fails, too.
        return []
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [(0, name.name, "") for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found += [(node.level, module, name.name) for name in node.names]
    return found


# Libraries


def python_version() -> str:
    """Return the version of Python, without its last part, and the architecture."""
    major, minor = sys.version_info[:2]
    return f"{major}.{minor} {platform.machine()}"


def versions_of(*packages: str) -> dict[str, str]:
    """Return the versions of the distributions that top-level packages belong to.

    A package that is not installed is "not found".
    """
    found: dict[str, str] = {}
    for package in packages:
        own = {d.metadata["Name"]: d.version for d in distributions_of(package)}
        found |= own or {package: _NOT_FOUND}
    return dict(sorted(found.items()))


def is_installed(package: str, file: Path) -> bool:
    """Return whether a top-level package was installed, with a version, at a file.

    One that is installed as a link to its sources was not: they can change at will.
    """
    return any(
        _SITE & set(file.parts)
        or (d.read_text("RECORD") and file.is_relative_to(str(d.locate_file(""))))
        for d in distributions_of(package)
    )


@cache
def distributions_of(package: str) -> list[metadata.Distribution]:
    """Find the distributions that a top-level package belongs to."""
    for name in (_INSTALLED_AS.get(package, package), package.replace("_", "-")):
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if _has(found, package):
            return [found]
    names = sorted(set(_distributions().get(package, ())))
    return [metadata.distribution(name) for name in names]


def _has(distribution: metadata.Distribution, package: str) -> bool:
    """Return whether a distribution says that it has a top-level package."""
    if (tops := distribution.read_text("top_level.txt")) is not None:
        return package in tops.split()
    files = "\n" + (distribution.read_text("RECORD") or "")
    return f"\n{package}/" in files or f"\n{package}." in files
