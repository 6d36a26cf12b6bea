"""Studies on a Slurm cluster of two nodes with accounting, which fail and come back."""

import shutil
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from slurm_cluster import ACCOUNT, PARTITION, Cluster, wait_until

ROOT = Path(__file__).resolve().parent.parent.parent
COUNTS = "results/tiny/accuracies.csv"
RUNS = 10
PROFILE = ROOT / "workflow" / "profiles" / "slurm"
# What a site sets. That jobs are asked for by sacct is the plugin's own choice.
SITE = ["--default-resources", f"slurm_partition={PARTITION}", "slurm_account={}"]
SITE += ["--workflow-profile", PROFILE, "--slurm-init-seconds-before-status-checks"]
SITE += [5, "--seconds-between-status-checks", 5, "--latency-wait", 10]

# Python starts with it.
LARGE_DRAWING = """
import sys, time
if sys.orig_argv[-1].endswith(".draw.py"):
    large = b"x" * 2500 * 2**20
    time.sleep(4)
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster_of_module():
    """A cluster of two nodes, or a skip."""
    for program in ("sbatch", "slurmdbd", "mariadbd"):
        if not shutil.which(program):
            pytest.skip(f"no {program}: apt-get install slurmdbd mariadb-server")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)  # munge wants to be reached by all
        with Cluster(Path(name) / "cluster", nodes=2, accounting=True) as cluster:
            yield cluster


@pytest.fixture
def cluster(cluster_of_module, counted):
    """The cluster, whose jobs are counted."""
    before = len(cluster_of_module.ended())
    yield cluster_of_module
    counted("jobs on Slurm", len(cluster_of_module.ended()) - before)


@pytest.fixture
def slow_study(fresh, with_learner):
    """A study that lacks the counts of a slow tree; what they are; the environment."""
    env = with_learner("SlowTree", runs=RUNS)
    code, said = fresh(COUNTS, env=env)
    assert code == 0, said
    counts = fresh.folder / COUNTS
    expected = counts.read_bytes()
    shutil.rmtree(fresh.folder / "results/tiny/kept/scikit_learn-DecisionTree")
    counts.unlink()
    return fresh, expected, env | {"SLOW_TREE": "1"}


@contextmanager
def started(study, cluster, *arguments, account=ACCOUNT, env=None, **settings):
    """Call snakemake in the background; it returns exit code and all it said."""
    arguments = [*(str(word).format(account) for word in SITE), *arguments]
    env = cluster.env | (env or {})
    with ThreadPoolExecutor() as pool:
        yield pool.submit(study, *arguments, cores=1, env=env, **settings)


def wait_for_counts(study):
    """Wait until the first run of the slow tree is kept."""
    kept = study.folder / "results/tiny/kept"
    wait_until(lambda: [*kept.glob("*DecisionTree/*")], "first counts", seconds=180)


def states(cluster, before):
    """States of the jobs that ended since there were so many."""
    return [state for state, _, _ in cluster.ended()[before:]]


def log_of(study):
    """The logs of the slow tree."""
    folder = study.folder / "results/tiny/logs/crossvalidate/scikit_learn-DecisionTree"
    return "".join(log.read_text() for log in folder.glob("*.log"))


def test_a_study_on_two_nodes_gives_the_same_bytes(cluster, finished, fresh):
    before = len(cluster.ended())
    with started(fresh, cluster, config=["datasets_per_job=1"]) as call:
        code, said = call.result()
    assert code == 0, said
    assert fresh.results() == finished.results()
    assert {*states(cluster, before)} == {"COMPLETED"}
    assert {*cluster.places()[before:]} == {"n1", "n2"}
    # Three times data sets and panels, the accuracies, their provenance, all the rest.
    assert len(states(cluster, before)) == 9
    kept = cluster("sacct", "-X", "--noheader", f"--accounts={ACCOUNT}")
    assert kept.count("COMPLETED") == 9


def test_an_account_that_there_is_not_is_named_with_those_there_are(cluster, fresh):
    with started(fresh, cluster, COUNTS, "--retries", 0, account="arts") as call:
        code, said = call.result()
    assert code == 1
    assert "The given account arts appears to be invalid. Available" in said
    assert ACCOUNT in said


def test_a_job_whose_node_is_lost_goes_on_at_another_and_is_not_done_twice(
    cluster, slow_study
):
    study, expected, env = slow_study
    before = len(cluster.ended())
    with started(study, cluster, COUNTS, env=env) as call:
        _, node = cluster.next_job("RUNNING", "rule_crossvalidate")
        wait_for_counts(study)
        cluster.fail(node)
        wait_until(lambda: cluster.state(node).startswith("down"), "down")
        code, said = call.result()
    cluster.start(node)
    assert code == 0, said
    assert (study.folder / COUNTS).read_bytes() == expected
    assert states(cluster, before) == ["NODE_FAIL", "COMPLETED", "COMPLETED"]
    assert not cluster("squeue", "--noheader")
    assert not [*study.folder.glob("results/tiny/planned/**/*-*")]
    assert f"of {RUNS} runs are kept" in log_of(study)


def test_a_restart_of_the_controller_loses_no_job(cluster, slow_study):
    study, expected, env = slow_study
    before = len(cluster.ended())
    with started(study, cluster, COUNTS, env=env) as call:
        wait_for_counts(study)
        cluster.stop("slurmctld")
        time.sleep(20)
        cluster.start("slurmctld")
        code, said = call.result()
    assert code == 0, said
    assert (study.folder / COUNTS).read_bytes() == expected
    assert states(cluster, before) == ["COMPLETED", "COMPLETED"]


def test_a_group_over_its_memory_is_sent_again_with_more(cluster, copied, finished):
    # What is drawn with takes 2.5 GB: more than the 2 of the first attempt.
    ours = copied.folder / "ours"
    ours.mkdir()
    (ours / "sitecustomize.py").write_text(LARGE_DRAWING)
    shutil.rmtree(copied.folder / "results" / "tiny" / "figures")
    before = len(cluster.ended())
    with started(copied, cluster, env={"PYTHONPATH": str(ours)}) as call:
        code, said = call.result()
    assert code == 0, said
    assert copied.results() == finished.results()
    ended = cluster.ended()[before:]
    (failed,) = (asked for state, *asked in ended if state == "FAILED")
    assert failed[0] == 2000
    assert ("COMPLETED", *(2 * each for each in failed)) in ended
