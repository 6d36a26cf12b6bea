"""Say what was made of values that are written with few digits."""

import numpy as np
import pandas as pd

from tenbyten.accuracies.values import is_recovered, rounding_errors


def precision_sentence(values: pd.DataFrame, metric: str) -> str:
    """Describe recovered counts and differences taken for 0; empty without either."""
    said = []
    if is_recovered(values):
        known = values[["dataset", "correct"]].groupby("dataset").count()["correct"]
        said.append(
            f"the accuracies are rounded, and the counts behind them were recovered on "
            f"{_share(np.asarray(known > 0))}"
        )
    errors = rounding_errors(values, metric)
    if np.any(errors):
        counts = " and its counts are not known" if metric == "accuracy" else ""
        said.append(
            f"{metric} is rounded{counts} on {_share(errors > 0)}: mean differences "
            f"below {errors.max():.2g}, which the rounding of single folds can make, "
            f"are taken for 0 there"
        )
    return "; ".join(said)


def _share(marks: np.ndarray) -> str:
    """Count the marked data sets."""
    return f"{np.count_nonzero(marks)} of {len(marks)} data sets"
