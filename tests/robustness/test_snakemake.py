"""Snakemake's own options tell the truth of a study, for every file is declared."""

import shutil

import pytest

pytestmark = pytest.mark.slow

COUNTED = {"crossvalidate": 5, "collect": 1}


def untracked(study):
    """The files of the results that Snakemake does not know, by their first folder."""
    said = study.do("--list-untracked")
    files = [x.removeprefix("results/traced/") for x in said.splitlines()]
    return {file.split("/")[0] for file in files if (study.top / file).is_file()}


def test_all_can_be_forced(undisturbed):
    forced = undisturbed.jobs("--forceall")
    assert forced.items() >= (COUNTED | {"prepare": 2, "report": 1}).items()


def test_the_cross_validation_can_be_forced(undisturbed):
    forced = undisturbed.jobs("--forcerun", "crossvalidate")
    assert forced.items() >= (COUNTED | {"report": 1}).items()
    assert "prepare" not in forced


def test_a_finished_study_can_be_made_until_a_rule(undisturbed):
    assert undisturbed.jobs("--until", "collect") == {}
    until = undisturbed.jobs("--forceall", "--until", "collect")
    assert until == COUNTED | {"prepare": 2}


def test_graphs_have_every_rule(undisturbed):
    for kind in ("--rulegraph", "--dag", "--filegraph"):
        said = undisturbed.do(kind, cores=None)
        for rule in ("prepare", "crossvalidate", "collect", "run_poisson", "report"):
            assert rule in said


def test_the_report_shows_every_rule(undisturbed, tmp_path):
    undisturbed.do("--report", tmp_path / "report.html", cores=None)
    text = (tmp_path / "report.html").read_text()
    for rule in ("prepare", "crossvalidate", "collect", "draw"):
        assert f'"{rule}"' in text


def test_what_is_not_declared_is_the_cache(undisturbed):
    # Snakemake also lists benchmarks, and each file in a folder that is declared.
    declared = {"cache", "benchmarks", "figures", "study", "tables"}
    assert untracked(undisturbed) == declared


def test_all_that_is_declared_can_be_removed(copied):
    copied.do("--delete-all-output")
    files = (x.relative_to(copied.top) for x in copied.top.rglob("*") if x.is_file())
    assert {x.parts[0] for x in files} == {".study", "cache", "logs", "benchmarks"}


def test_a_comment_in_a_module_changes_nothing_and_its_code_does(copied):
    copied.replace("FEWEST = 22", "# Few.\nFEWEST = 22", "mine_checks.py")
    copied.replace('"""Refuse few rows."""', '"""Do."""', "mine_checks.py")
    assert copied.jobs() == {}
    copied.replace("FEWEST = 22", "FEWEST = 21", "mine_checks.py")
    jobs = copied.jobs()
    assert jobs["crossvalidate"] == 3
    assert "prepare" not in jobs


def test_a_data_set_is_unpacked_on_request(copied):
    wanted = [f"results/traced/data/{x}" for x in ("iris.parquet", "leaves.parquet")]
    assert copied.jobs(*wanted) == {"unpack": 2}
    copied.do(*wanted, "results/traced/folds/iris.csv")
    folds = (copied.top / "folds" / "iris.csv").read_text().splitlines()
    assert (folds[0], len(folds)) == ("run_1,run_2", 151)
    assert copied.jobs() == {}


@pytest.mark.parametrize(
    ("old", "new", "made", "kept"),
    [
        ("runs: 2", "runs: 2\nalpha: 0.1", "run_poisson", "run_correlated_t"),
        ("runs: 2", "runs: 2\nrope: 0.02", "run_correlated_t", "collect"),
        ("title: traced", "title: Traced", "report", "run_poisson"),
        ("native: {learner: J48}", "native: {learner: J48}\n    label: A tree", "draw",
         "run_poisson"),
        ("folds: 3", "folds: 4", "prepare", ""),
        ("[f1]", "[f1, auc]", "crossvalidate", "prepare"),
    ],
)  # fmt: skip
def test_a_changed_setting_is_taken_up_by_what_depends_on_it(
    copied, old, new, made, kept
):
    copied.replace(old, new)
    jobs = copied.jobs()
    assert made in jobs
    assert kept not in jobs
    assert "check_results" in jobs


@pytest.mark.parametrize("config", [["runs_per_job=1"], ["datasets_per_job=1"]])
def test_jobs_of_any_size_read_the_same_counts(copied, undisturbed, config):
    shutil.rmtree(copied.top / "logs")
    copied.do("results/traced/report.html", config=config)
    trained, read = copied.counted()
    # Parts that are cut as before are not read again.
    assert (trained, read >= 16) == (0, True)
    ours, theirs = copied.made(), undisturbed.made()
    for file in ("accuracies.csv", "metrics.csv", "failures.csv", "details.html"):
        assert ours[file] == theirs[file]
