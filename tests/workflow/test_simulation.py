"""Simulation studies run through the ordinary workflow."""

import os
import re
import shutil
import signal
import subprocess
import time

import numpy as np
import pandas as pd
import pytest
from openml_loopback import LoopbackOpenML

from arff_writer import write_arff
from tenbyten.dataset import Attribute, Dataset
from tenbyten.simulation.resampled.images import read_letters

pytestmark = pytest.mark.slow

RULES = ["simulate", "collect_simulated", "judge_statements", "tabulate_simulated"]
RULES += ["draw_simulated", "record_provenance", "report_simulated"]
AFTER = {*RULES[1:]}
SMALL = {"study": "small.yaml"}


@pytest.fixture
def copy_of(simulated, workflow_in, tmp_path):
    """A finished simulation study that a test may change."""
    shutil.copytree(simulated.folder, tmp_path / "copy", symlinks=True)
    return workflow_in(tmp_path / "copy")


def change(workflow, old, new):
    """Change the study file."""
    path = workflow.folder / "small.yaml"
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))


def planned(workflow, *arguments):
    """The number of jobs by rule in a dry run, and all that it said."""
    code, said = workflow("--dry-run", *arguments, **SMALL)
    assert code == 0, said
    counts = {
        rule: int(number)
        for rule, number in re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE)
    }
    others = ("run_study", "total", "check_results")
    return {rule: counts[rule] for rule in counts if rule not in others}, said


def test_a_study_leaves_what_the_reference_promises(simulated, root):
    top = simulated.folder / "results" / "small"
    text = (root / "config" / "README.md").read_text()
    promised = text[text.index("### Files of a simulation study") :]
    promised = re.findall(r"^\| (`.+?`) \|", promised.partition("###")[2], re.M)
    names = re.findall(r"`([^`]+)`", " ".join(promised[:5]))
    assert "estimates.csv" in names
    for name in names:
        pattern = re.sub("<[^>]*>", "*", name)
        assert list(top.glob(pattern.rstrip("/"))), name
    estimates = pd.read_csv(top / "estimates.csv")
    assert set(estimates["experiments"]) == {6000}
    judged = pd.read_csv(top / "statements.csv")
    assert set(judged["statement"]) == {1, 2}
    page = (top / "report.html").read_text()
    assert "The tests differ." in page
    assert "Nobody (2026)" in page


def test_a_second_run_has_nothing_to_be_done_and_all_is_verified(simulated, copy_of):
    assert planned(simulated)[0] == {}
    shutil.rmtree(copy_of.folder / ".snakemake")
    counts, said = planned(copy_of)
    assert counts == {}
    assert "Nothing to be done" in said
    code, said = copy_of("verify", **SMALL)
    assert code == 0, said
    assert "verified: " in said


def test_lint_finds_nothing(simulated):
    code, said = simulated("--lint", **SMALL)
    assert code == 0, said
    assert "your workflow is in a good condition" in said


def test_snakemakes_own_report_has_tables_and_figures(simulated, tmp_path):
    page = tmp_path / "report.html"
    code, said = simulated("--report", page, **SMALL)
    assert code == 0, said
    text = page.read_text()
    assert "Simulated experiments in which the truth is known" in text
    assert "tables/statements.csv" in text
    assert "figures/histograms-rho0.svg" in text


def test_one_core_gives_the_bytes_of_two(simulated, fresh):
    code, said = fresh(cores=1, **SMALL)
    assert code == 0, said
    found = fresh.results("small")
    assert found == simulated.results("small")
    assert len(found) > 10


def test_more_experiments_are_simulated_and_no_others(copy_of, fresh):
    for workflow in (copy_of, fresh):
        change(workflow, "experiments: 6000", "experiments: 11000")
    counts, said = planned(copy_of)
    # The last part of each cell was not full.
    assert counts == dict.fromkeys(AFTER, 1) | {"simulate": 4}, said
    assert "part=0-4999" not in said
    for workflow in (copy_of, fresh):
        code, said = workflow(**SMALL)
        assert code == 0, said
    ours, theirs = copy_of.results("small"), fresh.results("small")
    left = {f"simulated/case{case}-rho0/5000-5999.csv" for case in (1, 2)}
    assert ours.keys() - theirs.keys() == left
    assert {file: ours[file] for file in theirs} == theirs
    assert planned(copy_of)[0] == {}


@pytest.mark.parametrize(
    ("old", "changed", "rules"),
    [
        ("Small", "Larger", {"tabulate_simulated", "report_simulated"}),
        ("(2026)", "(2025)", {"tabulate_simulated", "report_simulated"}),
        (
            "is: above",
            "is: below",
            {"judge_statements", "tabulate_simulated", "report_simulated"},
        ),
        ("seed: 3", "seed: 4", {*RULES}),
        ("seed: 3", "seed: 3\nalpha: 0.1", AFTER),
    ],
)
def test_a_change_makes_only_what_depends_on_it(copy_of, old, changed, rules):
    change(copy_of, old, changed)
    # Provenance is of the study file.
    assert planned(copy_of)[0].keys() == rules | {"record_provenance"}


def test_what_is_altered_or_gone_is_named_and_made_again(copy_of, simulated):
    top = copy_of.folder / "results" / "small"
    gone = ("simulated/case2-rho0/5000-5999.csv", "statements.csv", "figures/index.csv")
    for file in gone:
        (top / file).unlink()
    altered = top / "estimates.csv"
    altered.write_bytes(altered.read_bytes()[:-5] + b"1e-9\n")
    code, said = copy_of("verify", **SMALL)
    assert code == 1
    assert "results/small/estimates.csv: not as it was made" in said
    for file in gone:
        assert f"results/small/{file}: missing" in said
    altered.unlink()
    shutil.rmtree(top / "figures")
    assert planned(copy_of)[0]["simulate"] == 1
    code, said = copy_of(**SMALL)
    assert code == 0, said
    assert copy_of.results("small") == simulated.results("small")
    assert planned(copy_of)[0] == {}


def test_a_change_is_named_without_snakemakes_notes(copy_of):
    shutil.rmtree(copy_of.folder / ".snakemake")
    change(copy_of, "seed: 3", "seed: 4")
    code, said = copy_of(**SMALL)
    assert code == 1
    assert "made with other settings than the study has now" in said


def test_a_study_goes_on_after_a_kill(fresh, simulated):
    process = subprocess.Popen(
        fresh.command(cores=1, **SMALL),
        cwd=fresh.folder,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    top = fresh.folder / "results" / "small"
    try:
        for _ in range(600):
            made = list(top.glob("made/simulate/*/*.json"))
            if len(made) > 1 or process.poll() is not None:
                break
            time.sleep(0.1)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    made = len(list(top.glob("made/simulate/*/*.json")))
    assert 2 <= made < 4
    code, said = fresh("--rerun-incomplete", "--unlock", **SMALL)
    assert code == 0, said
    code, said = fresh("--rerun-incomplete", **SMALL)
    assert code == 0, said
    # So is a job whose end Snakemake did not see.
    assert len(re.findall(r"Job \d+: Simulating", said)) in (4 - made, 5 - made)
    assert fresh.results("small") == simulated.results("small")


@pytest.fixture(scope="module")
def letters():
    """A table as the letters data: the class first, as another provider may have it."""
    rng = np.random.default_rng(1)
    attributes = [Attribute("class", tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
    attributes += [Attribute(f"x{i}") for i in range(16)]
    values = rng.integers(0, 16, (20000, 17)).astype(float)
    values[:, 0] = np.arange(20000) % 26
    return attributes, values


def test_letters_come_from_openml_or_from_a_folder(fresh, letters, tmp_path):
    attributes, values = letters
    target = "results/letters/data/letter.parquet"
    (fresh.folder / "letters.yaml").write_text("simulation: {problem: letters}")
    folder = tmp_path / "uci"
    folder.mkdir()
    last = [*range(1, 17), 0]
    write_arff(
        Dataset("letter", [attributes[i] for i in last], values[:, last]),
        folder / "letter.arff",
    )
    config = [f"arff_folder={folder}"]
    code, said = fresh(target, study="letters.yaml", config=config)
    assert code == 0, said
    path = fresh.folder / target
    ours = path.read_bytes()
    features, classes = read_letters(path)
    assert (features == values[:, 1:].T).all()
    assert (classes == values[:, 0]).all()

    shutil.rmtree(fresh.folder / "results")
    write_arff(Dataset("letter", attributes, values), tmp_path / "letter.arff")
    with LoopbackOpenML() as server:
        server.add_dataset(
            6,
            attributes=[(a.name, a.labels or "numeric") for a in attributes],
            arff=(tmp_path / "letter.arff").read_bytes(),
            name="letter",
            default_target="class",
        )
        config = [f"openml_server={server.address}", "openml_timeout_seconds=5"]
        env = {"NO_PROXY": "127.0.0.1", "HOME": str(tmp_path)}
        code, said = fresh(target, study="letters.yaml", config=config, env=env)
    assert code == 0, said
    assert path.read_bytes() == ours


def refused(workflow, text, *config):
    """What is said of a study at once, without a job."""
    (workflow.folder / "small.yaml").write_text(text)
    code, said = workflow(config=config, **SMALL)
    assert code == 1
    assert "Job stats" not in said
    return said


def test_what_cannot_be_read_is_said_at_once(fresh):
    said = refused(fresh, "planning: {}")
    assert "small.yaml: planning reads a table of accuracies; add `accuracies=" in said
    biased = "simulation: {problem: biased, accuracies: results/paper/accuracies.csv}"
    said = refused(fresh, biased)
    assert "there is no results/paper/accuracies.csv; run `--config study=pap" in said
    letters = "simulation: {problem: letters}"
    (fresh.folder / "empty").mkdir()
    said = refused(fresh, letters, "arff_folder=empty")
    assert "arff_folder, empty, holds no letter.arff; put it there, or leave" in said
    said = refused(fresh, "simulation: {problem: nrmal}")
    assert "key simulation.problem: is 'nrmal'; give one of normal, network" in said
