"""Rules, scripts and package use of Snakemake what its documentation names."""

import re

import pytest

from sources import MODULES, PACKAGE, ROOT, lines_of, named

RULES = sorted((ROOT / "workflow" / "rules").glob("*.smk"))
RULES += [ROOT / "Snakefile", ROOT / "workflow" / "Snakefile"]
PLUGIN = sorted((ROOT / "workflow" / "snakemake_logger_plugin_tenbyten").glob("*.py"))
SCRIPTS = sorted((ROOT / "workflow" / "scripts").glob("*.py"))
# Its objects' parts that no page of its documentation names, and what stands for a
# look behind it.
UNDOCUMENTED = re.compile(
    r"""workflow\.(?:_|__class__|persistence|dag\b|modifier|sourcecache|get_rule
        |globals|is_main_process|deployment_settings|storage_settings)
    |forcefiles|(?<!self)\._file\b|LocalSourceFile|RuleProxy|is_main_process
    |snakemake\.(?:workflow|dag|jobs|rules|persistence|sourcecache|modules|io)\b""",
    re.VERBOSE,
)
WORDS = r"(?:use )?rule|checkpoint|include|report|configfile|onstart|wildcard_\w+"
OF_THIS_PROCESS = re.compile(r"sys\.argv|\.snakemake/")


def code_of(path):
    """A file's lines, with their numbers, without docstrings and comments."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r'""".*?"""', lambda x: "\n" * x[0].count("\n"), text, flags=re.S)
    return enumerate((re.sub(r"#.*", "", line) for line in text.splitlines()), start=1)


def lines_with(pattern, files):
    return [
        f"{named(path)}:{number}: {line.strip()}"
        for path in files
        for number, line in code_of(path)
        if pattern.search(line)
    ]


def test_nothing_of_snakemake_is_used_that_it_does_not_document():
    found = lines_with(UNDOCUMENTED, [*RULES, *SCRIPTS, *MODULES, *PLUGIN])
    assert not found, lines_of(found)


def test_its_own_folder_and_the_words_it_was_called_with_are_left_alone():
    # This is a program of its own.
    program = PACKAGE / "__main__.py"
    own = [x for x in MODULES if x != program and x.parent.name != "command"]
    found = lines_with(OF_THIS_PROCESS, [*RULES, *SCRIPTS, *own, *PLUGIN])
    assert not found, lines_of(found)


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_rules_have_hardly_any_python(path):
    """Python is what stands outside of rules and of Snakemake's other words."""
    lines = [line for _, line in code_of(path) if line.strip()]
    inside, python = False, []
    for line in lines:
        if re.match(rf"\s*(?:{WORDS})\b.*:", line):
            inside = len(line) - len(line.lstrip())
        elif inside is not False and len(line) - len(line.lstrip()) <= inside:
            inside = False
        if inside is False:
            python.append(line)
    assert len(python) <= 20, lines_of(python)


def test_all_rules_are_read_in_a_quarter_of_an_hour():
    assert sum(len(path.read_text().splitlines()) for path in RULES) <= 1200
