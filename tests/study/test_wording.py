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
            "key classifiers: has 1 alone, A; give 2 or more (The classifiers by",
        ),
        (
            STUDY | {"classifiers": {}},
            "key classifiers: has nothing in it; give 2 or m",
        ),
        (
            STUDY | {"classifiers": None},
            "key classifiers: has no value; give a mapping",
        ),
        (
            STUDY | {"classifiers": ["A", "B"]},
            "is ['A', 'B']; give a mapping of keys to values, such as {Bayes: {native:",
        ),
        (
            STUDY | {"classifiers": {"A": "J48", "B": {}}},
            "key classifiers.A: is 'J48'; give a mapping of keys to values, such as {n",
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
            "is 'x.Y(5)'; give text such as sklearn.naive_bayes.GaussianNB (Import "
            "path of its class, or of a function of your own",
        ),
        (
            STUDY | {"classifiers": {"a forest": {}, "B": {}}},
            "key classifiers: 'a forest' has a space, ' '; give letters, digits and",
        ),
        (
            STUDY | {"classifiers": {False: {}, "B": {}}},
            "name False is not text; write it in quotes (YAML takes no, off, yes and o",
        ),
        (
            STUDY | {"datasets": "a.csv"},
            "key datasets: is 'a.csv'; give text such as mi",
        ),
        (
            {"classifiers": BOTH},
            "the key datasets is missing; add it (The data-set she",
        ),
        (STUDY | {"runs": "10"}, "key runs: is '10'; give a whole number (Runs of"),
        (STUDY | {"runs": 0}, "key runs: is 0; give 1 or more (Runs of"),
        (STUDY | {"seed": 2**40}, "give 4294967295 or less (Settles"),
        (STUDY | {"alpha": 5}, "key alpha: is 5; give less than 0.5 (Size"),
        (STUDY | {"alpha": 0}, "key alpha: is 0; give more than 0 (Size"),
        (STUDY | {"rho": "1/10"}, "is '1/10'; give 1/folds or a number (Correlation"),
        (STUDY | {"title": 5}, "key title: is 5; give text, in quotes (Subject"),
        (STUDY | {"metrics": "auc"}, "key metrics: is 'auc'; give a list in square br"),
        (
            STUDY | {"predictions": 1},
            "key predictions: is 1; give true or false (Wheth",
        ),
        (
            STUDY | {"subsets": {"all": "1-10"}},
            "key subsets.all: is '1-10'; give a list in square brackets, such as "
            "[1, 10] (One table each",
        ),
        (STUDY | {"subsets": {"all": [1]}}, "is [1]; give 2 or more (One table each"),
        (
            STUDY | {"subsets": {"all": [1, 2, 3]}},
            "is [1, 2, 3]; give 2, not 3 (One ta",
        ),
        (
            of("weka", learner=""),
            "key classifiers.A.weka.learner: is ''; give text that",
        ),
        (STUDY | {"zero_variance": "x"}, "is 'x'; give one of half, win, drop (A data"),
    ],
)
def test_an_error_says_where_what_was_wrong_and_what_to_do(values, said):
    with pytest.raises(ValueError, match=rf"mine\.yaml: .*{re.escape(said)}"):
        check_against_schema(values, read_schema("study"), where="mine.yaml")


SCHEMAS = ["config", "dataset", "planning", "study"]
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


def wrappers(schema, root):
    """Functions that put a value at each place that a schema describes."""
    yield lambda value: value
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    parts = dict(schema.get("properties", {}))
    if isinstance(schema.get("additionalProperties"), dict):
        parts["A"] = schema["additionalProperties"]
    for key, part in parts.items():
        for wrap in wrappers(part, root):
            yield lambda value, key=key, wrap=wrap: {key: wrap(value)}
    if "items" in schema:
        for wrap in wrappers(schema["items"], root):
            yield lambda value, wrap=wrap: [wrap(value)]
    for keyword in ("oneOf", "anyOf", "allOf"):
        for part in schema.get(keyword, []):
            yield from wrappers(part, root)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_wrong_value_of_every_key_is_worded(name):
    schema = without_required(read_schema(name))
    said = []
    for wrap in wrappers(schema, schema):
        for value in WRONG:
            try:
                check_against_schema(wrap(value), schema, where="mine.yaml")
            except ValueError as error:
                said.append(str(error))
    assert len(said) > 8 * len(schema["properties"])
    # Words of jsonschema's own.
    foreign = [text for text in said if "give what fits" in text]
    assert not foreign, "\n".join(dict.fromkeys(foreign))
    assert all(re.match(r"mine\.yaml: .*(; |\?$)", text) for text in said)
