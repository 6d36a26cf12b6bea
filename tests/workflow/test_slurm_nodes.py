"""Studies on a Slurm cluster of two nodes with accounting, which fail and come back."""

import re
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from slurm_cluster import ACCOUNT, PARTITION, Cluster, wait_until

ROOT = Path(__file__).resolve().parent.parent.parent
COUNTS = "results/tiny/accuracies.csv"
RUNS = 10
CLUSTER = {"nodes": 2, "accounting": True}
PROFILE = ROOT / "workflow" / "profiles" / "slurm"
# What a site sets. That jobs are asked for by sacct is the plugin's own choice.
SITE = ["--default-resources", f"slurm_partition={PARTITION}", "slurm_account={}"]
SITE += ["--workflow-profile", PROFILE, "--slurm-init-seconds-before-status-checks"]
SITE += [5, "--seconds-between-status-checks", 5, "--latency-wait", 10]

# Python starts with one of these.
LARGE_DRAWING = """
import sys, time
if sys.orig_argv[-1].endswith(".draw.py"):
    large = b"x" * 2500 * 2**20
    time.sleep(4)
"""
LONG_DRAWING = """
import pathlib, sys, time
if sys.orig_argv[-1].endswith(".draw.py"):
    pathlib.Path("draws").touch()
    time.sleep(300)
"""

pytestmark = pytest.mark.slow


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


@pytest.fixture
def small_disk(slow_study):
    """A disk of its own for the results of the slow study: its folder."""
    results = slow_study[0].folder / "results"
    before = results.rename(results.with_name("before"))
    results.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", results]
    done = subprocess.run(mount, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no tmpfs can be mounted here: {done.stderr.strip()}")
    shutil.copytree(before, results, dirs_exist_ok=True)
    yield results
    subprocess.run(["umount", "-l", results], check=True)


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


def starting_with(code, study):
    """The environment in which Python starts with some code."""
    ours = study.folder / "ours"
    ours.mkdir()
    (ours / "sitecustomize.py").write_text(code)
    return {"PYTHONPATH": str(ours)}


def fill(file):
    """Write to a file until its disk is full."""
    with suppress(OSError), open(file, "ab", buffering=0) as opened:
        while opened.write(bytes(2**16)):
            pass


def times_of(results, *parts):
    """When each file of some parts of the results was written."""
    files = [
        path
        for part in parts
        for path in [results / part, *results.glob(f"{part}/**/*")]
    ]
    return {path: path.stat().st_mtime_ns for path in files if path.is_file()}


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
    assert {*cluster.states(before)} == {"COMPLETED"}
    assert {*cluster.places()[before:]} == {"n1", "n2"}
    # Three times data sets and panels, the accuracies, their provenance, all the rest.
    assert len(cluster.states(before)) == 9
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
    assert cluster.states(before) == ["NODE_FAIL", "COMPLETED", "COMPLETED"]
    assert not cluster("squeue", "--noheader")
    assert not [*study.folder.glob("results/tiny/planned/**/*-*")]
    assert f"of {RUNS} runs are kept" in log_of(study)


def test_a_node_that_is_lost_in_one_cluster_of_the_tests_is_not_in_another(tmp_path):
    ended = [tmp_path / "ours", tmp_path / "theirs"]
    with ExitStack() as stack:
        clusters = []
        for _ in ended:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            folder.chmod(0o755)
            clusters.append(stack.enter_context(Cluster(folder / "cluster")))
        for cluster, file in zip(clusters, ended, strict=True):
            cluster("sbatch", "--output=/dev/null", f"--wrap=sleep 5; touch {file}")
            cluster.next_job("RUNNING")
        clusters[0].fail("n1")
        wait_until(ended[1].exists, "the other cluster's job")
    assert not ended[0].exists()


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
    assert cluster.states(before) == ["COMPLETED", "COMPLETED"]


def test_a_group_over_its_memory_is_sent_again_with_more(cluster, copied, finished):
    # What is drawn with takes 2.5 GB: more than the 2 of the first attempt.
    env = starting_with(LARGE_DRAWING, copied)
    shutil.rmtree(copied.folder / "results" / "tiny" / "figures")
    before = len(cluster.ended())
    with started(copied, cluster, env=env) as call:
        code, said = call.result()
    assert code == 0, said
    assert copied.results() == finished.results()
    ended = cluster.ended()[before:]
    (failed,) = (asked for state, *asked in ended if state == "FAILED")
    assert failed[0] == 2000
    assert ("COMPLETED", *(2 * each for each in failed)) in ended


def test_a_group_over_its_time_names_what_to_raise_and_the_rerun_makes_the_rest(
    cluster, copied, finished
):
    env = starting_with(LONG_DRAWING, copied)
    results = copied.folder / "results" / "tiny"
    shutil.rmtree(results / "figures")
    kept = times_of(results, "kept", "data", "folds", "accuracies.csv")
    before = len(cluster.ended())
    with started(copied, cluster, "--retries", 0, env=env) as call:
        job, _ = cluster.next_job("RUNNING", "analysis")
        wait_until((copied.folder / "draws").exists, "drawing", seconds=180)
        # In place of waiting for its minutes. Slurm looks every 30 seconds.
        cluster("scontrol", "update", f"jobid={job}", "EndTime=now+1")
        code, said = call.result()
    assert code == 1
    assert re.search(
        r"^draw: Slurm ended it at its time limit; it asked for 2 minutes: set more, "
        r"such as `draw:runtime=4` below `set-resources` in the profile$",
        said,
        re.MULTILINE,
    ), said
    ended = cluster.states(before)
    assert ended.count("TIMEOUT") == 1
    with started(copied, cluster) as call:
        code, said = call.result()
    assert code == 0, said
    assert copied.results() == finished.results()
    assert times_of(results, "kept", "data", "folds", "accuracies.csv") == kept
    assert cluster.states(before) == [*ended, "COMPLETED"]


def test_a_full_disk_is_told_with_the_file_and_the_rerun_makes_what_is_missing(
    cluster, slow_study, small_disk
):
    study, expected, env = slow_study
    before, large = len(cluster.ended()), small_disk / "large"
    # Jobs that take more than half of a node's memory each.
    asked = [COUNTS, "--retries", 0, "--set-resources", "crossvalidate:mem_mb=4000"]
    settings = {"config": ["datasets_per_job=1"], "env": env}
    with started(study, cluster, *asked, **settings) as call:
        wait_for_counts(study)
        while not call.done():
            fill(large)
            time.sleep(0.2)
        code, said = call.result()
    assert code == 1
    assert {*cluster.states(before)} == {"FAILED"}
    assert {*cluster.places()[before:]} == {"n1", "n2"}
    logs = {*re.findall(r"[^ ,]+/slurm_logs/[^ ,]+\.log", said)}
    assert len(logs) == 2
    assert all("No space left on device" in Path(log).read_text() for log in logs)
    large.unlink()
    code, said = study(COUNTS, env=env | {"SLOW_TREE": "0"})
    assert code == 0, said
    assert (study.folder / COUNTS).read_bytes() == expected
    assert f"of {RUNS} runs are kept" in log_of(study)
    for target in ("all", "verify"):
        code, said = study(target, env=env | {"SLOW_TREE": "0"})
        assert code == 0, said
