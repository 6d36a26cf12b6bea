"""Find classes with fewer instances than there are folds."""

from collections.abc import Mapping

import numpy as np

from tenbyten.dataset import Dataset

# Data sets that a warning names.
_MOST = 10


def rare_classes(dataset: Dataset, *, folds: int) -> dict[str, int]:
    """Count the instances of each class that has fewer than there are folds.

    The smallest class is first; classes without any instance are left out.
    """
    labels = dataset.class_labels
    counts = np.bincount(dataset.classes[dataset.classes >= 0], minlength=len(labels))
    order = [int(i) for i in np.argsort(counts, kind="stable")]
    return {labels[i]: int(counts[i]) for i in order if 0 < counts[i] < folds}


def told(found: Mapping[str, Mapping[str, int]]) -> str:
    """Warn of classes with one instance; empty if there are none.

    `found` has the `rare_classes` of data sets by their names.
    """
    single = {
        name: [label for label, instances in classes.items() if instances == 1]
        for name, classes in found.items()
    }
    named = [f"{name} ({_listed(x)})" for name, x in single.items() if x]
    if not named:
        return ""
    more = f", and {len(named) - _MOST} more" if len(named) > _MOST else ""
    return (
        f"A class has one instance, so that no classifier has learnt it where it is "
        f"tested: {', '.join(named[:_MOST])}{more}. Is the right column the class? If "
        f"it is, join such classes to others, or leave their instances out."
    )


def _listed(labels: list[str]) -> str:
    """List the first labels, and count the others."""
    more = f" and {len(labels) - 3} more" if len(labels) > 3 else ""
    return ", ".join(labels[:3]) + more
