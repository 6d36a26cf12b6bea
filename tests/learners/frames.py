"""A data set as what a user of pandas would have."""

import pandas as pd


def frame(dataset):
    """Predictors as a DataFrame and classes as a categorical, labels in order."""
    columns = {
        attribute.name: _series(attribute, dataset.values[:, place])
        for place, attribute in enumerate(dataset.attributes)
    }
    table = pd.DataFrame(columns)
    target = dataset.class_attribute.name
    return table.drop(columns=target), table[target]


def _series(attribute, values):
    if not attribute.is_nominal:
        return pd.Series(values)
    codes = pd.Series(values).fillna(-1).astype(int)
    return pd.Series(pd.Categorical.from_codes(codes, categories=attribute.labels))
