"""With what results were made."""

import json
import subprocess
import zipfile
from importlib import metadata

import pytest

from tenbyten.report.provenance import collect_provenance
from tenbyten.versions import versions_of

# FIPS 180-2, appendix B.1.
SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.fixture
def files(tmp_path):
    """A study file and a sheet."""
    study, sheet = tmp_path / "mine.yaml", tmp_path / "mine.tsv"
    study.write_text("abc")
    sheet.write_text("number\tname\n")
    values = tmp_path / "accuracies.csv"
    values.write_text("abc")
    files = {"study_file": study, "sheet": sheet, "values": values}
    return files | {"command": "make it"}


def test_files_are_told_by_name_checksum_and_text(files):
    found = collect_provenance(**files)
    assert found["study"] == {
        "name": "mine.yaml",
        "sha256": SHA256_OF_ABC,
        "text": "abc",
    }
    assert found["sheet"]["text"] == "number\tname\n"
    assert str(files["sheet"].parent) not in repr(found)


def test_versions_are_those_installed(files):
    found = collect_provenance(**files)
    assert found["packages"]["numpy"] == metadata.version("numpy")
    assert found["weka"] == {}
    assert found["command"] == "make it"


def test_a_jar_says_its_version(files, weka_jar):
    found = collect_provenance(**files, programs={"weka": weka_jar})
    assert found["weka"]["version"] == "3.6.14"
    assert len(found["weka"]["sha256"]) == 64
    told = subprocess.run(["java", "-version"], capture_output=True, text=True)
    assert f'"{found["java"]}"' in told.stderr


def test_another_jar_is_refused(files, tmp_path):
    jar = tmp_path / "other.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("some.txt", "")
    with pytest.raises(ValueError, match=r"other\.jar: no WEKA version in it"):
        collect_provenance(**files, programs={"weka": jar})


def test_a_missing_file_is_refused(files, tmp_path):
    with pytest.raises(FileNotFoundError):
        collect_provenance(**files | {"sheet": tmp_path / "none.tsv"})


def test_data_and_folds_are_told_by_checksum(files, tmp_path):
    datasets = tmp_path / "datasets.json"
    origin = {"source": "bundled", "sha256": "1234", "folds": {"sha256": "5678"}}
    datasets.write_text(json.dumps({"iris": origin}))
    found = collect_provenance(**files, datasets=datasets)
    assert found["data"] == {"iris": "1234"}
    assert found["folds"] == {"iris": "5678"}
    assert found["values"] == {"name": "accuracies.csv", "sha256": SHA256_OF_ABC}


def test_what_classifiers_import_is_told_once(files):
    libraries = versions_of("numba", "numpy", "sklearn", "yaml")
    found = {"modules": {"mine": "1234"}, "libraries": libraries}
    told = collect_provenance(**files, counted_with=found)
    assert told["modules"] == found["modules"]
    assert told["packages"]["PyYAML"] == metadata.version("PyYAML")
    plain = collect_provenance(**files)
    assert plain["modules"] == {}
    assert "PyYAML" not in plain["packages"]
    names = [name.lower() for name in told["packages"]]
    assert len(names) == len(set(names))
