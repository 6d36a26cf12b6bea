"""A small table with missing cells, and what tests of its preparation share."""

from tenbyten.jobs.preparing import find_prepared

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


def with_row(wanted, **cells):
    """The same with some other cells of its row."""
    return wanted._replace(row={**wanted.row, **cells})


def with_split(wanted, **settings):
    """The same with other settings of the folds."""
    return wanted._replace(split=SPLIT | settings)


def contents(files):
    """The bytes of all files."""
    return [path.read_bytes() for path in files]


def times(files):
    """When each file was written: its inode changes too if it is replaced."""
    return [(path.stat().st_mtime_ns, path.stat().st_ino) for path in files]


def lacking(files, wanted):
    """What the data set lacks, and why."""
    found = find_prepared(files, wanted)
    return found.lacking, found.why
