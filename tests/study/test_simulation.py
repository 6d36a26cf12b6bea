"""Simulation studies: what is read, and what is refused and how."""

import re

import pytest
import yaml
from small_study import STUDY

from tenbyten.simulation import PROBLEMS
from tenbyten.study import Simulation, Study, read_study
from tenbyten.study.schema import read_schema

CASE = [{"datasets": 3, "mu": 0.1, "sigma": 0.05}]
NORMAL = {"simulation": {"problem": "normal", "cases": [CASE]}}
STATEMENT = {"says": "So.", "tests": ["poisson"], "is": "below", "than": 0.05}


def published(**changed):
    """A publication with one statement."""
    return {"published": {"source": "x", "statements": [STATEMENT | changed]}}


@pytest.fixture
def read(tmp_path, root):
    """Write a study file of these values, and read it."""

    def write(values):
        path = tmp_path / "mine.yaml"
        path.write_text(yaml.safe_dump(values, sort_keys=False))
        return read_study(path, root)

    return write


def test_defaults_are_those_of_both_schemas(read):
    study = read(NORMAL | published())
    assert isinstance(study, Simulation)
    assert (study.name, study.problem) == ("mine", "normal")
    for key, entry in read_schema("simulation")["properties"].items():
        if "default" in entry:
            assert study[key] == entry["default"]
    for key, entry in read_schema("problems/normal")["properties"].items():
        if "default" in entry:
            assert study["simulation"][key] == entry["default"]
    # Also within lists.
    (statement,) = study["published"]["statements"]
    defaults = {"at": {}, "measure": "rejection_rate", "open": False}
    defaults["somewhere"] = False
    assert statement == STATEMENT | defaults


def test_without_published_statements_there_are_none(read):
    study = read(NORMAL)
    assert study["published"] == {"source": "", "statements": []}
    assert study.computed_by == study.settings


def test_what_was_published_settles_no_number(read):
    plain, other = read(NORMAL), read(NORMAL | published() | {"title": "Words"})
    assert other.computed_by == plain.computed_by
    assert other.settings != plain.settings


def test_a_common_key_means_the_same_in_a_comparison():
    ours, theirs = (read_schema(x)["properties"] for x in ("simulation", "study"))
    shared = ours.keys() & theirs.keys() - {"published", "seed", "folds"}
    assert shared > {"title", "alpha", "rho", "zero_variance", "signed_rank"}
    for key in shared:
        assert ours[key] == theirs[key], key
    seeds = [dict(keys["seed"], description="") for keys in (ours, theirs)]
    assert seeds[0] == seeds[1]
    # Results from elsewhere alone can be of one fold.
    cases = {"description": "", "minimum": 2}
    assert ours["folds"] | cases == theirs["folds"] | cases


def test_the_problems_of_the_schema_are_those_that_there_are():
    problem = read_schema("simulation")["properties"]["simulation"]["properties"]
    planner = {"pilot", "model"}
    assert {*problem["problem"]["enum"], *planner} == PROBLEMS.keys()


def simulated(**keys):
    """A study of problem normal with some keys changed."""
    return {"simulation": NORMAL["simulation"] | keys}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"title": "x"}, "neither what is compared nor what is simulated; give"),
        (NORMAL | STUDY, "keys datasets and classifiers and simulation; .* take the"),
        (NORMAL | {"planning": {}}, "keys simulation and planning; a study file is"),
        ({"simulation": None}, "key simulation: has no value; give a mapping"),
        ({"simulation": {}}, "key simulation: the key problem is missing; add it"),
        (
            {"simulation": {"problem": "nrmal"}},
            "key simulation.problem: is 'nrmal'; give `normal` or `network`",
        ),
        (
            {"planning": {"sizes": [99], "differences": [0.1], "accuracies": "a.csv"}},
            "keys sizes and accuracies; `sizes` plans without a pilot, .* take `sizes`",
        ),
        (NORMAL | {"runs": 10}, "unknown key runs; known are alpha, folds"),
        (NORMAL | {"sede": 10}, "unknown key sede; did you mean seed"),
        (simulated(casse=1), "key simulation: unknown key casse; did you mean cases"),
        (
            simulated(experiments=1),
            "key simulation.experiments: is 1; give a whole number from 2",
        ),
        (
            simulated(cases=[[{"mu": 1, "sgma": 1}]]),
            "key simulation.cases.0.0: unknown key sgma; did you mean sigma",
        ),
        # What only the problem itself knows.
        (simulated(cases=[[{"mu": 1, "sigma": 1}]]), "case 1 has one data set; .*give"),
        (NORMAL | {"folds": 1}, "key folds: is 1"),
        (NORMAL | {"title": "a\x1bb"}, "key title: the character .*cannot be printed"),
        (
            NORMAL | published(says="a\u202eb"),
            "key published.statements.0.says: the character .*cannot be printed",
        ),
        (NORMAL | published(tests=[]), "key published.statements.0.tests: is"),
        (NORMAL | published(**{"is": "under"}), "give `below` or `above` or `near`"),
        (NORMAL | published(**{"is": "near"}), "`is: near` needs a key `within`; add"),
        (NORMAL | published(within=0.1), "`is: below` has no `within`; add it for"),
        (NORMAL | published(at={"runs": []}), "key published.statements.0.at.runs: is"),
        (NORMAL | published(where={}), "statements.0: unknown key where"),
    ],
)
def test_a_wrong_key_is_named_with_its_remedy(read, values, message):
    with pytest.raises(ValueError, match=message) as refused:
        read(values)
    assert re.match(r"\S*/mine\.yaml: ", str(refused.value))


def test_a_file_of_published_intervals_lies_beside_the_study(read, tmp_path):
    values = NORMAL | {"published": {"source": "x", "intervals": "theirs.tsv"}}
    with pytest.raises(FileNotFoundError, match=r"published.intervals: no file .*/the"):
        read(values)
    (tmp_path / "theirs.tsv").write_text("low\thigh\n")
    assert read(values).intervals == tmp_path / "theirs.tsv"
    assert read(NORMAL).intervals is None


def test_every_study_in_config_is_read(root):
    names = {file.stem for file in (root / "config").glob("*.yaml")} - {"config"}
    kinds = {name: type(read_study(name, root)) for name in names}
    assert {name for name in kinds if kinds[name] is Study} == {"demo", "paper"}
    assert len(kinds) > 2


def test_the_example_of_the_reference_is_a_study(root, tmp_path):
    text = (root / "config" / "README.md").read_text()
    section = text[text.index("## Simulation studies") :]
    example, statements = re.findall(r"```yaml\n(.*?)```", section, re.S)[:2]
    path = tmp_path / "example.yaml"
    path.write_text(example)
    study = read_study(path, root)
    assert study.problem == "normal"
    path.write_text(yaml.safe_dump(NORMAL | yaml.safe_load(statements)))
    assert len(read_study(path, root)["published"]["statements"]) == 3
