"""Make a table of arrays of results, and of what scikit-learn returns."""

from collections.abc import Iterable, Mapping
from itertools import count, takewhile
from typing import Any

import numpy as np
import pandas as pd

from tenbyten.metrics import OURS_OF_SCORERS
from tenbyten.results.design import cells_of
from tenbyten.results.headings import headings_of, side_of, squash


def table_of_arrays(
    values: Mapping[str, Any],
    *,
    runs: int | None = None,
    dataset: str = "data",
    metric: str = "accuracy",
    classifiers: str | None = None,
    datasets: Iterable[str] = (),
    names: Iterable[str] = (),
) -> pd.DataFrame:
    """Make a table with a row a cell from an array for each classifier.

    Parameters
    ----------
    values : dict of str to array_like of shape (runs, folds) or (runs * folds,)
        By classifier its values in the same folds, run after run; or what
        scikit-learn's `cross_validate` returns for it; or by data set such a dict of
        classifiers, or by classifier one of data sets; or `cv_results_` of a search,
        whose candidates are the classifiers.
    runs : int, optional
        Number of runs; needed for arrays of one axis.
    dataset, metric : str
        Name of the data set, and of the column of values.
    classifiers : {"columns", "rows"}, optional
        Of a dict of dicts: whether the outer names are classifiers, as the columns of a
        table made of it, or the inner ones; by default names that are known tell.
    datasets, names : iterable of str
        Known names of data sets, and of classifiers.

    Raises
    ------
    ValueError
        If the arrays differ in shape, or do not fit `runs`, or if no name tells which
        are classifiers.

    Examples
    --------
    >>> table_of_arrays({"A": [0.8, 0.9], "B": [0.7, 0.9]}, runs=1)
      dataset classifier  run  fold  accuracy
    0    data          A    1     1       0.8
    1    data          A    1     2       0.9
    2    data          B    1     1       0.7
    3    data          B    1     2       0.9
    """
    if "params" in values:
        values = _of_search(values, metric)
    for name, x in values.items():
        if isinstance(x, Mapping) and "fit_time" in x:
            values = {**values, name: x[_scores(x, "test_", metric)]}
    values = {str(name): x for name, x in values.items()}
    if values and all(isinstance(x, Mapping) for x in values.values()):
        inner = list(dict.fromkeys(y for x in values.values() for y in x))
        side = classifiers or side_of(inner, values, datasets, names)
        if side not in ("columns", "rows"):
            raise ValueError(
                f"compare: which are the classifiers, {', '.join(values)[:60]} or "
                f"{', '.join(map(str, inner))[:60]}? Say --classifiers columns for the "
                f"first (classifiers='columns'), --classifiers rows for the others"
            )
        if side == "columns":
            values = {y: {x: z[y] for x, z in values.items() if y in z} for y in inner}
        tables = [
            table_of_arrays(x, dataset=str(name), runs=runs, metric=metric)
            for name, x in values.items()
        ]
        return pd.concat(tables, ignore_index=True)
    arrays = {}
    for name, array in values.items():
        try:
            arrays[name] = np.asarray(array)
        except ValueError:
            raise ValueError(
                f"compare: the values of {name} are no array; give as many folds in "
                f"every run, or a table with a row a cell"
            ) from None
    shapes = {array.shape for array in arrays.values()}
    shape = next(iter(shapes), ())
    rows = shape[0] if runs is None and len(shape) == 2 else runs
    size = int(np.prod(shape)) if shape[:-1] in ((), (rows,)) else 0
    rows = int(rows) if isinstance(rows, int | np.integer) and rows > 0 else 0
    if len(shapes) != 1 or not shape or not size or not rows or size % rows:
        text = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(
            f"compare: arrays of the shapes {text or 'of none'}, and runs is {runs!r}; "
            f"give an array a classifier, all of one shape: (runs, folds), or run "
            f"after run in one axis, and `runs`, the number of runs, such as runs=10"
        )
    cells = cells_of({dataset: (rows, size // rows)}, list(arrays))
    joined = np.concatenate([array.ravel() for array in arrays.values()])
    return cells.to_frame(index=False).assign(**{metric: joined})


def _of_search(results: Mapping[str, Any], metric: str) -> dict[str, Any]:
    """Return the test scores of each candidate of a search, by its parameters."""
    first = _scores(results, "split0_test_", metric)
    every = (first.replace("0", str(n), 1) for n in count())
    scores = [results[name] for name in takewhile(results.__contains__, every)]
    candidates = [map("{}={}".format, x, x.values()) for x in results["params"]]
    labels = [", ".join(texts) for texts in candidates]
    if twice := [label for label in labels if labels.count(label) > 1]:
        raise ValueError(f"compare: two candidates {twice[0]!r}; remove one")
    return dict(zip(labels, np.transpose(scores), strict=True))


def _scores(results: Mapping[str, Any], prefix: str, metric: str) -> str:
    """Return the key of the scores of a metric."""
    keys = [key for key in results if key.startswith(prefix)]
    named = []
    for key in keys:
        scorer = key.removeprefix(prefix)
        is_ours = OURS_OF_SCORERS.get(scorer) == metric and scorer[:4] != "neg_"
        if is_ours or squash(scorer) in headings_of(metric):
            named.append(key)
    named = named or [key for key in keys if key == f"{prefix}score"]
    if len(named) != 1:
        raise ValueError(
            f"compare: {metric} is compared, and {', '.join(keys) or 'none'} are "
            f"there; name one by metric='...', and give scores that are not negated"
        )
    return named[0]
