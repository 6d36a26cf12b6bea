"""Classes with fewer instances than folds."""

import numpy as np

from tenbyten.datasets import Attribute, Dataset
from tenbyten.datasets.folds.assignment import rare_classes, single_instance_warning

LABELS = ("a", "b", "c", "d", "none")
# Of a 4, b 1, c 2, d 1 instances, and two that lack a class.
CLASSES = [0, 0, 1, 2, 0, 3, 2, 0, np.nan, np.nan]
ATTRIBUTES = (Attribute("x"), Attribute("kind", LABELS))
DATASET = Dataset("few", ATTRIBUTES, np.column_stack([np.arange(10), CLASSES]))


def test_the_smallest_classes_are_counted_first():
    assert rare_classes(DATASET, folds=4) == {"b": 1, "d": 1, "c": 2}
    assert list(rare_classes(DATASET, folds=5)) == ["b", "d", "c", "a"]
    assert rare_classes(DATASET, folds=2) == {"b": 1, "d": 1}


def test_single_instances_are_warned_of():
    text = single_instance_warning(
        {"few": rare_classes(DATASET, folds=10), "many": {"yes": 4}}
    )
    assert text.startswith(
        "A class has one instance, so that no classifier has learnt it where it is "
        "tested: few (b, d). Is the right column the class?"
    )
    assert single_instance_warning({"few": {"c": 2}, "whole": {}}) == ""
    many = {f"d{n}": dict.fromkeys("abcde", 1) for n in range(12)}
    text = single_instance_warning(many)
    assert "d9 (a, b, c and 2 more), and 2 more." in text
    assert "d10" not in text
