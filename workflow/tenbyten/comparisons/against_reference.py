"""Mark the means of every data set: the best, and those apart from a reference."""

import numpy as np
import pandas as pd


def best_on_each(means: pd.DataFrame, *, higher_is_better: bool) -> pd.DataFrame:
    """Mark the best of the means of each data set; equal means share the mark."""
    extreme = means.max(axis=1) if higher_is_better else means.min(axis=1)
    return means.eq(extreme, axis=0)


def against_reference(
    posteriors: pd.DataFrame, means: pd.DataFrame, *, reference: str, alpha: float
) -> pd.DataFrame:
    """Mark where a classifier differs significantly from the reference.

    Marks have the shape of `means`: 1 where the classifier is significantly better than
    the reference by the corrected resampled t-test, two-sided, -1 where it is
    significantly worse, else 0.
    """
    lines = posteriors[posteriors["row"] == reference]
    significant = lines["p_two_sided"] < alpha
    marks = lines.assign(
        mark=np.where(significant, np.sign(lines["mean_difference"]), 0).astype(int)
    ).pivot(index="dataset", columns="column", values="mark")
    return marks.reindex(index=means.index, columns=means.columns, fill_value=0)


def marked_means(
    means: pd.DataFrame,
    deviations: pd.DataFrame,
    *,
    best: pd.DataFrame,
    marks: pd.DataFrame,
) -> pd.DataFrame:
    """Join means, standard deviations and both marks, one line a cell.

    All are of shape (datasets, classifiers); the columns of the result are dataset,
    classifier, mean, standard_deviation, best and against_reference.
    """
    parts = {
        "mean": means,
        "standard_deviation": deviations,
        "best": best.astype(int),
        "against_reference": marks,
    }
    lines = pd.DataFrame({name: part.stack() for name, part in parts.items()})
    return lines.rename_axis(["dataset", "classifier"]).reset_index()
