"""What commands share: keys of the machine, and words that give names a value."""

import pytest

from tenbyten.command.arguments import values_of


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
