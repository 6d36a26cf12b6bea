"""Study files, sheets and the machine's configuration: what is refused and how."""

from pathlib import Path

import pytest
import yaml
from small_study import SHEET, STUDY

from tenbyten.engines import Panel
from tenbyten.study import command_of, read_machine, read_study
from tenbyten.study.schema import read_schema, read_yaml

MORE = {"greater_is_better": True}
SHARE = {"smallest": 0, "largest": 1}


def test_defaults_are_those_of_the_schema(study_of):
    schema = read_schema("study")
    study = study_of()
    for key, entry in schema["properties"].items():
        if "default" in entry:
            assert study[key] == entry["default"]
    assert study.datasets_by_subset == {"all": ["iris", "wine"]}
    assert study.pairs == [("Tree", "Bayes"), ("Bayes", "Tree")]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"metrics": ["f1_weigthed"]}, "metrics: 'f1_weigthed' is no .* mean f1_weigh"),
        ({"metrics": ["accuracy"]}, "key metrics: accuracy is always measured"),
        ({"metric": "acuracy"}, "key metric: 'acuracy' is no .* mean accuracy"),
        ({"metrics": ["f1_macro"]}, "'f1_macro' is called f1 here; give that"),
        ({"metrics": ["r2"]}, "'r2' is no metric; give some of accuracy, balanced_acc"),
        ({"metric": "mcc"}, "'mcc', which is not measured; add it to `metrics`"),
        ({"metrics": ["mcc"], "metric": "mcc", "rope": 1}, "rope: is 1; .* below 1 in"),
    ],
)
def test_a_name_that_is_no_metric_is_refused(study_of, changes, message):
    with pytest.raises(ValueError, match=message):
        study_of(**changes)


def test_a_rope_is_in_the_unit_of_the_metric(study_of):
    study = study_of(metrics=["fit_seconds"], metric="fit_seconds", rope=3)
    assert (study["rope"], study.policies["metric"]) == (3, "fit_seconds")
    assert study.compared == "metrics"
    assert study_of(metrics=["fit_seconds"]).compared == "accuracies"


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
        ours, theirs = (x.arguments["run_correlated_t"] for x in (study, plain))
        assert ours == theirs
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


def test_a_sheet_of_one_data_set_is_a_study(study_of):
    alone = "\n".join(SHEET.splitlines()[::2]) + "\n"
    study = study_of(alone)
    assert study.datasets_by_subset == {"all": ["wine"]}
    assert "correlated_t" not in study.cannot_run()
    assert "signed_rank" in study.cannot_run()
    settings = study.arguments["tabulate_on_one_dataset/all"]
    assert (settings["dataset"], settings["pairs"]) == ("wine", [("Tree", "Bayes")])
    with pytest.raises(ValueError, match="subset all, 1 to 1, is no data set; a test"):
        study_of(alone, subsets={"all": [1, 1]})
    published = {"source": "s", "decisions": {"all": {"Tree": {"Bayes": "1/0"}}}}
    with pytest.raises(ValueError, match=r"published decisions .* has one; take"):
        study_of(alone, published=published)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"designs": {"irs": {"runs": 3, "folds": 10}}}, "'irs' is no data .* iris?"),
        (
            {"designs": {"iris": {"runs": 1, "folds": 1}}},
            "iris has one score for each classifier, other data sets have several",
        ),
        (
            {"designs": {x: {"runs": 5, "folds": 2} for x in ("iris", "wine")}},
            "no data set has the study's 10 runs of 10 folds; give the design that",
        ),
        ({"rope": 0.5}, "rope: is 0.5; give a half-width below 0.5 in the unit of acc"),
        (
            {"metrics": ["auc", "auc"]},
            "key metrics: is .*; give a list.*without repetition",
        ),
        ({"metrics": ["cost"]}, r"'cost' is no .* foreign_metrics: \{cost: \{greater"),
        ({"foreign_metrics": {"cost": {}}}, "foreign_metrics.cost.*greater_is_better"),
        ({"foreign_metrics": {"a/b": MORE}}, "key foreign_metrics.*a/b"),
        ({"foreign_metrics": {"auc": MORE}}, "foreign_metrics: auc is measured here"),
        ({"foreign_metrics": {"fold": MORE}}, "fold is a column of every table"),
        (
            {"foreign_metrics": {"cost": MORE | {"smallest": 2, "largest": 1}}},
            r"key foreign_metrics.cost: from 2 to 1 is no range",
        ),
        (
            {"foreign_metrics": {"x": MORE | SHARE}, "metric": "x", "rope": 0.5},
            "give a half-width below 0.5 in the unit of x",
        ),
        ({"control": "tree"}, "key control: is 'tree'.* did you mean Tree"),
        ({"control": "SVM"}, "key control: is 'SVM'.* give one of Tree, Bayes"),
        ({"subsets": {"all": [1, 3]}}, "subset all goes to data set 3.*ends at 2"),
        ({"subsets": {"all": [2, 1]}}, "subset all goes from 2 to 1"),
        ({"subsets": {"one": [2, 2]}}, "subset one, 2 to 2, is wine alone; a test"),
        ({"classifiers": {"A": {"memory": 1}, "B": {}}}, "unknown key.*memory"),
        ({"classifiers": {"a/b": {}, "c": {}}}, "a/b"),
        (
            {"classifiers": {"A": {"label": "x"}, "B": {"label": "x"}}},
            "classifier A has the label 'x'",
        ),
        ({"classifiers": {"J48": {}, "j48": {}}}, "upper and lower case"),
        (
            {"published": {"source": "s", "decisions": {"some": {}}}},
            "published decisions for some, which is no subset",
        ),
        (
            {
                "published": {
                    "source": "s",
                    "decisions": {"all": {"Tree": {"X": "1/0"}}},
                }
            },
            "row Tree, column X, which is no pair",
        ),
    ],
)
def test_a_wrong_key_is_named_with_its_remedy(study_of, values, message):
    with pytest.raises(ValueError, match=message):
        study_of(**values)


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
    with pytest.raises(FileNotFoundError, match=r"one of .*, mine, .*, plan"):
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
    with pytest.raises(ValueError, match=r"forests\.yaml: says neither what is comp"):
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
    ("key", "instead"),
    [("trust", "a study runs code, so read"), ("progress", "--workflow-profile none")],
)
def test_a_key_that_is_gone_is_answered_by_what_is_in_its_place(key, instead):
    with pytest.raises(ValueError, match=f"the key {key} is gone: .*{instead}"):
        read_machine({key: ""})


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
    planned = command_of(read_machine({"study": "mine"}), is_planned=True)
    assert planned == "snakemake --cores all --config study=mine"
    # Without one, Snakemake would find nothing to run.
    Path("Snakefile").unlink()
    said = command_of(read_machine({"study": "my mine.yaml"} | given))
    assert said.startswith("tenbyten run 'my mine.yaml' --config engine=native")
    assert said.endswith(words.removeprefix("study=mine "))
    machine = read_machine({"study": "mine"})
    assert command_of(machine, is_planned=True) == "tenbyten run mine"
    Path("workflow").mkdir()
    Path("workflow/Snakefile").touch()
    assert command_of(machine).startswith("snakemake --cores all --config study=mine ")


@pytest.mark.parametrize("key", ["runs", "classifiers", "rope"])
def test_a_key_of_a_study_is_not_of_the_machine(key):
    with pytest.raises(ValueError, match=f"--config: {key} is a key of a study file"):
        read_machine({"study": "mine.yaml", key: 5})
