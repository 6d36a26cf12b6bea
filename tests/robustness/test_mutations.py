"""Whatever is altered in a finished study, the next run ends in the right bytes."""

import itertools
import json
import os
import shutil

import edits
import pytest
from alterations import EDITS, Unalterable, delete, edit, replace

pytestmark = pytest.mark.slow

# Every kind of file that one step of a study writes and another, or a person, reads.
KINDS = (
    "data/*.parquet",
    "data/*.json",
    "folds/*.csv",
    "kept/*/*.json",
    "accuracies/*/*.csv",
    "accuracies.csv",
    "metrics.csv",
    "failures.csv",
    "datasets.json",
    "comparisons/correlated_t.csv",
    "comparisons/*/*.csv",
    "tables/*.csv",
    "tables/*.md",
    "tables/*.tex",
    "tables/exported/*.csv",
    "tables/exported/*.tex",
    "figures/index.csv",
    "figures/*.svg",
    "figures/*.pdf",
    "provenance.json",
    "report.html",
    "made/**/*.json",
)
FOLDERS = ("accuracies", "comparisons", "data", "figures", "folds", "kept", "logs")
FOLDERS += ("made", "tables")
# Where files of one kind are altered, those of another of its group say nothing new.
GROUPS = (
    ("data/*.json",),
    ("folds/*.csv",),
    ("kept/*/*.json",),
    (
        "data/*.parquet",
        *(x for x in KINDS if x.split("/")[0] not in ("data", "folds", "kept", "made")),
    ),
)
WAYS = (*EDITS, "deleted", "of another data set", "of another seed", "older")
# Time and machine are in these, and in the records of the jobs that made them.
TIMED = ("provenance.json", "report.html", "made/record_provenance.json")
TIMED += ("made/report.json",)


def files_of(results, kind):
    """The files of a kind, in order; no hidden ones."""
    found = (x.relative_to(results) for x in sorted(results.glob(kind)))
    return [x for x in found if not any(part.startswith(".") for part in x.parts)]


@pytest.fixture(scope="session")
def donors(made_once, traced, study_in):
    """The traced study as it was made by another seed, and with other settings."""

    def make(name, **settings):
        def run(folder):
            shutil.copytree(traced.folder, folder, symlinks=True, dirs_exist_ok=True)
            study = study_in(folder, name="traced")
            edits.with_settings(study, **settings)
            code, said = study(env={})
            assert code == 0, said

        return made_once(name, run)

    policies = {"rope": 0.02, "alpha": 0.1, "zero_variance": "win", "title": "Old"}
    return {
        "of another seed": make("seeded", seed=7),
        "older": make("older", splitter="scikit_learn", **policies),
    }


@pytest.fixture
def alter(traced, donors):
    """Alter a file of a study in one of `WAYS`, or raise Unalterable."""

    def altered(study, kind, file, way):
        results = study.folder / "results" / study.name
        path = results / file
        if way in EDITS:
            edit(path, way)
        elif way == "deleted":
            delete(path)
        elif way == "of another data set":
            files = files_of(traced.folder / "results" / "traced", kind)
            others = [x for x in files if x.name != file.name] or files
            replace(path, traced.folder / "results" / "traced" / others[0])
        else:
            replace(path, donors[way] / "results" / "traced" / file)

    return altered


def contents(study):
    """Bytes of all files that a study made, those of `TIMED` left out."""
    results = study.folder / "results" / study.name
    kinds = [files_of(results, kind) for kind in KINDS]
    files = {str(file) for file in itertools.chain(*kinds)} - {*TIMED}
    found = {file: (results / file).read_bytes() for file in sorted(files)}
    return found | study.made()


def provenance(study):
    """What is written down of how a study was made, but time and machine."""
    path = study.folder / "results" / study.name / "provenance.json"
    return {**json.loads(path.read_text()), "time": "", "processors": ""}


def altered_by(way, study, alter, kinds=KINDS, only=slice(None)):
    """Alter files of some kinds in one way; return those that could be altered."""
    done = []
    for kind in kinds:
        results = study.folder / "results" / study.name
        for file in files_of(results, kind)[only]:
            try:
                alter(study, kind, file, way)
            except Unalterable:
                continue
            done.append(str(file))
    return done


@pytest.fixture
def copy(traced, study_in, tmp_path):
    """The finished study in a folder that a test may change."""
    folder = shutil.copytree(traced.folder, tmp_path / "study", symlinks=True)
    return study_in(folder, name="traced")


def test_a_finished_study_has_files_of_every_kind(traced):
    results = traced.folder / "results" / "traced"
    assert [kind for kind in KINDS if not files_of(results, kind)] == []


def test_an_unaltered_study_is_verified(copy):
    code, said = copy("verify")
    assert code == 0, said
    assert "verified: 66 accuracies of 4 data sets" in said


@pytest.mark.parametrize("kinds", GROUPS, ids=lambda kinds: kinds[0])
@pytest.mark.parametrize("way", WAYS)
def test_verify_names_every_altered_file(copy, alter, way, kinds, counted):
    done = altered_by(way, copy, alter, kinds)
    if not done:
        return
    code, said = copy("verify")
    assert code != 0
    # A record of a data set that is whole, but not of these folds, is told by them.
    told = said.replace("folds/", "data/").replace(".csv:", ".json:")
    assert [file for file in done if file not in said and file not in told] == []
    counted("altered files named by verify", len(done))


@pytest.mark.parametrize(
    ("way", "forgotten"), [*zip(WAYS, itertools.cycle([False, True]), strict=False)]
)
def test_an_altered_study_ends_in_the_right_bytes(
    copy, traced, alter, way, forgotten, counted
):
    if forgotten:
        shutil.rmtree(copy.folder / ".snakemake")
    done = altered_by(way, copy, alter, only=slice(1))
    code, said = copy()
    assert code == 0, said
    expected, found = contents(traced), contents(copy)
    assert [x for x in expected if found.get(x) != expected[x]] == []
    assert found.keys() == expected.keys()
    assert provenance(copy) == provenance(traced)
    assert copy.jobs() == {}
    counted("alterations mended", len(done))


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_altered_alone_is_made_anew(copy, traced, alter, kind, counted):
    results = traced.folder / "results" / "traced"
    file = files_of(results, kind)[-1]
    alter(copy, kind, file, "a digit changed")
    for part in ("with", "without"):
        if part == "without":
            os.rename(copy.folder / ".snakemake", copy.folder / "forgotten")
        planned = copy.jobs()
        assert planned, f"{file}, {part} .snakemake"
    counted("files altered alone", 1)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_that_is_removed_is_made_anew(copy, traced, folder):
    shutil.rmtree(copy.folder / "results" / "traced" / folder)
    code, said = copy()
    assert code == 0, said
    assert contents(copy) == contents(traced)
    code, said = copy("verify")
    assert code == 0, said


def test_what_other_code_made_is_made_anew(copy, counted):
    rules = set()
    for path in (copy.folder / "results" / "traced" / "made").rglob("*.json"):
        record = json.loads(path.read_text())
        record["software"]["code"] = "0" * 64
        path.write_text(json.dumps(record))
        rules.add(record["job"].split("/")[0])
    assert len(rules) == 10
    assert copy.jobs().keys() == rules
    counted("records of other code", len(rules))
