"""What the README shows is what there is."""

import re
import subprocess
import sys
from pathlib import Path

from tenbyten.study import read_study

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()


def block(language, beginning):
    """The fenced block of this language that begins so."""
    blocks = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    (found,) = (text for text in blocks if text.startswith(beginning))
    return found


def test_the_example_study_is_read(tmp_path):
    (tmp_path / "mine.yaml").write_text(block("yaml", "# mine.yaml"))
    (tmp_path / "mine.tsv").write_text(block("text", "number\t"))
    study = read_study(tmp_path / "mine.yaml", ROOT)
    assert list(study.datasets) == ["iris", "anneal", "mine"]
    assert list(study.panels("weka")) == [
        "scikit_learn-Forest",
        "scikit_learn-Boosting",
        "native-only",
        "weka",
    ]


def test_the_learners_print_what_is_shown(tmp_path):
    (tmp_path / "example.py").write_text(block("python", "from sklearn"))
    command = [sys.executable, tmp_path / "example.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == block("text", "flavanoids <= 1.57")


def test_the_two_lines_install_what_the_project_declares():
    lines = [
        line
        for text in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
        for line in text.splitlines()
        if line.startswith("python3 -m venv .venv && ")
    ]
    assert len(lines) == 2
    assert lines[0].endswith(
        "pip install -c constraints.txt -e . && .venv/bin/snakemake --cores 8"
    )
    assert lines[1].endswith('-e ".[weka,test]" && .venv/bin/python -m pytest')
    assert (ROOT / "constraints.txt").is_file()


def test_files_and_folders_that_it_names_are_there():
    named = set(re.findall(r"`((?:config|tests|workflow)/[\w./-]+)`", README))
    assert {"config/README.md", "workflow/profiles/slurm/config.yaml"} <= named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_demo_table_is_what_the_demo_study_gives(demo):
    assert (demo / "tables" / "all.md").read_text() in README


def test_the_figure_is_the_demo_study_s(demo):
    name = "posteriors-NaiveBayes-J48.svg"
    assert f"(workflow/report/{name})" in README
    shown = (ROOT / "workflow" / "report" / name).read_bytes()
    assert shown == (demo / "figures" / name).read_bytes()


def test_the_analysis_in_python_runs_as_shown(demo, tmp_path):
    example = block("python", "import pandas")
    (tmp_path / "accuracies.csv").write_bytes((demo / "accuracies.csv").read_bytes())
    (tmp_path / "example.py").write_text(example)
    command = [sys.executable, "example.py"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("**Data sets 1-10**")
    assert (tmp_path / "forests" / "report.html").is_file()


def test_every_module_of_statistics_that_it_names_is_there():
    tests = README[README.index("## Every test") : README.index("## Only the analysis")]
    modules = re.findall(r"`([a-z_0-9]+)`[,\n |]", tests.split("Each is a function")[0])
    there = ROOT / "workflow" / "tenbyten" / "statistics"
    named = [module for module in modules if module not in ("control", "comparisons")]
    assert len(named) >= 6
    assert [module for module in named if not (there / f"{module}.py").is_file()] == []
