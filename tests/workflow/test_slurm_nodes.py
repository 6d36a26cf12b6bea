"""Studies on a Slurm cluster of two nodes with accounting, which fail and come back."""

import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from slurm_cluster import ACCOUNT, PARTITION, wait_until

ROOT = Path(__file__).resolve().parent.parent.parent
COUNTS = "results/tiny/accuracies.csv"
RUNS = 10
CLUSTER = {"nodes": 2, "accounting": True}
PROFILE = ROOT / "profiles" / "slurm"
# What a site sets. That jobs are asked for by sacct is the plugin's own choice.
SITE = ["--default-resources", f"slurm_partition={PARTITION}", "slurm_account={}"]
SITE += ["--workflow-profile", PROFILE, "--slurm-init-seconds-before-status-checks"]
SITE += [5, "--seconds-between-status-checks", 5, "--latency-wait", 10]

# Python starts with one of these.
LONG_ANALYSIS = """
import pathlib, sys, time
if sys.orig_argv[-1].endswith(".analyse.py"):
    pathlib.Path("analyses").touch()
    time.sleep(300)
"""

pytestmark = pytest.mark.slow
BATCHED = ("data/", "counts/")


@pytest.fixture
def slow_study(fresh, with_learner):
    """A study that lacks the counts of a slow tree; what they are; the environment."""
    env = with_learner("SlowTree", runs=RUNS)
    code, said = fresh(COUNTS, env=env)
    assert code == 0, said
    counts = fresh.folder / COUNTS
    expected = counts.read_bytes()
    for part in ("cache", "counts"):
        shutil.rmtree(fresh.folder / "results/tiny" / part)
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
    cache = study.folder / "results/tiny/cache"
    wait_until(lambda: [*cache.glob("*/DecisionTree~*")], "first counts", seconds=180)


def starting_with(code, study):
    """The environment in which Python starts with some code."""
    ours = study.folder / "ours"
    ours.mkdir()
    (ours / "sitecustomize.py").write_text(code)
    return {"PYTHONPATH": str(ours)}


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
    # Other batches are other files.
    found, expected = (
        {at: x for at, x in study.results().items() if not at.startswith(BATCHED)}
        for study in (fresh, finished)
    )
    assert found == expected
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
    states = cluster.states(before)
    assert {*states} == {"NODE_FAIL", "COMPLETED"}
    assert states[-1] == "COMPLETED"
    assert not cluster("squeue", "--noheader")
    assert int(re.search(r"(\d+) read from the cache", log_of(study))[1]) > 0


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
    # A job for each of two panels, and one that collects.
    assert cluster.states(before) == ["COMPLETED"] * 3


def test_a_group_over_its_time_names_what_to_raise_and_the_rerun_makes_the_rest(
    cluster, copied, finished
):
    env = starting_with(LONG_ANALYSIS, copied)
    results = copied.folder / "results" / "tiny"
    shutil.rmtree(results / "figures")
    kept = times_of(results, "cache", "counts", "data", "accuracies.csv")
    before = len(cluster.ended())
    with started(copied, cluster, "--retries", 0, env=env) as call:
        job, _ = cluster.next_job("RUNNING", "analysis")
        wait_until((copied.folder / "analyses").exists, "analysis", seconds=180)
        # In place of waiting for its minutes. Slurm looks every 30 seconds.
        cluster("scontrol", "update", f"jobid={job}", "EndTime=now+1")
        code, said = call.result()
    assert code == 1
    assert re.search(
        r"^Comparing by every other test, .* failed; log: .*/analyse.log.*\n"
        r"Slurm ended it at its time limit: raise `runtime` below `set-resources` ",
        said,
        re.MULTILINE,
    ), said
    ended = cluster.states(before)
    assert ended.count("TIMEOUT") == 1
    with started(copied, cluster) as call:
        code, said = call.result()
    assert code == 0, said
    assert copied.results() == finished.results()
    assert times_of(results, "cache", "counts", "data", "accuracies.csv") == kept
    assert cluster.states(before) == [*ended, "COMPLETED"]
