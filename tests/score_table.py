"""A table of mean accuracies, one score for each data set and classifier."""

import numpy as np
import pandas as pd


def table_of(classifiers, datasets):
    """Means of classifiers, each a little better than the one before."""
    rng = np.random.default_rng(7)
    base, step = rng.beta(6, 2, (datasets, 1)), rng.normal(0, 0.02, classifiers)
    means = base + step + rng.normal(0, 0.02, (datasets, classifiers))
    names = [f"c{i}" for i in range(classifiers)]
    table = pd.DataFrame(means.clip(0, 1).round(4), columns=names)
    return table.set_axis([f"d{i}" for i in range(datasets)]).rename_axis("dataset")
