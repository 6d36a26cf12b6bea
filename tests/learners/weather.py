"""The weather data of Quinlan (1986), 14 rows, as WEKA's examples have them."""

import numpy as np
import pandas as pd

LABELS = {
    "outlook": ["sunny", "overcast", "rainy"],
    "temperature": ["hot", "mild", "cool"],
    "humidity": ["high", "normal"],
    "windy": ["TRUE", "FALSE"],
    "play": ["yes", "no"],
}
ROWS = """sunny hot high FALSE no
sunny hot high TRUE no
overcast hot high FALSE yes
rainy mild high FALSE yes
rainy cool normal FALSE yes
rainy cool normal TRUE no
overcast cool normal TRUE yes
sunny mild high FALSE no
sunny cool normal FALSE yes
rainy mild normal FALSE yes
sunny mild normal TRUE yes
overcast mild high TRUE yes
overcast hot normal FALSE yes
rainy mild high TRUE no"""


def weather(*, without_outlook=()):
    """Predictors and classes; the outlook of some rows missing."""
    cells = [row.split() for row in ROWS.splitlines()]
    table = pd.DataFrame(cells, columns=list(LABELS))
    table.loc[list(without_outlook), "outlook"] = np.nan
    for name, labels in LABELS.items():
        table[name] = pd.Categorical(table[name], categories=labels)
    return table.drop(columns="play"), table["play"]


def tiny():
    """Three rows of two attributes, the third label of each without a row."""
    X = pd.DataFrame(
        {
            "A": pd.Categorical(["x", "x", "y"], categories=["x", "y", "z"]),
            "B": pd.Categorical(["p", "q", "p"], categories=["p", "q", "r"]),
        }
    )
    return X, ["a", "a", "b"]
