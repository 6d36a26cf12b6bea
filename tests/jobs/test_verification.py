"""A folder of results is verified, and what does not fit is named."""

import csv
import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import pytest

from tenbyten.accuracies.files import read_failures
from tenbyten.dataset.sources import find_sources
from tenbyten.engines import cross_validation as cv
from tenbyten.engines import find_engine
from tenbyten.engines.kept_counts import KeptCounts
from tenbyten.engines.made_from import made_from
from tenbyten.files import write_json
from tenbyten.folds import run_sums
from tenbyten.jobs.preparing import (
    Files,
    Wanted,
    prepare,
    read_prepared,
    sheet_of_prepared,
)
from tenbyten.jobs.verification import verify
from tenbyten.layout import Layout
from tenbyten.records import Job, Records
from tenbyten.stages import collect_accuracies, collect_metrics
from tenbyten.study import read_study
from tenbyten.tables import write_table

STUDY = """
datasets: tiny.tsv
classifiers:
  Bayes:
    scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}
  Tree:
    scikit_learn:
      learner: sklearn.tree.DecisionTreeClassifier
      settings: {max_depth: 2}
runs: 2
folds: 2
metrics: [auc]
failures: exclude
"""
SHEET = "number\tname\tbundled\n1\tiris\tiris\n2\tlenses\tcontact-lenses\n"
NO_JOB = (
    "made by no job of the study as it is now, and not verified; delete what is left "
    "from before a change"
)
SOFTWARE = {"code": "c" * 64, "libraries": {"numpy": "2.3.1"}, "python": "3.11 x86_64"}


class Results(NamedTuple):
    """Results of a study, in a folder that a test may change."""

    top: Path

    @property
    def folder(self):
        """Where they are."""
        return self.top / "results" / "tiny"

    @property
    def layout(self):
        """Paths of their files."""
        return Layout(self.folder)

    @property
    def study(self):
        """The study, as its file is now."""
        return read_study(str(self.top / "tiny.yaml"), self.top)

    def jobs(self, study, **changed):
        """The only job after the accuracies, or one like it."""
        job = Job(
            [self.layout.accuracies, str(study.path)],
            [self.layout.report],
            settings={"alpha": study["alpha"]},
            software=SOFTWARE,
        )
        return {"report": job._replace(**changed)}

    def verify(self, *, imported=False, **changed):
        """Verify them; the report's job may be another."""
        study = self.study
        panels, jobs = study.panels("native"), self.jobs(study, **changed)
        machine = {"weka_jar": ""}
        return verify(study, self.layout, {} if imported else panels, jobs, machine)

    def misfits(self):
        """What does not fit, each without the folder's path and the remedy."""
        return [
            re.sub(r"; [^;]*$", "", misfit).replace(f"{self.folder}/", "")
            for misfit in self.verify().misfits
        ]


def files_of(layout, dataset):
    """The files of a data set."""
    paths = layout.dataset, layout.origin, layout.folds
    return Files(*(Path(path.format(dataset=dataset)) for path in paths))


def crossvalidated(results, name, panel, dataset):
    """Keep the counts of a panel on a data set; its rows."""
    study, engine = results.study, find_engine(panel.engine)
    settings = {key: study[key] for key in ("splitter", "folds", "seed")}
    files = files_of(results.layout, dataset)
    data, folds = read_prepared(files, dataset, runs=study["runs"], **settings)
    path = Path(results.layout.kept.format(panel=name, dataset=dataset))
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = KeptCounts(path)
    wanted = {
        classifier.name: made_from(
            classifier,
            engine=panel.engine,
            dataset_sha256=data.checksum,
            software=engine.made_with(classifier),
            **settings,
        )
        for classifier in panel.classifiers
    }
    found = cv.evaluate_panel(
        data,
        folds,
        panel,
        seed=study["seed"],
        metrics=study["metrics"],
        kept=kept,
        wanted=wanted,
        runs=list(run_sums(folds)),
    )
    table = Path(results.layout.panel_accuracies.format(panel=name, dataset=dataset))
    table.parent.mkdir(parents=True, exist_ok=True)
    cv.write_counts(found.rows, table)
    return found.rows


def make(top):
    """Make the results of a study, as the workflow does."""
    (top / "tiny.yaml").write_text(STUDY)
    (top / "tiny.tsv").write_text(SHEET)
    results = Results(top)
    study, layout = results.study, results.layout
    sources = find_sources(study.datasets, sheet=study.sheet, arff_folder="")
    for name, row in study.datasets.items():
        wanted = Wanted(
            name, study.where(name), sources[name], row, study.arguments.split
        )
        prepare(files_of(layout, name), wanted)
    rows = [
        row
        for dataset in study.datasets
        for name, panel in study.panels("native").items()
        for row in crossvalidated(results, name, panel, dataset)
    ]
    table = pd.DataFrame(rows, columns=[*cv.COLUMNS, *study["metrics"]])
    counts, measured = table[[*cv.COLUMNS]], table.drop(columns=["tested", "correct"])
    none, design = read_failures([]), study.design
    write_table(collect_accuracies([counts], none, **design), layout.accuracies)
    metrics = collect_metrics([measured], none, metrics=study["metrics"], **design)
    write_table(metrics, layout.metrics)
    write_table(none, layout.failures)
    files = {name: files_of(layout, name) for name in study.datasets}
    write_json(sheet_of_prepared(files), layout.datasets)
    tables = [layout.accuracies, layout.metrics, layout.failures, layout.datasets]
    records = Records(results.folder)
    records.write("collect", Job([], tables, settings={"seed": 1}, software=SOFTWARE))
    Path(layout.report).write_text("<p>a page</p>\n")
    for name, job in results.jobs(study).items():
        records.write(name, job)


@pytest.fixture(scope="module")
def made(made_once):
    """The results, made once."""
    return made_once("verified", make)


@pytest.fixture
def results(made, tmp_path):
    """A copy of the results elsewhere."""
    shutil.copytree(made, tmp_path / "elsewhere")
    return Results(tmp_path / "elsewhere")


def alter(path, old, new):
    """Replace the first occurrence of a text in a file."""
    content = path.read_bytes()
    assert old.encode() in content
    path.write_bytes(content.replace(old.encode(), new.encode(), 1))


# What fits


def test_results_copied_to_another_folder_are_verified(results):
    verified = results.verify()
    assert verified.lines == [
        "verified: 16 accuracies of 2 data sets, 2 classifiers, 2 runs of 2 folds, and "
        "5 files of the analysis"
    ]


def test_verifying_changes_no_file(results):
    before = {p: p.stat().st_mtime_ns for p in results.top.rglob("*")}
    results.verify()
    assert {p: p.stat().st_mtime_ns for p in results.top.rglob("*")} == before


def test_other_software_is_told_and_no_misfit(results):
    software = SOFTWARE | {"libraries": {"numpy": "2.4.0"}, "python": "3.12 aarch64"}
    verified = results.verify(software=software)
    assert verified.misfits == []
    assert verified.notes == [
        "job report: made by other software than is here: library numpy 2.3.1, now "
        "2.4.0",
        "job report: made by other software than is here: Python 3.11 x86_64, now "
        "3.12 aarch64",
    ]


def test_counts_by_another_library_are_told_and_no_misfit(results, monkeypatch):
    engine = type(find_engine("scikit_learn"))
    then = engine.made_with

    def made_with(self, classifier, **where):
        made = then(self, classifier, **where)
        return made | {"libraries": made["libraries"] | {"scikit-learn": "99.0"}}

    monkeypatch.setattr(engine, "made_with", made_with)
    verified = results.verify()
    assert verified.misfits == []
    (note,) = verified.notes
    assert note.startswith("counts of Bayes on iris and 3 more: made by other software")
    assert note.endswith(", now 99.0")


# What does not


ALTERED = {
    "data/iris.parquet": ("parquet-cpp", "parquet-cqp"),
    "data/iris.json": ('"instances": 150', '"instances": 151'),
    "folds/iris.csv": ("\n1,", "\n2,"),
    "kept/scikit_learn/iris.json": ("/75", "/74"),
    "accuracies/scikit_learn/iris.csv": (",75,", ",74,"),
    "accuracies.csv": (",75,", ",74,"),
    "metrics.csv": ("iris,Bayes,1,1,0.9", "iris,Bayes,1,1,0.8"),
    "failures.csv": ("\n", "\niris,Tree,1,1,none\n"),
    "datasets.json": ("150", "151"),
    "report.html": ("a page", "a leaf"),
}


def panel_of(results):
    """Name of the only panel."""
    (name,) = results.study.panels("native")
    return name


@pytest.mark.parametrize("file", ALTERED)
@pytest.mark.parametrize("change", ["altered", "cut", "removed"])
def test_every_file_that_is_altered_cut_or_removed_is_named(results, file, change):
    path = results.folder / file.replace("scikit_learn", panel_of(results))
    if change == "altered":
        alter(path, *ALTERED[file])
    elif change == "cut":
        path.write_bytes(path.read_bytes()[:-9])
    else:
        path.unlink()
    name = str(path.relative_to(results.folder))
    # Without its record a data set cannot be looked at.
    assert any(misfit.startswith(name) for misfit in results.misfits())
    assert results.verify().lines[-1].startswith("not verified: ")


def test_two_lines_that_changed_places_are_noticed(results):
    path = results.folder / "accuracies" / panel_of(results) / "iris.csv"
    lines = path.read_text().splitlines()
    lines[1], lines[2] = lines[2], lines[1]
    path.write_text("\n".join(lines) + "\n")
    (misfit,) = results.misfits()
    assert misfit.startswith(f"accuracies/{panel_of(results)}/iris.csv, line 2: ")


def test_an_altered_count_is_told_beside_the_one_that_is_kept(results):
    path = results.folder / "accuracies.csv"
    with path.open(newline="") as file:
        row = list(csv.reader(file))[1]
    alter(path, ",".join(row), ",".join([*row[:5], "1", str(1 / int(row[4]))]))
    value, record = results.misfits()
    other = f"iris,Bayes,1,1,75,1,{1 / 75}"
    assert value == f"accuracies.csv, line 2: {other}; kept is {','.join(row)}"
    assert record == "accuracies.csv: not as it was made"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("runs: 2", "runs: 2\nseed: 7", "seed 1, now 7"),
        ("max_depth: 2", "max_depth: 3", "settings max_depth 2, now 3"),
        ("runs: 2", "runs: 3", "no counts of Bayes that fit in 1 of 3 runs"),
        ("metrics: [auc]", "metrics: [auc, f1]", "f1 was not measured"),
        ("runs: 2", "runs: 2\nalpha: 0.1", "report.html: tiny.yaml has changed"),
        ("runs: 2", "runs: 2\nalpha: 0.1", "alpha was 0.05, is 0.1"),
    ],
)
def test_results_of_another_study_file_are_no_misread(results, old, new, words):
    alter(results.top / "tiny.yaml", old, new)
    assert words in "\n".join(results.misfits())


def test_a_table_without_a_record_is_named(results):
    (results.folder / "made" / "report.json").unlink()
    assert results.misfits() == ["report.html: no record of how it was made"]


def test_a_table_that_was_never_made_is_named(results):
    (results.folder / "made" / "report.json").unlink()
    (results.folder / "report.html").unlink()
    assert results.misfits() == ["report.html: missing"]


def test_an_older_report_beside_newer_accuracies_is_named(results):
    record = results.folder / "made" / "report.json"
    made = json.loads(record.read_text())
    made["inputs"]["accuracies.csv"] = "0" * 64
    record.write_text(json.dumps(made))
    assert results.misfits() == ["report.html: made from another accuracies.csv"]


def test_imported_accuracies_are_verified_as_far_as_they_go(results):
    theirs = results.top / "theirs.csv"
    theirs.write_text("dataset,classifier\n")
    shutil.rmtree(results.folder / "kept")
    shutil.rmtree(results.folder / "data")
    verified = results.verify(imported=True)
    assert verified.misfits == []
    assert "the accuracies were imported" in verified.notes[0]
    alter(results.folder / "accuracies.csv", "iris", "lris")
    (misfit,) = results.verify(imported=True).misfits
    assert "accuracies.csv: not as it was made" in misfit


def test_imported_accuracies_are_not_taken_for_computed_ones(results):
    records = Records(results.folder)
    records.write("import_accuracies", Job([], [results.layout.accuracies]))
    assert "accuracies.csv: imported, by the record" in results.misfits()


def test_a_file_that_is_elsewhere_and_files_of_no_job_are_noted(results):
    records = Records(results.folder)
    (results.folder / "old.csv").write_text("1")
    records.write("run_poisson/old", Job([], [str(results.folder / "old.csv")]))
    verified = results.verify(inputs=[results.layout.accuracies, "gone/theirs.csv"])
    assert "gone/theirs.csv is not here, and was not compared" in verified.notes
    assert f"old.csv: {NO_JOB}" in verified.notes


def test_tables_of_a_subset_that_is_no_more_are_noted(results):
    # The jobs of all subsets have written their records anew.
    left = "comparisons/front/poisson.csv", "predictions/x.csv", "tables/front.md"
    for file in (*left, "tables/.front.md.1.part"):
        path = results.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert f"{', '.join(left)}: {NO_JOB}" in results.verify().notes
