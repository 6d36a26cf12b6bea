"""A change reruns what depends on it, and nothing else."""

import re
import shutil

import pytest

pytestmark = pytest.mark.slow

# What every change of an analysis may rerun at most.
CROSS_VALIDATION = {"make_canonical", "split", "crossvalidate", "collect"}
OVER_SUBSETS = {
    "run_poisson",
    "run_signed_rank",
    "run_other_tests",
    "tabulate",
    "report",
}


def change(study, old, new, *, file="small.yaml"):
    """Replace a part of a study's file."""
    path = study.folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.fixture
def checkout(tmp_path, root):
    """A copy of the workflow that a test may change, and how it is called."""
    for part in ("config", "workflow"):
        shutil.copytree(
            root / part,
            tmp_path / "checkout" / part,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    shutil.copy2(root / "Snakefile", tmp_path / "checkout")
    return tmp_path / "checkout"


def panels_and_data(study):
    """Panel and data set of every cross-validation that a dry run plans."""
    _, said = study("--dry-run")
    return set(re.findall(r": Cross-validating (\S+) on (\S+)$", said, re.MULTILINE))


def test_a_classifiers_setting_reruns_its_panel_and_what_follows(copied):
    change(copied, "n_estimators: 5", "n_estimators: 6")
    planned = copied.jobs()
    assert planned["collect"] == planned["run_correlated_t"] == planned["report"] == 1
    assert not {"make_canonical", "split"} & planned.keys()
    datasets = ("iris", "lenses", "monks")
    assert panels_and_data(copied) == {("scikit_learn-Forest", d) for d in datasets}


@pytest.mark.parametrize(
    ("policy", "rerun"),
    [
        ("alpha: 0.1", OVER_SUBSETS),
        (
            "zero_variance: win",
            {"run_correlated_t", "run_poisson", "tabulate", "report"},
        ),
        ("rho: 0", {"run_correlated_t", "run_poisson", "tabulate", "report"}),
        ("rope: 0.02", {"run_correlated_t", "run_other_tests", "draw", "report"}),
        ("signed_rank_sides: two", {"run_signed_rank", "tabulate", "report"}),
    ],
)
def test_a_policy_reruns_no_cross_validation(copied, policy, rerun):
    change(copied, "runs: 2", f"runs: 2\n{policy}")
    planned = copied.jobs()
    assert rerun <= planned.keys()
    assert not CROSS_VALIDATION & planned.keys()


def test_a_group_reruns_the_tests_over_data_sets_and_what_shows_them(copied):
    sheet = copied.folder / "small.tsv"
    header, *rows = sheet.read_text().splitlines()
    cells = zip(rows, ("", "source", "source"), strict=True)
    lines = [f"{header}\tgroup", *("\t".join(row) for row in cells)]
    sheet.write_text("\n".join(lines) + "\n")
    planned = copied.jobs()
    assert planned.keys() == {
        "run_other_tests",
        "tabulate",
        "assess_sensitivity",
        "draw",
        "record_provenance",
        "report",
    }


def test_a_label_reruns_nothing_but_tables_and_figures(copied):
    change(copied, "  Forest:", "  Forest:\n    label: A forest")
    planned = copied.jobs()
    assert planned.keys() == {
        "tabulate",
        "assess_sensitivity",
        "draw",
        "record_provenance",
        "report",
    }


def test_a_new_data_set_is_the_only_one_computed(copied):
    change(copied, "432\n", "432\n4\twine\twine\t178\n", file="small.tsv")
    planned = copied.jobs()
    assert planned["make_canonical"] == planned["split"] == 1
    assert planned["crossvalidate"] == 2
    assert planned["collect"] == planned["report"] == 1
    panels = ("native", "scikit_learn-Forest")
    assert panels_and_data(copied) == {(panel, "wine") for panel in panels}


def test_a_seed_reruns_every_fold(copied):
    change(copied, "runs: 2", "runs: 2\nseed: 2")
    planned = copied.jobs()
    assert (planned["split"], planned["crossvalidate"]) == (3, 6)
    assert "make_canonical" not in planned


def test_settings_that_change_places_are_noticed(copied):
    change(copied, "runs: 2\nfolds: 3", "runs: 3\nfolds: 2")
    planned = copied.jobs()
    assert (planned["split"], planned["crossvalidate"]) == (3, 6)


def test_a_finished_study_can_be_moved(copied):
    assert copied.jobs() == {}


def test_code_of_the_report_reruns_no_cross_validation(
    study_in, undisturbed, checkout, tmp_path
):
    folder = shutil.copytree(undisturbed.folder, tmp_path / "study", symlinks=True)
    study = study_in(folder, root=checkout)
    ours = {"PYTHONPATH": str(checkout / "workflow")}
    assert study.jobs(env=ours) == {}
    for file in (checkout / "workflow" / "tenbyten" / "report").rglob("*.*"):
        file.write_text(file.read_text() + "\n")
    assert not CROSS_VALIDATION & study.jobs(env=ours).keys()
    script = checkout / "workflow" / "scripts" / "report.py"
    script.write_text(script.read_text() + "\n")
    assert study.jobs(env=ours) == {"report": 1}


def test_code_of_cross_validation_reruns_it(study_in, undisturbed, checkout, tmp_path):
    folder = shutil.copytree(undisturbed.folder, tmp_path / "study", symlinks=True)
    study = study_in(folder, root=checkout)
    script = checkout / "workflow" / "scripts" / "crossvalidate.py"
    script.write_text(script.read_text() + "\n")
    planned = study.jobs(env={"PYTHONPATH": str(checkout / "workflow")})
    assert planned["crossvalidate"] == 6
    assert not {"make_canonical", "split"} & planned.keys()
