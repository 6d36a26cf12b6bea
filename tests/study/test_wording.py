"""Errors of study files, as people read them."""

import re

import pytest

from tenbyten.study.schema import check_against_schema, read_schema

BOTH = {"A": {}, "B": {}}
STUDY = {"datasets": "mine.tsv", "classifiers": BOTH}


def of(engine, **entry):
    """A study with a classifier of this entry."""
    return STUDY | {"classifiers": {"A": {engine: entry}, "B": {}}}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            STUDY | {"classifiers": {"A": {}}},
            "key classifiers: is {'A': {}}; give a mapping of at least 2, such as {Ba",
        ),
        (
            STUDY | {"classifiers": None},
            "key classifiers: has no value; give a mapping",
        ),
        (
            STUDY | {"classifiers": {"A": "J48", "B": {}}},
            "key classifiers.A: is 'J48'; give a mapping, such as {n",
        ),
        (
            STUDY | {"classifiers": {"A": {"learner": "x.Y"}, "B": {}}},
            "unknown key learner; it stands below one of native, scikit_learn, weka",
        ),
        (
            of("scikit_learn", learner="x.Y", n_estimators=5),
            "unknown key n_estimators; known are columns, learner, settings; what is "
            "the learner's own stands below settings",
        ),
        (
            of("scikit_learn", learner="x.Y(5)"),
            "is 'x.Y(5)'; give text, such as sklearn.naive_bayes.GaussianNB (Import "
            "path of its class, or of a function of your own",
        ),
        (
            STUDY | {"classifiers": {"a forest": {}, "B": {}}},
            "key classifiers: 'a forest' has ' '; give letters (of scripts from",
        ),
        (
            STUDY | {"classifiers": {False: {}, "B": {}}},
            "name False is not text; write it in quotes (YAML takes no, off, yes and o",
        ),
        (
            {"classifiers": BOTH},
            "the key datasets is missing; add it (The data-set she",
        ),
        (STUDY | {"runs": 0}, "key runs: is 0; give a whole number from 1 (Runs of"),
        (STUDY | {"seed": 2**40}, "give a whole number from 0 to 4294967295 (Settles"),
        (STUDY | {"alpha": 5}, "is 5; give a number above 0 below 0.5 (Size"),
        (
            STUDY | {"rho": "1/10"},
            "is '1/10'; give `1/folds` or a number from 0 below 1 (Correlation",
        ),
        (STUDY | {"title": 5}, "key title: is 5; give text, in quotes (Subject"),
        (STUDY | {"predictions": 1}, "is 1; give `true` or `false` (Wheth"),
        (
            STUDY | {"subsets": {"all": [1]}},
            "key subsets.all: is [1]; give a list of at least 2 and at most 2, each a "
            "whole number from 1, such as [1, 10] (One table each",
        ),
        (of("weka", learner=""), "weka.learner: is ''; give text that is not empty"),
        (STUDY | {"zero_variance": "x"}, "give `half` or `win` or `drop` (A data"),
    ],
)
def test_an_error_says_where_what_was_wrong_and_what_to_do(values, said):
    with pytest.raises(ValueError, match=rf"mine\.yaml: .*{re.escape(said)}"):
        check_against_schema(values, read_schema("study"), where="mine.yaml")


def test_all_faults_are_told_at_once():
    classifiers = {"A": {"thread": 1}, "B": {"gpu": -1, "threads": 0}}
    with pytest.raises(ValueError, match="A: unknown key thread; did") as raised:
        check_against_schema(
            STUDY | {"classifiers": classifiers, "rop": 1},
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
