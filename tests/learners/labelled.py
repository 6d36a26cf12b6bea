"""Small tables of labels, for examples by hand."""

import pandas as pd


def labelled(labels, rows):
    """Predictors and classes, the class last.

    Parameters
    ----------
    labels : dict of str to str or None
        The labels of each column, a letter each; None for numbers.
    rows : list of tuple
        A row's cells, then how often it comes.
    """
    cells = [row for *row, times in rows for _ in range(times)]
    table = pd.DataFrame(cells, columns=list(labels))
    for name, letters in labels.items():
        if letters is not None:
            table[name] = pd.Categorical(table[name], categories=list(letters))
    target = list(labels)[-1]
    return table.drop(columns=target), table[target]
