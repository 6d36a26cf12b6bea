"""The workflow from another folder, as a module of another one, and as deployed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from forked_snakemake import call_snakemake

from pages import PAGES, blocks
from sources import ROOT

PARTS = ("rules", "scripts", "envs", "report", "Snakefile")


def call(folder, *arguments):
    """Call Snakemake in a folder; return its exit code and all it said."""
    said = folder / "said.txt"
    code = call_snakemake([*map(str, arguments)], folder=folder, said=said)
    return code, said.read_text(encoding="utf-8")


def jobs(said):
    """The numbers of jobs of a dry run, by rule."""
    found = re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE)
    return {rule: int(count) for rule, count in found}


def module(folder, *, keys="config: config['ours']", name="", config=None):
    """A workflow in a folder, of which tenbyten is a module with the tiny study."""
    shutil.copytree(ROOT / "tests" / "tiny", folder, dirs_exist_ok=True)
    (folder / "Snakefile").write_text(
        f"""
config["ours"] = {config or {"study": "tiny.yaml"}}

module tenbyten:
    snakefile: "{ROOT / "Snakefile"}"
    {keys}

use rule * from tenbyten{f" as {name}" if name else ""}

rule verify:
    default_target: True
    params: software="theirs"
    input: "results/tiny/report.html"
    output: "theirs.txt"
    shell: "echo {{input}} > {{output}}"

onstart:
    print("their start")

onsuccess:
    print("their success")
"""
    )
    return folder


def test_from_another_folder_the_studies_are_those_beside_the_rules(tmp_path):
    # By a relative path, through a link.
    (tmp_path / "link").symlink_to(ROOT)
    code, said = call(tmp_path, "-s", "link/workflow/Snakefile", "--dry-run")
    assert code == 0, said
    assert jobs(said)["crossvalidate"]
    assert jobs(said)["analyse"] == 1
    assert not list(tmp_path.glob("results/*"))


def test_a_module_without_a_configuration_runs_the_default_study(tmp_path):
    folder = module(tmp_path, keys="", name="compare_*")
    words = ["compare_run_study", "--dry-run", "--logger", "tenbyten"]
    code, said = call(folder, *words)
    assert code == 0, said
    assert "Study demo: 10 data sets" in said


def test_the_documented_module_is_one(tmp_path):
    (tmp_path / "tenbyten").symlink_to(ROOT)
    folder = shutil.copytree(ROOT / "tests" / "tiny", tmp_path / "paper")
    (folder / "tiny.yaml").rename(folder / "mine.yaml")
    (folder / "paper.tex").touch()
    (snippet,) = blocks(PAGES["how-to/module"], "python")
    (folder / "Snakefile").write_text(snippet)
    code, said = call(folder, "--dry-run")
    assert code == 0, said
    assert jobs(said)["paper"] == jobs(said)["compare_analyse"] == 1


def test_two_modules_run_two_studies(tmp_path):
    folder = module(tmp_path, name="compare_*")
    other = f"""
module other:
    snakefile: "{ROOT / "Snakefile"}"
    config: {{"study": "demo"}}

use rule * from other as other_*
"""
    with open(folder / "Snakefile", "a") as file:
        file.write(other)
    code, said = call(folder, "compare_run_study", "other_run_study", "--dry-run")
    assert code == 0, said
    found = jobs(said)
    assert found["compare_analyse"] == found["other_analyse"] == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "keys", ["prefix: 'theirs'", "replace_prefix: {'results/': 'theirs/results/'}"]
)
def test_a_module_puts_its_results_where_it_is_told(tmp_path, finished, keys):
    keys = f"config: config['ours']\n    {keys}"
    target = "results/tiny/comparisons/correlated_t.csv"
    folder = module(tmp_path, keys=keys, name="compare_*")
    code, said = call(folder, f"theirs/{target}", "--cores", 2)
    assert code == 0, said
    ours, theirs = folder / "theirs" / target, finished.folder / target
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.slow
def test_a_module_makes_what_the_workflow_makes(tmp_path, finished, workflow_in):
    folder = module(tmp_path, name="compare_*")
    code, said = call(folder, "--cores", 2)
    assert code == 0, said
    assert (folder / "theirs.txt").is_file()
    assert "their start" in said
    assert "their success" in said
    study = workflow_in(folder)
    assert study.results() == finished.results()
    code, said = call(folder, "--cores", 2, "--dry-run")
    assert "Nothing to be done" in said, said
    # Nor is there for the workflow itself, to which the records say the same.
    assert (folder / "results" / "tiny" / "made" / "analyse.json").is_file()
    code, said = call(folder, "--cores", 2, "compare_verify")
    assert code == 0, said
    # A change of the settings reruns what depends on it.
    file = folder / "tiny.yaml"
    file.write_text(file.read_text() + "alpha: 0.1\n")
    code, said = call(folder, "--cores", 2, "--dry-run")
    assert jobs(said)["compare_run_poisson"] == 1
    assert "compare_crossvalidate" not in jobs(said)


@pytest.fixture
def repository(tmp_path):
    """A repository with the rules as they are, that Git takes for one on a server."""
    top = tmp_path / "anyone" / "tenbyten"
    for part in PARTS:
        source = ROOT / "workflow" / part
        copy = shutil.copytree if source.is_dir() else shutil.copy2
        (top / "workflow").mkdir(parents=True, exist_ok=True)
        copy(source, top / "workflow" / part)
    shutil.copytree(ROOT / "config", top / "config")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "a"], ["tag", "v1"]):
        subprocess.run([*git, *words], cwd=top, check=True)
    settings = tmp_path / "gitconfig"
    settings.write_text(f'[url "{tmp_path}/"]\n    insteadOf = https://github.com/\n')
    return top, os.environ | {
        "GIT_CONFIG_GLOBAL": str(settings),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }


@pytest.fixture
def deployed(repository, tmp_path):
    """A folder with what snakedeploy 0.17.1 writes; call Snakemake in it."""
    top, environment = repository
    folder = tmp_path / "deployed"
    shutil.copytree(top / "config", folder / "config")
    (folder / "workflow").mkdir()
    (folder / "workflow" / "Snakefile").write_text(
        """from snakemake.utils import min_version


min_version("6.10.0")


configfile: "config/config.yaml"


# declare https://github.com/anyone/tenbyten as a module
module tenbyten:
    snakefile: 
        github("anyone/tenbyten", path="workflow/Snakefile", tag="v1")
    config:
        config


# use all rules from https://github.com/anyone/tenbyten
use rule * from tenbyten
"""
    )

    def plan(env=None):
        env = environment | (env or {})
        command = [sys.executable, "-m", "snakemake", "--dry-run"]
        done = subprocess.run(
            command, cwd=folder, env=env, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr

    return folder, plan


def test_a_deployed_copy_runs_the_studies_in_its_config(deployed):
    folder, plan = deployed
    study = folder / "config" / "demo.yaml"
    study.write_text(study.read_text().replace("runs: 10", "runs: 3"))
    code, said = plan()
    assert code == 0, said
    assert jobs(said)["analyse"] == 1
    (report,) = re.findall(r"runs: ?(.*)", study.read_text())
    assert report.startswith("3")


def test_rules_without_their_package_say_how_to_get_it(deployed, tmp_path):
    # An older one, that does not know these rules.
    old = tmp_path / "old" / "tenbyten"
    old.mkdir(parents=True)
    package = str(ROOT / "workflow" / "tenbyten")
    (old / "__init__.py").write_text(f"__path__.append({package!r})\n")
    (old / "layout.py").write_text("raise ImportError\n")
    code, said = deployed[1]({"PYTHONPATH": str(old.parent)})
    assert code == 1
    said = " ".join(said.split())
    command = "pip install -c constraints.txt -e . in a clone of these rules"
    assert f"the package of these rules is missing (); {command}" in said


def test_rules_of_another_version_are_refused_with_the_command_that_helps(
    tmp_path, repository
):
    top, env = repository
    changed = top / "workflow" / "rules" / "analyse.smk"
    changed.write_text(changed.read_text().replace("3000 * attempt", "2000 * attempt"))
    code, said = call(tmp_path, "-s", top / "workflow" / "Snakefile", "--dry-run")
    assert code == 1
    said = " ".join(said.split())
    assert "they differ in workflow/rules/analyse.smk;" in said
    assert "the package that belongs to them: pip install -e CLONE" in said
    # With the package beside them, which is what that command does, they run.
    shutil.copytree(ROOT / "workflow", top / "workflow", dirs_exist_ok=True)
    changed.write_text(changed.read_text().replace("3000 * attempt", "2000 * attempt"))
    command = [sys.executable, "-m", "snakemake", "--dry-run"]
    command += ["-s", str(top / "workflow" / "Snakefile")]
    env = env | {"PYTHONPATH": str(top / "workflow")}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.slow
def test_in_a_clone_jobs_compute_by_its_package_whosever_snakemake_runs(tmp_path):
    clone = tmp_path / "clone"
    for part in ("workflow", "config"):
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, clone / part, ignore=unwanted)
    shutil.copy2(ROOT / "Snakefile", clone)
    file = clone / "workflow" / "tenbyten" / "jobs/scripting.py"
    line = "    logging.captureWarnings(True)\n"
    text = file.read_text()
    assert line in text
    file.write_text(text.replace(line, f"{line}    _log.info('by %s', __file__)\n"))
    shutil.copytree(ROOT / "tests" / "tiny", clone, dirs_exist_ok=True)
    code, said = call(
        *(clone, "results/tiny/comparisons/correlated_t.csv", "--cores", 2),
        *("--config", "study=tiny.yaml"),
    )
    assert code == 0, said
    logs = clone / "results" / "tiny" / "logs"
    rules = {
        log.relative_to(logs).parts[0].removesuffix(".log")
        for log in logs.rglob("*.log")
        if f"by {file}" in log.read_text()
    }
    assert rules == {"prepare", "crossvalidate", "collect", "run_correlated_t"}


@pytest.mark.parametrize("study", ["demo", "given"])
def test_snakemakes_linter_finds_nothing(tmp_path, study):
    shutil.copytree(ROOT / "tests" / "tiny", tmp_path, dirs_exist_ok=True)
    given = ["study=demo"]
    if study == "given":
        table = tmp_path / "accuracies.csv"
        table.write_text("dataset,classifier,run,fold,accuracy\n")
        given = ["study=tiny.yaml", f"accuracies={table}"]
    arguments = ["-s", ROOT / "Snakefile", "--lint", "--config", *given]
    code, said = call(tmp_path, *arguments)
    assert code == 0, said
    assert "Congratulations, your workflow is in a good condition!" in said


CONDA = """#!/bin/sh
case "$1" in
info) echo '{"conda_prefix": "/nowhere", "platform": "linux-64"}' ;;
--version) echo conda 24.7.1 ;;
config) echo '{"get": {"channel_priority": "strict"}}' ;;
esac
"""


def test_conda_would_make_one_environment_for_all_jobs(tmp_path):
    conda = tmp_path / "bin" / "conda"
    conda.parent.mkdir()
    conda.write_text(CONDA)
    conda.chmod(0o755)
    shutil.copytree(ROOT / "tests" / "tiny", tmp_path, dirs_exist_ok=True)
    top = tmp_path / "clone"
    for part in ("workflow", "config"):
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / part, top / part, ignore=unwanted)
    # The environment of whoever has this Python: all else is as it is shipped.
    file = top / "workflow" / "envs" / "tenbyten.yaml"
    pinned = re.compile(r"(?<=- python =)3\.\d+$", re.MULTILINE)
    here = "{}.{}".format(*sys.version_info)
    text, found = pinned.subn(here, file.read_text())
    assert found == 1
    file.write_text(text)
    env = os.environ | {
        "PATH": f"{conda.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(top / "workflow"),
    }
    command = [sys.executable, "-m", "snakemake", "--dry-run", "--sdm", "conda"]
    command += ["-s", str(top / "workflow" / "Snakefile")]
    command += ["--config", "study=tiny.yaml"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = done.stdout
    assert done.returncode == 0, said
    made = re.findall(r"^Conda environment (.*) will be created", said, re.MULTILINE)
    assert [Path(file).name for file in made] == ["tenbyten.yaml"]


def test_the_catalog_finds_what_it_looks_for():
    catalog = yaml.safe_load((ROOT / ".snakemake-workflow-catalog.yml").read_text())
    assert catalog["usage"]["report"] is True
    assert catalog["usage"]["software-stack-deployment"]["conda"] is True
    # It takes no others for workflows of standardized usage.
    assert (ROOT / "workflow" / "Snakefile").is_file()
    assert (ROOT / "config" / "README.md").is_file()
    assert list(Path(ROOT, "workflow", "rules").glob("*.smk"))
