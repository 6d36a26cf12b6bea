"""One module knows where files are, of the project and of a study's results."""

import os
import re
import sys

import pytest

import tenbyten
from sources import ROOT
from tenbyten.layout import FILES, Layout, check_rules


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
        rules += re.findall(r"^ *(?:rule|checkpoint) (\w+):", text, re.M)
        scripts += re.findall(r'"\.\./scripts/(\w+)\.py"', text)
    # It asks for what others make.
    rules.remove("simulations")
    assert rules == scripts
    there = [file.stem for file in (root / "workflow" / "scripts").glob("*.py")]
    assert sorted(rules) == sorted(there)


def test_jobs_find_the_package_of_a_clone_before_all_others(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "theirs")
    check_rules(lambda name: str(ROOT / name))
    expected = [str(ROOT / "workflow"), "theirs"]
    assert os.environ["PYTHONPATH"].split(os.pathsep) == expected


@pytest.mark.parametrize("given", [False, True])
def test_the_working_folder_is_searched_only_if_it_is_given(
    given, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    # As `python -m snakemake` puts it.
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("PYTHONPATH", str(tmp_path) if given else "")
    check_rules(lambda name: str(ROOT / name))
    assert (str(tmp_path) in sys.path) == given


def test_rules_are_compared_by_what_they_are(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "")

    def other(name, text=None):
        """A copy of a script with another text, without the line feed at its end."""
        if name != "workflow/scripts/analyse.py":
            return str(ROOT / name)
        copy = tmp_path / "analyse.py"
        copy.write_text(text or (ROOT / name).read_text().rstrip())
        return str(copy)

    check_rules(other)
    for find in (
        lambda name: other(name, "print()"),
        lambda name: str(tmp_path / "no"),
    ):
        with pytest.raises(ValueError, match=r"they differ in .*scripts/analyse"):
            check_rules(find)


def test_the_version_is_the_citations():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {tenbyten.__version__}\n" in citation
