"""Plans: what is read, and what is refused and how."""

import re

import pytest
from small_study import STUDY

from tenbyten.study import Planning, Study, read_study
from tenbyten.study.schema import read_schema

PILOT = {"planning": {"row": "a", "column": "b"}}


def test_defaults_are_those_of_the_schema(read_values):
    study = read_values(PILOT)
    assert isinstance(study, Planning)
    assert study.name == "mine"
    schema = read_schema("planning")
    of_planning = schema["properties"]["planning"]
    for settings, known in ((study, schema), (study["planning"], of_planning)):
        for key, entry in known["properties"].items():
            if "default" in entry:
                assert settings[key] == entry["default"]


def test_common_keys_have_the_same_limits():
    ours, theirs = (read_schema(x)["properties"] for x in ("planning", "study"))
    shared = ours.keys() & theirs.keys()
    assert shared == {"alpha", "title", "seed"}
    for key in shared:
        assert dict(ours[key], description="") == dict(theirs[key], description="")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"title": "x"}, "neither what is compared nor what is planned; give"),
        (PILOT | STUDY, "keys datasets and classifiers and planning; .* take the oth"),
        ({"planning": None}, "key planning: has no value; give a mapping"),
        ({"planning": {"row": "a", "column": "a"}}, "row and column are both 'a'"),
        (PILOT | {"runs": 10}, "unknown key runs"),
        (PILOT | {"sede": 10}, "unknown key sede; did you mean seed"),
        ({"planning": {"rows": "a"}}, "planning: unknown key rows; did you mean row"),
        (PILOT | {"title": "a\x1bb"}, "key title: the character .*cannot be printed"),
    ],
)
def test_a_wrong_key_is_named_with_its_remedy(read_values, values, message):
    with pytest.raises(ValueError, match=message) as refused:
        read_values(values)
    assert re.match(r"\S*/mine\.yaml: ", str(refused.value))


def test_every_study_in_config_is_read(root):
    names = {file.stem for file in (root / "config").glob("*.yaml")} - {"config"}
    kinds = {name: type(read_study(name, root)) for name in names}
    assert {name for name in kinds if kinds[name] is Study} == {"demo", "paper"}
    assert {name for name in kinds if kinds[name] is Planning} == {"plan"}
