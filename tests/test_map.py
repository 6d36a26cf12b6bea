"""The map in workflow/README.md shows every file, and what it names is there.

As a program this file draws the map anew: ``.venv/bin/python tests/test_map.py``.
"""

import ast
import re

from sources import MODULES, PACKAGE, ROOT, functions, lines_of, named, parsed

README = ROOT / "workflow" / "README.md"


def summary(path):
    """First paragraph of a file's docstring, on one line."""
    if path.suffix == ".py":
        text = ast.get_docstring(parsed(path)) or ""
    else:
        found = re.match(r'"""(.*?)"""', path.read_text(encoding="utf-8"), re.DOTALL)
        text = found.group(1) if found else ""
    return " ".join(text.split("\n\n")[0].split())


def rules(path):
    """The rules of a file with the first sentences of their docstrings."""
    text = path.read_text(encoding="utf-8")
    for name, words in re.findall(r'^ *rule (\w+):\s+"""(.*?)"""', text, re.S | re.M):
        yield name, " ".join(words.split("\n\n")[0].split())


def entries(folder, depth):
    """Lines of the map for what a folder holds: its files, then its folders."""
    indent = "  " * depth
    for path in sorted(folder.iterdir()):
        if path.suffix in (".py", ".smk") and path.name != "__init__.py":
            yield f"{indent}{path.name}", summary(path)
        if path.suffix == ".smk":
            yield from ((f"{indent}  {name}", words) for name, words in rules(path))
    for path in sorted(folder.iterdir()):
        if path.is_dir() and list(path.rglob("*.py")) and path.name != "__pycache__":
            yield f"{indent}{path.name}/", summary(path / "__init__.py")
            yield from entries(path, depth + 1)


def drawn(folder):
    """The map of a folder of workflow/."""
    lines = list(entries(ROOT / "workflow" / folder, 1))
    width = max(len(name) for name, _ in lines) + 2
    return "\n".join([f"{folder}/", *(f"{a:{width}}{b}" for a, b in lines)]) + "\n"


def with_maps(text):
    """The text with every map in it drawn anew."""
    return re.sub(
        r"(<!-- map: (\w+) -->\n+```text\n).*?(```)",
        lambda found: found[1] + drawn(found[2]) + found[3],
        text,
        flags=re.DOTALL,
    )


def test_the_map_is_the_tree():
    text = README.read_text(encoding="utf-8")
    shown = re.findall(r"<!-- map: (\w+) -->", text)
    assert shown == ["rules", "tenbyten"]
    assert with_maps(text) == text, "draw it anew: python tests/test_map.py"


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
        elif re.fullmatch(r"(?:rules|scripts|schemas)/[\w./-]*", path):
            yield f"workflow/{path}"
        elif re.fullmatch(r"(?:config|profiles|tests|workflow|\.ci)/[\w./-]+", path):
            yield path
        elif re.fullmatch(r"\w+\.py", path):
            yield f"workflow/tenbyten/{path}"


def test_every_function_that_it_names_is_there():
    found = re.findall(r"`([\w/]+\.py)::(\w+)`", README.read_text(encoding="utf-8"))
    assert len(found) > 10
    missing = [
        f"{path}::{name}"
        for path, name in found
        if name not in {function.name for function, _ in functions(PACKAGE / path)}
    ]
    assert not missing, lines_of(missing)


def test_every_file_that_it_names_is_there():
    prose = re.sub(r"```.*?```", "", README.read_text(encoding="utf-8"), flags=re.S)
    paths = set(paths_named(prose))
    assert len(paths) > 20
    missing = sorted(path for path in paths if not (ROOT / path).exists())
    assert not missing, lines_of(missing)


if __name__ == "__main__":
    README.write_text(with_maps(README.read_text(encoding="utf-8")), encoding="utf-8")
