"""A small table with missing cells, and what tests of its preparation share."""

# Twelve rows, two cells missing.
ARFF = """@relation holes
@attribute number numeric
@attribute label {a,b}
@attribute class {no,yes}
@data
1,b,no
2,?,yes
3,b,no
?,a,yes
5,a,no
6,b,yes
7,a,no
8,b,yes
9,a,no
10,b,yes
11,a,no
12,b,yes
"""
SPLIT = {"splitter": "weka", "runs": 3, "folds": 2, "seed": 1}
SETTINGS = {
    "source": ["arff", "holes.arff"],
    "row": {},
    "split": SPLIT,
    "missing_class": "error",
}
