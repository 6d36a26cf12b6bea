"""Decisions under given policies, by the tests that a study runs."""

import itertools

import numpy as np
import pandas as pd

from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.comparisons.sensitivity import policy_variants

KEYS = ["row", "column"]
NO_ROPES = pd.DataFrame({"test": [], "rope": np.empty(0)})
BAYESIAN = {"rope": 0.01, "prior_strength": 1, "prior_place": "rope"}
BAYESIAN |= {"draws": 20_000, "seed": 1}
POLICIES = {"alpha": 0.05, "rho": "1/folds", "rope": 0.01, "zero_variance": "half"}
POLICIES |= {"poisson": "exact", "signed_rank": "approximate"}
POLICIES |= {"signed_rank_sides": "one"}
EXACT = {"distribution": "exact", "draws": None, "seed": None, "alpha": 0.05}


def decided(posteriors, names, *, ropes=NO_ROPES, pairs=(("a", "b"),), **policies):
    """Decide under every policy."""
    settings = {"folds": 10, "rho": "1/folds", "alpha": 0.05, "rope": 0.01} | policies
    return policy_variants(posteriors, ropes, pairs=pairs, datasets=names, **settings)


def compared(study, accuracies, rho, zero_variance):
    """Compare every pair on every data set under these policies."""
    how = {"runs": 10, "rho": rho, "rope": 0.01, "zero_variance": zero_variance}
    return compare_on_each(accuracies, pairs=study.pairs, **how)


def of_both(theirs, column, better):
    """Take a column of a table of ordered pairs as the pairs' columns and rows.

    With them comes the decision of each pair, from both that the table `better` has.
    """
    theirs = theirs.set_index(KEYS)
    names = list(dict.fromkeys(theirs.index.get_level_values("row")))
    pairs = list(itertools.combinations(names, 2))
    turned = [(column, row) for row, column in pairs]
    marks = zip(theirs.loc[pairs, better], theirs.loc[turned, better], strict=True)
    words = {(0, 0): "neither", (1, 0): "column", (0, 1): "row", (1, 1): "both"}
    sides = theirs.loc[pairs, column], theirs.loc[turned, column]
    return *(side.to_numpy() for side in sides), [words[mark] for mark in marks]


def variant(table, **policies):
    """Lines of one variant at the study's alpha, in the order of pairs."""
    policies = {"alpha": 0.05} | policies if "alpha" in table else policies
    for name, value in policies.items():
        table = table[table[name] == value]
    return table.set_index(KEYS)


def gained(differences, pairs=None):
    """Posteriors of pairs with these mean differences; of (a, b) if none is named."""
    differences = np.atleast_2d(differences)
    names = [f"d{i}" for i in range(differences.shape[1])]
    pairs = pairs or [("a", "b")]
    lines = [(*pair, name) for pair in pairs for name in names]
    table = pd.DataFrame(lines, columns=[*KEYS, "dataset"])
    of_pairs = {"pairs": pairs, "datasets": names}
    return table.assign(mean_difference=differences.ravel()), of_pairs


def posteriors_of(statistics):
    """One pair's posteriors; the scale is 0 where the statistic is."""
    statistic = np.array(statistics)
    names = [f"d{i}" for i in range(len(statistic))]
    there = pd.DataFrame({"dataset": names, "row": "a", "column": "b", "df": 99})
    there = there.assign(mean_difference=statistic / 100, statistic=statistic)
    there = there.assign(scale=0.01 * (statistic != 0), p_column_wins=0.5)
    back = there.rename(columns={"row": "column", "column": "row"})
    turned = {name: -back[name] for name in ("mean_difference", "statistic")}
    return pd.concat([there, back.assign(**turned)], ignore_index=True)
