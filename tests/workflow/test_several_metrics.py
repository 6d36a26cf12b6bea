"""A study that compares several metrics, as a user runs it."""

import pandas as pd
import pytest

from tenbyten import compare
from tenbyten.command import main

pytestmark = pytest.mark.slow

MEASURED = "metrics: [auc, log_loss]"
SETTINGS = {"title": "tiny", "rope": {"auc": 0.02}}
SETTINGS |= {"subsets": {"front": [1, 2], "all": [1, 3]}}
# What is the same however many metrics are compared.
PARTS = "comparisons", "tables", "figures"


def files_of(folder):
    """Bytes of tests, tables and figures, by path."""
    paths = [x for part in PARTS for x in (folder / part).rglob("*.*")]
    shown = [path for path in paths if not path.name.startswith(".")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in shown}


def asks_for(workflow, keys):
    """Change the keys of the tiny study."""
    study = workflow.folder / "tiny.yaml"
    head = study.read_text().partition("metrics:")[0]
    study.write_text(f"{head}{MEASURED}\n{keys}\n")


@pytest.fixture(scope="module")
def made(tmp_path_factory, workflow_in):
    """The study by accuracy alone, then by three metrics; what was first, and planned.

    The log-loss has no hierarchical model, unlike the two before it.
    """
    run = workflow_in(tmp_path_factory.mktemp("several"))
    asks_for(run, "metric: accuracy")
    code, said = run()
    assert code == 0, said
    alone = files_of(run.folder / "results" / "tiny")
    asks_for(run, "metric: [accuracy, auc, log_loss]\nrope: {auc: 0.02}")
    _, planned = run("--dry-run", "--quiet", "rules")
    code, said = run()
    assert code == 0, said
    return run, alone, planned


def test_the_first_metrics_files_are_those_of_a_study_of_it_alone(made):
    run, alone, _ = made
    assert len(alone) > 40
    assert files_of(run.folder / "results" / "tiny") == alone


def test_metrics_that_are_added_make_nothing_again_that_is_made(made):
    run, _, planned = made
    rows = [line.split() for line in planned.splitlines()]
    jobs = {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[1].isdigit()}
    tests = ("run_correlated_t", "run_poisson", "run_signed_rank")
    once = ("analyse", "check_results", "run_study")
    of_files = {"record_provenance": 3, "total": 12}
    assert jobs == dict.fromkeys(tests, 2) | dict.fromkeys(once, 1) | of_files
    code, said = run("--dry-run")
    assert (code, "Nothing to be done" in said) == (0, True)


def test_python_makes_the_same_files(made, tmp_path):
    run, _, _ = made
    results = run.folder / "results" / "tiny"
    table = pd.read_csv(results / "accuracies.csv")
    table = table.merge(pd.read_csv(results / "metrics.csv"))
    compared = compare(table, metric=["accuracy", "auc", "log_loss"], **SETTINGS)
    compared.write(tmp_path / "tiny")
    for place in (".", "metrics/auc", "metrics/log_loss"):
        ours, theirs = files_of(tmp_path / "tiny" / place), files_of(results / place)
        # Of the data sets a table of results says no more than the names.
        of_data = {f"tables/exported/datasets.{form}" for form in ("csv", "tex")}
        assert theirs.keys() - ours.keys() == of_data
        assert ours == {path: x for path, x in theirs.items() if path not in of_data}
    further = results / "metrics" / "log_loss" / "comparisons" / "all"
    assert not (further / "hierarchical.csv").exists()


def test_one_page_and_one_answer_have_all_metrics(made):
    results = made[0].folder / "results" / "tiny"
    page = (results / "report.html").read_text()
    for metric in ("auc", "log_loss"):
        board = results / "metrics" / metric / "tables" / "exported" / "summary.html"
        assert board.read_text() in page
        assert f'href="metrics/{metric}/report.html"' in page
        assert (results / "metrics" / metric / "report.html").is_file()
    answer = (results / "summary.txt").read_text()
    assert len(answer.splitlines()) <= 40
    assert "By auc: No difference could have been found." in answer


def test_results_of_further_metrics_are_verified(made, monkeypatch, capsys):
    folder = made[0].folder
    monkeypatch.chdir(folder)
    assert main(["verify", "tiny.yaml"]) == 0
    table = folder / "results/tiny/metrics/auc/tables/all.csv"
    table.write_text("")
    assert main(["verify", "tiny.yaml"]) == 1
    said = capsys.readouterr().out
    assert "metrics/auc/tables/all.csv: not as it was made; delete it" in said
