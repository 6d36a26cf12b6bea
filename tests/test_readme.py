"""The READMEs and the pages show what there is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from pages import PAGES
from tenbyten.study import read_study

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
OF_STUDIES = (ROOT / "config" / "README.md").read_text()
FOR_DEVELOPERS = (ROOT / "workflow" / "README.md").read_text()
ALL = "\n".join([README, OF_STUDIES, FOR_DEVELOPERS, *PAGES.values()])


def block(language, beginning):
    """The fenced block of this language that begins so."""
    blocks = re.findall(rf"```{language}\n(.*?)```", ALL, re.DOTALL)
    (found,) = (text for text in blocks if text.startswith(beginning))
    return found


def test_each_is_short():
    assert len(README.splitlines()) <= 120
    assert len(OF_STUDIES.splitlines()) <= 150


def test_the_example_study_is_read(tmp_path):
    (tmp_path / "mine.yaml").write_text(block("yaml", "# mine.yaml"))
    (tmp_path / "mine.tsv").write_text(block("text", "name\topenml_id"))
    study = read_study(tmp_path / "mine.yaml", ROOT)
    assert list(study.datasets) == ["iris", "glass", "mine"]
    assert list(study.panels("weka")) == [
        "scikit_learn",
        "scikit_learn-Boosting",
        "native-only",
        "weka",
    ]


def test_the_learners_print_what_is_shown(tmp_path):
    (tmp_path / "example.py").write_text(block("python", "from sklearn"))
    command = [sys.executable, tmp_path / "example.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == block("text", "flavanoids <= 1.57")


def test_the_lines_that_install_are_what_the_project_declares():
    lines = [
        line
        for text in re.findall(r"```console\n(.*?)```", ALL, re.DOTALL)
        for line in text.splitlines()
        if line.startswith("python3 -m venv .venv && ")
    ]
    assert len(lines) == 2
    assert lines[0].endswith(
        "pip install -c constraints.txt -e . && .venv/bin/snakemake --cores 8"
    )
    assert lines[1].endswith('-c constraints.txt -e ".[weka,test,dev]"')
    assert (ROOT / "constraints.txt").is_file()


def test_ci_runs_the_two_commands_of_the_readme():
    commands = re.findall(r"```console\n(.*?)\n```", README, re.DOTALL)
    called = (ROOT / ".ci" / "run").read_text()
    patterns = re.findall(r'grep "\^(.*)" README.md', called)
    lines = [re.findall(f"^{x}.*", README, re.MULTILINE) for x in patterns]
    assert lines == [[x] for x in commands]
    assert len(re.findall(r'bash -c "\$(?:first|second)"', called)) == 2
    tests = '-e ".[test]" && .venv/bin/pytest -m "not slow" -n auto'
    assert commands[1].endswith(tests)


def test_files_and_folders_that_they_name_are_there():
    named = set(re.findall(r"`((?:config|profiles|tests|workflow)/[\w./-]+)`", ALL))
    assert {"config/README.md", "profiles/slurm/config.yaml"} <= named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_file_of_a_study_is_in_the_table_of_files(demo):
    table = PAGES["reference/files"].partition("\n## ")[0]
    described = set(re.findall(r"^\| `([\w.]+)", table, re.MULTILINE))
    described |= set(re.findall(r"`, `([\w.]+)/?`", table))
    there = {path.name for path in demo.iterdir() if not path.name.startswith(".")}
    assert there <= described
    assert {"report.html", "comparisons", "tables", "figures"} <= described & there


def test_the_demo_s_answer_is_what_the_demo_study_gives(demo):
    answer = "<!-- demo -->\n```text\n(.+?)\n```\n<!-- end -->"
    (shown,) = re.findall(answer, README, re.DOTALL)
    assert shown == (demo / "summary.txt").read_text().rstrip()
    # The numbers that the text below takes from it.
    assert re.search(r"naive Bayes .* -3\.56 \(-.*, 4\.26\) +1  open", shown)
    made = (demo / "tables" / "all.md").read_text()
    assert "\n| naive Bayes | - | 1/0 | 1/0 |" in made


def test_the_figure_is_the_demo_study_s(demo):
    name = "posteriors-NaiveBayes-J48.svg"
    assert f"(workflow/report/{name})" in README
    shown = (ROOT / "workflow" / "report" / name).read_bytes()
    assert shown == (demo / "figures" / name).read_bytes()


@pytest.mark.slow
def test_the_analysis_in_python_runs_as_shown(demo, tmp_path):
    example = block("python", "from tenbyten import compare\n")
    (tmp_path / "accuracies.csv").write_bytes((demo / "accuracies.csv").read_bytes())
    (tmp_path / "example.py").write_text(example)
    command = [sys.executable, "example.py"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("No difference is found between any two classifiers")
    assert (tmp_path / "forests" / "report.html").is_file()


def test_every_file_of_comparisons_that_is_named_is_there(demo):
    table = PAGES["reference/tests"].partition("\n- ")[0]
    named = set(re.findall(r"`(\w+\.csv)`", table)) - {"control.csv"}
    assert {path.name for path in (demo / "comparisons" / "all").iterdir()} >= named
