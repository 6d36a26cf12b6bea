"""One module knows where a study's files lie."""

import doctest
import re

import pytest

from tenbyten import layout
from tenbyten.layout import FILES, Layout


def test_its_examples_hold():
    tried = doctest.testmod(layout)
    assert tried.attempted
    assert not tried.failed


def test_an_unknown_file_is_refused():
    with pytest.raises(AttributeError, match="no file is called 'acuracies'"):
        _ = Layout("results/demo").acuracies


def test_no_two_files_share_a_path():
    assert len(set(FILES.values())) == len(FILES)


def test_rules_take_every_path_from_it(root):
    # Simulations are of no study.
    rules = {*root.glob("workflow/rules/*.smk")}
    rules -= {root / "workflow/rules/simulations.smk"}
    for file in [root / "workflow/Snakefile", *rules]:
        code = re.sub(r'""".*?"""', "", file.read_text(), flags=re.S)
        written = re.findall(r'"[^"]*results/[^"]*"', code)
        folders = {
            f'"results/{{{name}}}"' for name in ("study", "study.name", "STUDY.name")
        }
        assert set(written) <= folders, file


def test_every_rule_runs_the_script_of_its_name(root):
    rules, scripts = [], []
    for file in (root / "workflow" / "rules").glob("*.smk"):
        text = file.read_text()
        rules += re.findall(r"^ *rule (\w+):", text, re.M)
        scripts += re.findall(r'"\.\./scripts/(\w+)\.py"', text)
    # It asks for what others make.
    rules.remove("simulations")
    assert rules == scripts
    there = [file.stem for file in (root / "workflow" / "scripts").glob("*.py")]
    assert sorted(rules) == sorted(there)
