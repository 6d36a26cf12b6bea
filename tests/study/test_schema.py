"""Schemas are whole, and errors of study files are as people read them."""

import copy
import math
import random
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from tenbyten.study.names import name_fault
from tenbyten.study.schema import _FITS, check_against_schema, read_schema, read_yaml

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = sorted((ROOT / "workflow" / "schemas").rglob("*.yaml"))
# Those that are checked.
VOCABULARY = {*_FITS, "type", "oneOf", "properties", "additionalProperties", "items"}
VOCABULARY |= {"required", "propertyNames", "format"}
# Keywords that say something to people or to us, and check nothing.
VOCABULARY |= {"$schema", "title", "description", "default", "examples"}


def levels(schema, where="schema"):
    """Every schema within a schema, with its place."""
    yield where, schema
    for name, entry in schema.get("properties", {}).items():
        yield from levels(entry, f"{where}.{name}")
    for key in ("additionalProperties", "propertyNames", "items"):
        if isinstance(schema.get(key), dict):
            yield from levels(schema[key], f"{where}.{key}")
    for place, entry in enumerate(schema.get("oneOf", [])):
        yield from levels(entry, f"{where}.oneOf.{place}")


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_a_schema_has_no_keyword_that_nobody_knows_and_no_null(path):
    schema = read_yaml(path)
    jsonschema.Draft202012Validator.check_schema(schema)
    seen = 0
    for where, level in levels(schema):
        assert level.keys() <= VOCABULARY, where
        assert None not in level.values(), where
        assert "pattern" not in level or level["examples"], where
        seen += "description" in level
    # No level was missed.
    assert path.read_text().count("description: ") == seen


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_every_key_of_a_schema_has_a_sentence_that_describes_it(path):
    for where, level in levels(read_yaml(path)):
        for key, entry in level.get("properties", {}).items():
            words = entry["description"].strip()
            assert re.fullmatch(r"[A-Z`][^\n]{7,}\.", words), f"{where}.{key}"


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_every_whole_number_and_list_of_a_schema_has_a_largest_one(path):
    most = {"integer": "maximum", "array": "maxItems"}
    for where, level in levels(read_yaml(path)):
        assert most.get(level.get("type"), "type") in {*level, "type"}, where


ALIASES = "a0: &a0 [x,x,x,x]\n"
ALIASES += "".join(
    f"a{n + 1}: &a{n + 1} [*a{n},*a{n},*a{n},*a{n}]\n" for n in range(15)
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ALIASES, "more than 50,000 values"),
        ("[" + "1," * 60_000 + "]", "more than 50,000 values"),
        ("a: &a [1, *a]", "a value that contains itself"),
        ("x: &x {y: *x}", "a value that contains itself"),
        ("[" * 3000 + "]" * 3000, "more than 100 levels"),
        ("{a: " * 3000 + "}" * 3000, "more than 100 levels"),
        ("x" * 20_000 + ": 1", "a text of more than 10,000 characters"),
        (f"x: '{'y' * 20_000}'", "a text of more than 10,000 characters"),
        ("# " + "x" * 10**6, "has more than 1,000,000 bytes"),
    ],
)
def test_yaml_that_is_too_large_is_refused_in_a_sentence(tmp_path, text, said):
    (tmp_path / "x.yaml").write_text(text)
    with pytest.raises(ValueError, match=said) as raised:
        read_yaml(tmp_path / "x.yaml")
    assert len(str(raised.value)) < 300 + len(str(tmp_path))


def test_an_alias_stands_for_what_it_repeats(tmp_path):
    (tmp_path / "x.yaml").write_text("a: &a {b: [1]}\nc: [*a, *a]\n")
    assert read_yaml(tmp_path / "x.yaml") == {"a": {"b": [1]}, "c": [{"b": [1]}] * 2}


def test_a_thousand_unknown_keys_are_not_all_listed():
    with pytest.raises(ValueError, match=r"key k0k0.* and 990 more; ") as raised:
        check_against_schema(
            {f"k{n}" * 50: 1 for n in range(1000)}, read_schema("study"), where="x"
        )
    assert len(str(raised.value)) < 2000


def test_defaults_are_filled_in_at_every_level():
    schema = {
        "properties": {"a": {"default": 1}, "b": {"properties": {"c": {"default": 2}}}}
    }
    assert check_against_schema({"b": {}}, schema, where="x") == {"a": 1, "b": {"c": 2}}


NUMBERS = ["1e-3", "1e3", ".5", "-.5", "+.5", "-1E+5", "1.5e3", "1.e5", ".5e2", "0e0"]


@pytest.mark.parametrize("text", NUMBERS)
def test_floats_of_yaml_1_2_are_numbers(tmp_path, text):
    (tmp_path / "x.yaml").write_text(f"alone: {text}\nlist: [{text}]\n{text}: key\n")
    read = read_yaml(tmp_path / "x.yaml")
    assert read == {"alone": float(text), "list": [float(text)], float(text): "key"}
    assert isinstance(read["alone"], float)


# Versions, checksums, dates, times and other readings of YAML 1.1.
OTHERS = r"""
    1.2.3 1e 1e+ e5 1e-3x x1e3 -e3 1e1e1 1e-3.5 1.5e3_0 1e3f . .. -. +. .e5 a1e5 0x1f
    0o17 017 0b11 1_000 1_0.5 1:30 1:30.5 12e4a5 .inf -.INF .nan 1 -1 1.5 1.5e+3 '1e-3'
    "1e3" yes no null ~ true 1e3-2 192.168.1.1 1,5e3 0.5.e3 -1_0
"""


@pytest.mark.parametrize("text", OTHERS.split())
def test_all_other_values_mean_what_they_mean_to_pyyaml(tmp_path, text):
    (tmp_path / "x.yaml").write_text(f"x: {text}\n")
    assert repr(read_yaml(tmp_path / "x.yaml")) == repr(yaml.safe_load(f"x: {text}"))


@pytest.mark.parametrize("text", ["2026-11-22", "!!binary aGk=", "!!set {a, b}"])
def test_kinds_of_yaml_that_no_key_takes_are_refused(tmp_path, text):
    (tmp_path / "x.yaml").write_text(f"x: {text}\n")
    with pytest.raises(ValueError, match="write it in quotes, or as a list"):
        read_yaml(tmp_path / "x.yaml")


def test_texts_with_a_number_in_exponents_stay_text_in_quotes(tmp_path):
    (tmp_path / "x.yaml").write_text("x: ['1e-3', \"1e-3\", !!str 1e-3]\n")
    assert read_yaml(tmp_path / "x.yaml")["x"] == ["1e-3"] * 3


# What fits is what the library jsonschema lets pass


def is_integer(checker, value):
    """An integer is no float that happens to be one."""
    return isinstance(value, int) and not isinstance(value, bool)


def oracle(schema):
    """A validator of jsonschema's, with our stricter types and our format."""
    formats = jsonschema.FormatChecker(formats=())
    formats.checks("name")(lambda x: not isinstance(x, str) or not name_fault(x))
    types = {
        "integer": is_integer,
        "number": lambda _, x: (
            is_integer(_, x) or (isinstance(x, float) and math.isfinite(x))
        ),
    }
    draft = jsonschema.Draft202012Validator
    checker = draft.TYPE_CHECKER.redefine_many(types)
    made = jsonschema.validators.extend(draft, type_checker=checker)
    return made(schema, format_checker=formats)


OTHERS = [None, True, False, 0, 1, -3, 2.5, 1e300, float("inf"), "", "x", "1/folds"]
OTHERS += ["a/b", ["x", "x"], [], {}, {"x": 1}, "demo.tsv", ["accuracy"], 0.01]


def changed(values, rng):
    """Values of which one part, drawn at random, is another or gone."""
    values = copy.deepcopy(values)
    part = values
    while True:
        places = list(part) if isinstance(part, dict) else range(len(part))
        if not places:
            return values
        place = rng.choice(places)
        inner = part[place]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.7:
            part = inner
            continue
        if isinstance(part, dict) and rng.random() < 0.2:
            del part[place]
        elif isinstance(part, dict) and rng.random() < 0.2:
            part[rng.choice(["unheard", "a/b", "runs"])] = inner
        else:
            part[place] = rng.choice(OTHERS)
        return values


@pytest.mark.parametrize("name", ["demo", "paper", "examples/anything"])
def test_what_fits_is_what_jsonschema_lets_pass(name):
    schema = read_yaml(ROOT / "workflow" / "schemas" / "study.schema.yaml")
    values = read_yaml(ROOT / "config" / f"{name}.yaml")
    validator, rng, refused = oracle(schema), random.Random(name), 0
    for _ in range(400):
        other = changed(values, rng)
        try:
            check_against_schema(other, schema, where="study")
            fits = True
        except ValueError:
            fits = False
        assert fits == validator.is_valid(other), other
        refused += not fits
    assert 100 < refused < 400


def test_all_faults_are_told_at_once():
    classifiers = {"A": {"thread": 1}, "B": {"gpu": -1, "threads": 0}}
    with pytest.raises(ValueError, match="A: unknown key thread; did") as raised:
        check_against_schema(
            {"datasets": "mine.tsv", "classifiers": classifiers, "rop": 1},
            read_schema("study"),
            where="mine.yaml",
        )
    said = str(raised.value).splitlines()
    assert [line.partition(";")[0] for line in said] == [
        "mine.yaml: unknown key rop",
        "mine.yaml: key classifiers.A: unknown key thread",
        "mine.yaml: key classifiers.B.gpu: is -1",
        "mine.yaml: key classifiers.B.threads: is 0",
    ]


WRONG = [None, True, 0, -1, 7, 1e30, 0.5, "", "x, y", "é/è", [], [[]], [None, 0.1]]
WRONG += [["a", "a"], [5, 5, 5], {}, {"x y": 1}, {False: {}}, {"A": None}, {"A": {}}]


def without_required(schema):
    """A schema of which one key alone may be given."""
    if isinstance(schema, list):
        return [without_required(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    # A list is the keyword; a property of that name is a mapping.
    return {
        key: without_required(part)
        for key, part in schema.items()
        if not (key == "required" and isinstance(part, list))
    }


def wrappers(schema):
    """Functions that put a value at each place that a schema describes."""
    yield lambda value: value
    parts = dict(schema.get("properties", {}))
    if isinstance(schema.get("additionalProperties"), dict):
        parts["A"] = schema["additionalProperties"]
    for key, part in parts.items():
        for wrap in wrappers(part):
            yield lambda value, key=key, wrap=wrap: {key: wrap(value)}
    if "items" in schema:
        for wrap in wrappers(schema["items"]):
            yield lambda value, wrap=wrap: [wrap(value)]
    for part in schema.get("oneOf", []):
        yield from wrappers(part)


@pytest.mark.parametrize("name", ["config", "dataset", "study"])
def test_every_wrong_value_of_every_key_is_worded(name):
    schema = without_required(read_schema(name))
    said = []
    for wrap in wrappers(schema):
        for value in WRONG:
            try:
                check_against_schema(wrap(value), schema, where="mine.yaml")
            except ValueError as error:
                said.append(str(error))
    assert len(said) > 8 * len(schema["properties"])
    lines = (line for text in said for line in text.splitlines())
    assert all(re.match(r"mine\.yaml: .*(; |\?$)", line) for line in lines)
