"""What commands share: keys of the machine, and words that give names a value."""

import pytest

from tenbyten.command.arguments import read_named, values_of


def test_values_are_read_as_yaml():
    words = ["rope=0.02", "metrics=[auc, mcc]", "metric=auc", "title=a=b", "none="]
    assert values_of(words, "--set") == {
        "rope": 0.02,
        "metrics": ["auc", "mcc"],
        "metric": "auc",
        "title": "a=b",
        "none": "",
    }


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("rope", "--set rope: give KEY=VALUE"),
        ("metrics=[auc", r"--set metrics=\[auc: the value is no YAML"),
    ],
)
def test_a_word_that_gives_no_value_is_refused(word, said):
    with pytest.raises(ValueError, match=said):
        values_of([word], "--set")


def test_names_get_what_their_words_say():
    found = read_named(["A=1", "B=22"], r"\d+", "NAME=NUMBER")
    assert {name: match[0] for name, match in found.items()} == {"A": "1", "B": "22"}


@pytest.mark.parametrize("word", ["A", "A=", "A=x", "=1", "C=1"])
def test_a_word_of_another_form_or_name_is_refused(word):
    with pytest.raises(ValueError, match=f"{word}: give NAME=NUMBER"):
        read_named(["B=1", word], r"\d+", "NAME=NUMBER", known=["A", "B"])


def test_a_name_that_is_given_twice_is_refused():
    with pytest.raises(ValueError, match="A=2: A was given before"):
        read_named(["A=1", "A=2"], r"\d+", "NAME=NUMBER")
