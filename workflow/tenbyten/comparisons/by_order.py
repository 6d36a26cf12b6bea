"""Keep what follows from the order of the classifiers on each data set."""

import re

import pandas as pd

# Tables without any line, and columns that are left out, on the scale of order alone.
_HAVE_SIZES = ("pairwise", "adjusted", "decided", "ranks", "post_hoc", "control")
_EMPTY_BY_ORDER = ("new_datasets", "profiles", "rope")
_SIZES = re.compile(
    r"mean|median|pseudomedian|rank_biserial|family_(low|high)|.*rope|bayesian_"
    r"|hierarchical_|(relative_)?t_|note|tukey|dunnett|signed_rank_"
)


def in_order(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Keep what of a table follows from the order of the classifiers alone.

    Parameters
    ----------
    name : str
        Of `layout.COMPARISONS`.
    table : DataFrame

    Returns
    -------
    DataFrame
        Without lines where every one compares sizes, else without columns that do.
    """
    if name in _EMPTY_BY_ORDER:
        table = table[:0]
    elif name == "pairwise":
        table = table.assign(sign_p=table["signed_rank_p"])
    elif "test" in table:
        table = table[~table["test"].isin(["anova", "bayesian_signed_rank"])]
    if name in _HAVE_SIZES:
        table = table.drop(columns=[x for x in table if _SIZES.match(x)])
    return table
