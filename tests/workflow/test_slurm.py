"""Studies on a real Slurm cluster of one node, without accounting."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from slurm_cluster import PROFILE, SITE

JOB = "results/tiny/accuracies.csv"
ROOT = Path(__file__).resolve().parent.parent.parent
NODE = "n1"
CLUSTER = {"nodes": 1, "accounting": False}


@pytest.fixture
def without_tree(copied):
    """A finished study that has lost a panel's counts, and what was made of them."""
    results = copied.folder / "results" / "tiny"
    for part in ("cache", "counts"):
        shutil.rmtree(results / part)
    (results / "accuracies.csv").unlink()
    return copied


def log_of(study):
    """The logs of the tree."""
    folder = study.folder / "results/tiny/logs/crossvalidate"
    logs = (folder / "scikit_learn-DecisionTree").glob("*.log")
    return "".join(log.read_text() for log in logs)


@contextmanager
def started(study, cluster, *arguments):
    """Call snakemake in the background; it returns exit code and all it said."""
    with ThreadPoolExecutor() as pool:
        yield pool.submit(study, *SITE, *arguments, cores=1, env=cluster.env)


def cancelled(study, cluster, *arguments, name=""):
    """Call snakemake and cancel its first job; return exit code and all it said."""
    with started(study, cluster, *arguments) as call:
        job, _ = cluster.next_job("PENDING,RUNNING", name)
        cluster("scancel", job)
        return call.result()


@pytest.mark.slow
def test_a_study_on_slurm_gives_the_same_bytes_in_a_handful_of_jobs(
    cluster, finished, fresh
):
    before = len(cluster.ended())
    code, said = fresh(*SITE, cores=1, env=cluster.env)
    assert code == 0, said
    assert "To do: 24 folds in 1 job" in said
    assert re.search(r"of 24 folds .* jobs; queued or running: ", said), said
    assert "The report: results/tiny/report.html" in said
    assert fresh.results() == finished.results()
    # Data sets, a panel, the joined accuracies, their provenance, all the rest.
    assert cluster.states(before) == ["COMPLETED"] * 5, cluster.told_of_steps(fresh)


@pytest.mark.slow
def test_a_cancelled_job_is_named_with_its_logs_and_the_rerun_does_what_is_missing(
    cluster, without_tree
):
    code, said = cancelled(
        without_tree, cluster, "--retries", 0, "results/tiny/accuracies.csv"
    )
    assert code == 1
    assert re.search("log: .*crossvalidate/scikit_learn/from-iris.log", said), said
    code, said = without_tree("--dry-run", "results/tiny/accuracies.csv")
    assert code == 0, said
    rules = dict(re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE))
    assert rules == {"crossvalidate": "1", "collect": "1", "total": "2"}


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_job_over_its_time_is_sent_again_and_goes_on_at_the_run_it_was_at(
    cluster, fresh, with_learner
):
    # Slurm ends a job of one minute within half a minute more; two data sets take 128
    # seconds, of which the second job, of two minutes, has what the first one left.
    env = cluster.env | with_learner("SlowTree", runs=32) | {"SLOW_TREE": "1"}
    before = len(cluster.ended())
    short = ["--set-resources", "crossvalidate:runtime=1*attempt"]
    code, said = fresh(*SITE, *short, "--retries", 1, JOB, cores=1, env=env)
    assert code == 0, said
    states = [(state, minutes) for state, _, minutes in cluster.ended()[before:]]
    assert {("TIMEOUT", 1), ("COMPLETED", 2)} <= {*states}
    assert int(re.search(r"(\d+) read from the cache", log_of(fresh))[1]) > 0


@pytest.mark.slow
def test_a_job_over_its_memory_is_sent_again_with_more(cluster, fresh, with_learner):
    env = cluster.env | with_learner("LargeTree") | {"LARGE_TREE_MB": "2000"}
    before = len(cluster.ended())
    code, said = fresh(*SITE, "--retries", 1, JOB, cores=1, env=env)
    assert code == 0, said
    ended = [(state, memory) for state, memory, _ in cluster.ended()[before:]]
    failed = [memory for state, memory in ended if state == "FAILED"]
    assert failed
    assert ("COMPLETED", 2 * failed[0]) in ended


def test_the_profile_groups_every_rule_of_the_analysis():
    # A rule left out would be a job of its own, or stop the whole run.
    groups = yaml.safe_load((PROFILE / "config.yaml").read_text())["groups"]
    grouped = {entry.split("=")[0] for entry in groups}
    rules = {
        name
        for file in (ROOT / "workflow" / "rules").glob("*.smk")
        for name in re.findall(
            r"^ *(?:use rule \w+ as|rule) (\w+)(?: with)?:",
            file.read_text(),
            re.MULTILINE,
        )
    }
    alone = {"prepare", "crossvalidate", "crossvalidate_look", "collect"}
    alone |= {"record_provenance", "import_accuracies"}
    local = {"fetch_dataset", "fetch_splits", "unpack", "check_results", "verify"}
    local |= {"simulations", "figures"}
    twins = {"compare_engines", "parity"}
    assert rules == grouped | alone | local | twins
