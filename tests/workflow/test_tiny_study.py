"""A whole study, as a user runs it."""

import re
from collections import Counter

import pytest

pytestmark = pytest.mark.slow


def jobs(said):
    """The jobs of a dry run, by rule."""
    return {
        rule: int(count)
        for rule, count in re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE)
        if rule not in ("run_study", "total")
    }


def test_every_file_is_there(finished):
    parts = Counter(path.split("/")[0] for path in finished.results())
    # An index; four figures a subset and three of the pair.
    figures, exported = 1 + 2 * 4 + 3, 4 + 2 + 2 + 2 * 6
    assert parts == {
        "accuracies.csv": 1,
        "comparisons": 1 + 2 * (2 + 11),
        "counts": 2,
        "data": 1,
        "datasets.json": 1,
        "figures": figures,
        "study": 2,
        "summary.json": 1,
        "summary.txt": 1,
        "tables": 2 * 3 + 3 + exported,
        "text.md": 1,
        "text.tex": 1,
        "warnings.csv": 1,
    }


def test_a_subset_that_is_added_runs_the_tests_over_it(copied):
    path = copied.folder / "tiny.yaml"
    path.write_text(path.read_text().replace("subsets: {", "subsets: {back: [2, 3], "))
    code, said = copied("--dry-run")
    assert code == 0, said
    planned = jobs(said)
    assert planned.items() >= {"run_poisson": 1, "analyse": 1}.items()
    assert not {"crossvalidate", "prepare"} & set(planned)


def test_every_job_leaves_a_log_and_a_benchmark(finished):
    folder = finished.folder / "results" / "tiny"
    log = folder / "logs" / "crossvalidate" / "scikit_learn" / "from-iris.log"
    assert "monks: run 2 of 2 (GaussianNB, DecisionTree)" in log.read_text()
    jobs = {x.stem for x in (folder / "benchmarks").glob("*.tsv")}
    tests = {"run_correlated_t", "run_poisson", "run_signed_rank"}
    assert jobs == {"collect", "record_provenance", "analyse", *tests}


def test_snakemakes_report_has_the_tables(finished, tmp_path):
    code, said = finished("--report", tmp_path / "report.html")
    assert code == 0, said
    text = (tmp_path / "report.html").read_text()
    assert "tables/front.csv" in text
    assert "Decisions and numbers of both tests over one subset" in text
    for subset in ("all", "front"):
        assert f'"labels": {{"subset": "{subset}"}}' in text
    assert "figures/posteriors-GaussianNB-DecisionTree.svg" in text
