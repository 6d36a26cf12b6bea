"""Study files, sheets and the machine's configuration: what is refused and how."""

from pathlib import Path

import pytest
import yaml
from small_study import SHEET, STUDY

from tenbyten.engines import Panel
from tenbyten.study import command_of, read_machine, read_study
from tenbyten.study.schema import read_schema, read_yaml


def test_defaults_are_those_of_the_schema(study_of):
    schema = read_schema("study")
    study = study_of()
    for key, entry in schema["properties"].items():
        if entry.get("default") == "auto":
            assert study[key] == {"scale": "difference", "rope": 0.01}.get(key, "auto")
        elif "default" in entry:
            assert study[key] == entry["default"]
    assert study.datasets_by_subset == {"all": ["iris", "wine"]}
    assert study.pairs == [("Tree", "Bayes"), ("Bayes", "Tree")]


def test_a_group_is_of_the_study_and_not_of_the_data(study_of):
    header, first, second = (f"{line}\t" for line in SHEET.splitlines())
    plain = study_of()
    for cells, groups in (
        (("source", "source"), {"source": ["iris", "wine"]}),
        (("", "alone"), {"alone": ["wine"]}),
        (("", ""), {}),
    ):
        lines = (f"{header}group", f"{first}{cells[0]}", f"{second}{cells[1]}")
        study = study_of("\n".join(lines) + "\n")
        assert study.groups == groups
        # No job before the analysis meets the group.
        assert study.datasets == plain.datasets
        assert study.correlated_t == plain.correlated_t
    assert plain.groups == {}


def test_the_paper_counts_no_source_twice_with_its_groups(root):
    groups = read_study("paper", root).groups
    assert groups == {
        "australian-credit": ["credit-a", "credit-australian"],
        "monks": ["monks-2", "monks-1", "monks-3"],
        "solar-flare": ["solar-flare-C", "solar-flare-M", "solar-flare-X"],
        "squash": ["squash-stored", "squash-unstored"],
    }


def test_both_shipped_studies_are_read_by_name(root):
    demo, paper = (read_study(name, root) for name in ("demo", "paper"))
    assert [len(names) for names in demo.datasets_by_subset.values()] == [5, 5, 10]
    assert [len(names) for names in paper.datasets_by_subset.values()] == [27, 27, 54]
    for study in (demo, paper):
        for name in ("native", "weka"):
            ((panel, of_it),) = study.panels(name).items()
            assert of_it == Panel(name, of_it.classifiers)
            assert panel == name
            assert [c.name for c in of_it.classifiers] == study.twins
            assert study.twins == ["NaiveBayes", "J48", "J48graft", "AODE", "HNB"]


def test_papers_sheet_says_what_the_uci_sheet_says(root, uci):
    paper = read_study("paper", root).datasets
    header, *rows = (uci / "datasets.tsv").read_text().splitlines()
    rows = [dict(zip(header.split("\t"), row.split("\t"), strict=True)) for row in rows]
    assert list(paper) == [row["name"] for row in rows]
    for ours, theirs in zip(paper.values(), rows, strict=True):
        assert str(ours["number"]) == theirs["position"]
        assert ours["impute_before_splitting"] == theirs["impute"]
        for key in ("openml_id", "target", "drop", "instances", "missing_cells"):
            assert str(ours.get(key, "")) == theirs[key]


def test_a_key_given_twice_is_refused(tmp_path, root):
    path = tmp_path / "twice.yaml"
    path.write_text("datasets: a.tsv\nclassifiers: {A: {}, B: {}, A: {}}\n")
    with pytest.raises(ValueError, match="key 'A' is given twice"):
        read_study(path, root)


def test_a_study_is_named_in_the_working_directory_before_the_project(
    tmp_path, root, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert read_study("demo", root).path == root / "config" / "demo.yaml"
    (tmp_path / "config").mkdir()
    for name in ("demo", "mine"):
        (tmp_path / "config" / f"{name}.yaml").write_text(yaml.dump(STUDY))
    (tmp_path / "config" / STUDY["datasets"]).write_text(SHEET)
    for name in ("demo", "mine"):
        study = read_study(name, root)
        assert study.path == tmp_path / "config" / f"{name}.yaml"
    with pytest.raises(FileNotFoundError, match=r"one of .*demo, mine, paper"):
        read_study("min", root)


def test_a_study_file_must_exist_and_be_named_for_a_folder(tmp_path, root):
    with pytest.raises(FileNotFoundError, match=r"one of .*demo, .*paper"):
        read_study("papper", root)
    path = tmp_path / "my study.yaml"
    path.write_text(yaml.safe_dump(STUDY))
    (tmp_path / "mine.tsv").write_text(SHEET)
    with pytest.raises(ValueError, match="rename the file"):
        read_study(path, root)
    path = tmp_path / "mine.yaml"
    path.write_text("datasets: none.tsv\nclassifiers: {A: {}, B: {}}\n")
    with pytest.raises(FileNotFoundError, match=r"mine\.yaml: key datasets: no .*"):
        read_study(path, root)


def test_a_study_that_plans_is_refused_with_the_command(read_values):
    with pytest.raises(ValueError, match=r"mine\.yaml: key planning: .*`tenbyten plan"):
        read_values(STUDY | {"planning": {"row": "a"}})


def test_a_study_that_is_not_there_is_looked_for_nearby(tmp_path, root, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("forests.yaml", "other.yml"):
        (tmp_path / name).touch()
    for given, meant in (
        ("forests", "forests.yaml"),
        ("./forests", "./forests.yaml"),
        ("forests.yml", "forests.yaml"),
        ("forest.yaml", "forests.yaml"),
        ("other", "other.yml"),
        ("papper", "paper"),
    ):
        with pytest.raises(FileNotFoundError) as caught:
            read_study(given, root)
        assert f"did you mean {meant}? If not, give" in str(caught.value)
    with pytest.raises(FileNotFoundError, match=r"in /.*the project's; give the path"):
        read_study("qqqqqqqq.yaml", root)
    with pytest.raises(ValueError, match=r"forests\.yaml: has no value; .*datasets"):
        read_study("forests.yaml", root)


def test_the_machines_configuration_is_checked(root, tmp_path):
    shipped = yaml.safe_load((root / "config" / "config.yaml").read_text())
    machine = read_machine(shipped)
    assert machine == read_machine({}), "config.yaml shows every default"
    with pytest.raises(
        ValueError, match="unknown key arf_folder; did you mean arff_folder"
    ):
        read_machine({"arf_folder": "x"})
    for key in ("arff_folder", "accuracies"):
        with pytest.raises(FileNotFoundError, match=f"{key}: no"):
            read_machine({key: str(tmp_path / "none")})


def test_every_boolean_of_the_machine_may_be_a_word(root):
    schema = read_yaml(root / "workflow" / "schemas" / "config.schema.yaml")
    booleans = [
        k for k, x in schema["properties"].items() if x.get("type") == "boolean"
    ]
    assert booleans
    for key in booleans:
        assert read_machine({key: "false"})[key] is False
        assert read_machine({key: "true"})[key] is True
        with pytest.raises(ValueError, match="give `true` or `false`"):
            read_machine({key: "no"})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "study=mine engine=native"),
        ({"openml_server": "https://www.openml.org/api/v1/xml"}, "engine=native"),
        ({"openml_server": "http://o.example/x"}, "openml_server=http://o.example/x"),
        ({"uci_server": "http://u.example"}, "uci_server=http://u.example"),
        ({"weka_classpath": "a b.jar"}, "weka_classpath='a b.jar'"),
    ],
)
def test_the_command_names_what_a_result_may_come_from(
    given, words, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path("Snakefile").touch()
    said = command_of(read_machine({"study": "mine"} | given))
    assert said.startswith("snakemake --cores all --config study=mine engine=native")
    assert said.endswith(words)
    # Without one, Snakemake would find nothing to run.
    Path("Snakefile").unlink()
    said = command_of(read_machine({"study": "my mine.yaml"} | given))
    assert said.startswith("tenbyten run 'my mine.yaml' --config engine=native")
    assert said.endswith(words.removeprefix("study=mine "))
    Path("workflow").mkdir()
    Path("workflow/Snakefile").touch()
    said = command_of(read_machine({"study": "mine"}))
    assert said.startswith("snakemake --cores all --config study=mine ")


@pytest.mark.parametrize("key", ["runs", "classifiers", "rope"])
def test_a_key_of_a_study_is_not_of_the_machine(key):
    with pytest.raises(ValueError, match=f"--config: {key} is a key of a study file"):
        read_machine({"study": "mine.yaml", key: 5})


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        (
            SHEET.replace("bundled", "bundeled"),
            "unknown column .bundeled.; did you mean bundled",
        ),
        (SHEET.replace("2\twine", "1\twine"), "number is 1, but the row above has 1"),
        (SHEET.replace("1\tiris", "3\tiris"), "row 2 .wine.: number is 2, but the row"),
        (SHEET.replace("2\twine", "\twine"), "row 2 .wine.: no number, unlike the row"),
        (SHEET.replace("1\tiris", "\tiris"), "row 2 .wine.: a number, unlike the row"),
        (
            SHEET.replace("2\twine\t", "2\tIris\t"),
            "row 2 .Iris.: the name appears twice",
        ),
        (SHEET.replace("\t178", "\tmany"), "row 2 .wine.: key instances: is 'many'"),
        (
            SHEET.replace("\t178", ""),
            "row 2 .wine.: the header has 4 cells, the row 3; put exactly one",
        ),
        (SHEET.replace("\twine\t", "\t../wine\t"), "name: '../wine' has '/'"),
        (SHEET.splitlines()[0] + "\n", "no row below the header"),
        (
            SHEET.replace("instances", "group").replace("\t150", "\ta\N{ESCAPE}b"),
            "key group of iris: the character '.x1b', which cannot be printed",
        ),
        # Cells are between tabs.
        (SHEET.replace("\t", " "), r"no column `name` .*; add it, and put exactly one"),
        (
            SHEET.replace("\t", ","),
            r"\(number,name,bundled,instances\); add it, and put",
        ),
        (SHEET.replace("number", "number ", 1), "'number '; did you mean number?"),
        (SHEET.replace("name\t", "name\t\t", 1), "column ''; put exactly one tab"),
        (SHEET.replace("\tinstances", "\t", 1), "column ''; put exactly one tab"),
        (SHEET.replace("2\twine\twine\t", "2 wine wine "), "has 4 cells, the row 1; "),
        (SHEET.replace("\t178", ""), "for an empty one, also at the end, its tab"),
        ("# name\n", "no column `name`"),
        (SHEET.replace("\t178", "\t" + "9" * 18), "instances: is 9{18}; give a whole"),
        (SHEET.replace("\t178", "\t" + "9" * 20_000), "cell '9{40}'.* has 20,000 char"),
        (SHEET + "3\twine\twine\t178\n" * 10_000, "10,002 rows; give 10,000 at most"),
        (SHEET + "#" * 20_000_000, "more than 20,000,000 bytes; is it a sheet"),
    ],
)
def test_a_wrong_cell_is_named_with_its_row(study_of, sheet, message):
    with pytest.raises(ValueError, match=message):
        study_of(sheet)


def test_a_sheet_without_numbers_is_counted_and_its_comments_are_not(study_of):
    numbered = study_of(SHEET, subsets={"both": [1, 2]})
    plain = "\n".join(line.split("\t", 1)[1] for line in SHEET.splitlines())
    lines = f"# of flowers\n{plain}\n#glass\tglass\t214\n"
    study = study_of(lines, subsets={"both": [1, 2]})
    assert list(study.datasets) == ["iris", "wine"]
    assert study.datasets_by_subset == numbered.datasets_by_subset
    assert "number" not in study.datasets["iris"]
