"""The classifiers of a table of WEKA's Experimenter, by their schemes."""

import re
from collections.abc import Mapping

import pandas as pd

from tenbyten.tables.delimited import SCHEME

# WEKA class and options of every classifier.
Schemes = Mapping[str, tuple[str, str]]

# The column of the options.
_OPTIONS = "Key_Scheme_options"


def name_schemes(table: pd.DataFrame, schemes: Schemes, *, where: str) -> pd.DataFrame:
    """Add a column of classifiers to a table that has schemes.

    Parameters
    ----------
    table : DataFrame
        Of text.
    schemes : dict of str to tuple of (str, str)
        Every classifier of the study, with its WEKA class and options, which may be
        empty. Without any, schemes are classifiers under their own names.
    where : str
        What errors begin with.

    Raises
    ------
    ValueError
        If a scheme is no classifier of the study.
    """
    if SCHEME not in table:
        return table
    options = table[_OPTIONS] if _OPTIONS in table else [""] * len(table)
    keys = list(zip(table[SCHEME], options, strict=True))
    names = {key: _classifier_of(where, *key, schemes) for key in dict.fromkeys(keys)}
    return table.assign(classifier=[names[key] for key in keys])


def _classifier_of(where: str, scheme: str, options: str, schemes: Schemes) -> str:
    """Return the study's classifier that a scheme of the Experimenter is."""
    used = (scheme, " ".join(options.split()))
    if not schemes:
        return " ".join([scheme.rpartition(".")[2], used[1]]).strip()
    for name, (learner, wanted) in schemes.items():
        if learner and used == (learner, " ".join(wanted.split())):
            return name
    # In a FilteredClassifier the learner stands behind the last -W.
    paths = (scheme, *reversed(re.findall(r"-W (\S+)", options)))
    for candidate in (x for path in paths for x in (path, path.rsplit(".", 1)[-1])):
        if candidate in schemes:
            return candidate
    raise ValueError(
        f"{where}: scheme {' '.join(used)} is no classifier of the study "
        f"({', '.join(schemes)}); name the classifier like the scheme's class, or take "
        f"its rows out"
    )
