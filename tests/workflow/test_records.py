"""What a reader is promised is held to records, and made again if it does not fit."""

import os
import random
import re
import shutil

import pytest

pytestmark = pytest.mark.slow


def planned(workflow, *arguments):
    """The jobs of a dry run by rule, and all that it said."""
    code, said = workflow("--dry-run", *arguments)
    assert code == 0, said
    counts = re.findall(r"^(\w+) +\d+$", said, re.MULTILINE)
    return set(counts) - {"all", "total"}, said


def results_of(workflow):
    """Where the results of the tiny study are."""
    return workflow.folder / "results" / "tiny"


@pytest.mark.parametrize(
    ("file", "rules"),
    [
        ("figures/index.csv", {"draw", "report"}),
        ("figures/heat_map.svg", {"draw", "report"}),
        ("tables/exported/means.csv", {"report"}),
        ("tables/front.md", {"tabulate", "report"}),
        ("provenance.json", {"record_provenance", "report"}),
    ],
)
def test_a_promised_file_that_is_gone_is_made_again(copied, file, rules):
    (results_of(copied) / file).unlink()
    found, said = planned(copied)
    assert f"To make again: {file} (missing)\n" in said
    # The command that provenance tells names the folder, which is another.
    assert rules <= found <= rules | {"record_provenance"}


def test_a_figure_that_was_deleted_comes_back_the_same(copied, finished):
    figures = results_of(copied) / "figures"
    (figures / "index.csv").unlink()
    (figures / "heat_map.pdf").write_bytes(b"")
    code, said = copied()
    assert code == 0, said
    assert copied.results() == finished.results()
    assert planned(copied)[0] == set()


def test_a_cut_table_is_made_again_without_snakemakes_memory(copied):
    table = results_of(copied) / "comparisons" / "correlated_t.csv"
    times = table.stat()
    table.write_text("".join(table.read_text().splitlines(keepends=True)[:-1]))
    os.utime(table, ns=(times.st_atime_ns, times.st_mtime_ns))
    shutil.rmtree(copied.folder / ".snakemake")
    found, said = planned(copied)
    line = "To make again: comparisons/correlated_t.csv (not as it was made)"
    assert line in said
    assert {"run_correlated_t", "run_poisson", "tabulate", "report"} <= found
    assert not {"crossvalidate", "collect"} & found


def test_settings_are_held_to_records_without_snakemakes_memory(copied):
    study = copied.folder / "tiny.yaml"
    study.write_text(study.read_text().replace("runs: 2", "runs: 2\nalpha: 0.1"))
    shutil.rmtree(copied.folder / ".snakemake")
    found, said = planned(copied)
    assert "alpha was 0.05, is 0.1" in said
    assert {"run_poisson", "tabulate", "draw", "report"} <= found
    assert not {"crossvalidate", "collect", "run_correlated_t"} & found


def test_results_without_records_are_made_again_but_for_what_is_counted(copied):
    shutil.rmtree(results_of(copied) / "made")
    found, said = planned(copied)
    lines = re.findall(
        r"^To make again: .* and \d+ more \(no record", said, re.MULTILINE
    )
    assert len(lines) == 2
    assert {"collect", "run_correlated_t", "draw", "report"} <= found
    assert "crossvalidate" not in found


def test_a_copy_whose_files_have_any_times_has_nothing_to_be_done(copied):
    shutil.rmtree(copied.folder / ".snakemake")
    files = [file for file in copied.folder.rglob("*") if file.is_file()]
    random.Random(1).shuffle(files)
    for i, file in enumerate(files):
        os.utime(file, (1_600_000_000 + i, 1_600_000_000 + i))
    assert "Nothing to be done" in planned(copied)[1]


def test_verify_prints_what_was_verified(copied):
    shutil.rmtree(copied.folder / ".snakemake")
    code, said = copied("verify")
    assert code == 0
    line = "verified: 24 accuracies of 3 data sets, 2 classifiers, 2 runs of 2 folds"
    assert line in said


def test_verify_prints_what_does_not_fit_and_fails(copied):
    results = results_of(copied)
    (results / "tables" / "all.md").unlink()
    path = next((results / "accuracies").glob("*/iris.csv"))
    path.write_text(path.read_text().replace(",75,", ",74,", 1))
    code, said = copied("verify")
    assert code == 1
    assert "results/tiny/tables/all.md: missing; run the study again" in said
    assert f"{path.relative_to(copied.folder)}, line 2: iris,GaussianNB" in said
    assert "\nnot verified: 3 misfits\n" in said
    assert not (results / "tables" / "all.md").exists()


def test_imported_accuracies_are_verified_too(finished, fresh):
    theirs = fresh.folder / "theirs.csv"
    shutil.copy(results_of(finished) / "accuracies.csv", theirs)
    config = ["accuracies=theirs.csv"]
    code, said = fresh(config=config)
    assert code == 0, said
    code, said = fresh("verify", config=config)
    assert code == 0, said
    assert "note: the accuracies were imported" in said
    theirs.write_text(theirs.read_text().replace(",75,", ",74,", 1))
    code, said = fresh("verify", config=config)
    assert code == 1
    assert "theirs.csv has changed" in said
