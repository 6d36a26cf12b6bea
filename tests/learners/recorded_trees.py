"""Trees of WEKA 3.6.14 on bundled data sets, for where WEKA is absent.

They are in tests/reference/weka_trees.txt, a paragraph each: data set and learner in
the first line, then numbers of leaves and nodes, then the tree. To record them again,
from the top folder of the project::

    export PYTHONPATH=workflow:tests:tests/engines:tests/learners
    python tests/learners/recorded_trees.py
"""

from pathlib import Path

import numpy as np
from weka_twin import Twin

from tenbyten.datasets.bundled import read_bundled

TREES = Path(__file__).parents[1] / "reference" / "weka_trees.txt"
BUNDLED = ("iris", "wine", "balance-scale", "monks-2", "contact-lenses")
TREE_LEARNERS = ("J48", "J48graft")


def datasets():
    """Yield name and data set, complete and with every ninth value missing."""
    for name in BUNDLED:
        dataset = read_bundled(name)
        yield name, dataset
        values = dataset.values.copy()
        row, column = np.indices(values.shape)
        values[:, :-1][((2 * row + 5 * column) % 9 == 0)[:, :-1]] = np.nan
        yield f"{name} with holes", dataset.with_values(values)


def tree_of(description):
    """The tree in what WEKA prints, and its numbers of leaves and nodes."""
    body, leaves, nodes = description.rstrip().split("\n\n")[-3:]
    counts = [int(line.split(":")[1]) for line in (leaves, nodes)]
    return body.split("------------------\n")[-1], *counts


def read_trees():
    """Recorded trees, numbers of leaves and nodes, by (data set, learner)."""
    trees = {}
    for paragraph in TREES.read_text(encoding="utf-8").split("\n\n"):
        head, counts, *lines = paragraph.rstrip("\n").split("\n")
        name, learner = head.split(", ")
        leaves, nodes = map(int, counts.split())
        trees[name, learner] = ("\n".join(lines), leaves, nodes)
    return trees


def record():
    """Run WEKA and write its trees."""
    paragraphs = []
    for name, dataset in datasets():
        twin = Twin(dataset)
        for learner in TREE_LEARNERS:
            printed = twin.description(learner, np.arange(len(dataset.values)))
            tree, leaves, nodes = tree_of(printed)
            paragraphs.append(f"{name}, {learner}\n{leaves} {nodes}\n{tree}\n")
    TREES.write_text("\n".join(paragraphs), encoding="utf-8")


if __name__ == "__main__":
    record()
