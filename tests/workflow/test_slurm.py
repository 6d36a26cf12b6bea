"""Studies on a real Slurm cluster: one node, started and stopped by a tool of ours."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
PROFILE = ROOT / "workflow" / "profiles" / "slurm"
TOOL = ROOT.parent / "shared" / "tools" / "slurm-single-node"
# What a site sets: here a cluster without accounting, which answers soon.
SITE = ["--workflow-profile", PROFILE, "--slurm-status-command", "squeue"]
SITE += ["--default-resources", "slurm_account=none", "slurm_partition=debug"]
SITE += ["--slurm-init-seconds-before-status-checks", 5]
SITE += ["--seconds-between-status-checks", 5, "--latency-wait", 10]


class Cluster:
    """A cluster of one node in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.env = {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "SLURM_CONF": str(folder / "slurm.conf"),
            # Without bytecode a job takes four times as long.
            "PYTHONDONTWRITEBYTECODE": "",
        }

    def __call__(self, *command):
        """Call one of Slurm's commands; return what it said."""
        said = subprocess.run(
            command, env=os.environ | self.env, check=True, capture_output=True
        )
        return said.stdout.decode()

    def ended(self):
        """State, memory in MB and time in minutes of every job that has ended."""
        log = self.folder / "log" / "jobcomp.log"
        lines = log.read_text().splitlines() if log.exists() else []
        wanted = r"JobState=(\w+) .*TimeLimit=(\d+) .*mem=(\d+)M"
        found = [re.search(wanted, line).groups() for line in lines]
        return [(state, int(memory), int(limit)) for state, limit, memory in found]

    def cancel_next(self):
        """Cancel the first job that turns up, within two minutes."""
        for _ in range(240):
            waiting = self("squeue", "--noheader", "--format=%A").split()
            if waiting:
                return self("scancel", waiting[0])
            time.sleep(0.5)
        raise TimeoutError("no job was submitted")


class Count:
    """Says at the end of all tests how many jobs ran on Slurm."""

    def __init__(self, jobs):
        self.jobs = jobs

    def pytest_terminal_summary(self, terminalreporter):
        """Say it."""
        terminalreporter.write_line(f"jobs on Slurm: {self.jobs}")


@pytest.fixture(scope="module")
def cluster(request):
    """A cluster, or a skip."""
    tool = Path(os.environ.get("TENBYTEN_SLURM", TOOL))
    if not tool.is_file():
        pytest.skip(f"no tool to start Slurm at {tool}; set TENBYTEN_SLURM")
    if not shutil.which("sbatch"):
        pytest.skip("no Slurm: apt-get install slurm-wlm munge")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # munge wants to be reached by all, which pytest's are not
        subprocess.run([tool, "up", folder], check=True)
        cluster = Cluster(folder)
        yield cluster
        subprocess.run([tool, "down", folder], check=True)
        request.config.pluginmanager.register(Count(len(cluster.ended())))


@pytest.fixture
def without_tree(copied):
    """A finished study that has lost one panel's accuracies."""
    results = copied.folder / "results" / "tiny"
    shutil.rmtree(results / "accuracies" / "scikit_learn-DecisionTree")
    (results / "accuracies.csv").unlink()
    return copied


def cancelled(study, cluster, *arguments):
    """Call snakemake and cancel its first job; return exit code and all it said."""
    with ThreadPoolExecutor() as pool:
        call = pool.submit(study, *SITE, *arguments, cores=1, env=cluster.env)
        cluster.cancel_next()
        return call.result()


def test_a_study_on_slurm_gives_the_same_bytes_in_a_handful_of_jobs(
    cluster, finished, fresh
):
    before = len(cluster.ended())
    code, said = fresh(*SITE, cores=1, env=cluster.env)
    assert code == 0, said
    assert fresh.results() == finished.results()
    # Data sets, two panels, the joined accuracies, their provenance, all the rest.
    assert len(cluster.ended()) - before == 6
    assert {state for state, _, _ in cluster.ended()[before:]} == {"COMPLETED"}


def test_a_cancelled_job_is_named_with_its_logs_and_the_rerun_does_what_is_missing(
    cluster, without_tree
):
    code, said = cancelled(
        without_tree, cluster, "--retries", 0, "results/tiny/accuracies.csv"
    )
    assert code == 1
    for dataset in ("iris", "lenses", "monks"):
        where = f"crossvalidate/scikit_learn-DecisionTree/{dataset}.log"
        assert re.search(rf"log: .*{where}", said), said
    code, said = without_tree("--dry-run", "results/tiny/accuracies.csv")
    assert code == 0, said
    rules = dict(re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE))
    assert rules == {"crossvalidate": "3", "collect": "1", "total": "4"}


def test_a_cancelled_job_is_sent_again_with_more_memory_and_time(
    cluster, finished, without_tree
):
    before = len(cluster.ended())
    code, said = cancelled(
        without_tree, cluster, "--retries", 1, "results/tiny/accuracies.csv"
    )
    assert code == 0, said
    (_, memory, minutes), *others = cluster.ended()[before:]
    assert ("COMPLETED", 2 * memory, 2 * minutes) in others
    assert without_tree.results() == finished.results()


def test_the_profile_groups_every_rule_that_reads_the_joined_accuracies():
    # A rule left out would be a job of its own, or stop the whole run.
    groups = yaml.safe_load((PROFILE / "config.yaml").read_text())["groups"]
    grouped = {entry.split("=")[0] for entry in groups}
    rules = {
        name
        for file in (ROOT / "workflow" / "rules").glob("*.smk")
        for name in re.findall(r"^ *rule (\w+):", file.read_text(), re.MULTILINE)
    }
    alone = {
        "collect",
        "collect_metrics",
        "provenance",
        "take_elsewhere",
        "take_metrics",
    }
    local = {"fetch_dataset", "fetch_splits"}
    twins = {"compare_engines", "parity"}
    assert rules == grouped | alone | local | twins
