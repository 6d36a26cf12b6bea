"""Studies of two classifiers or three, decided as it is told."""

import pandas as pd
import pytest

NOT_FOUND = {"p": 0.3, "holm_p": 0.9, "holm": 0}


@pytest.fixture
def decided(small):
    """Make a study of two classifiers, or three, decided as it is told.

    The first of the lists is the pair that is changed; no test finds a difference in
    the others.
    """

    def decide(adjusted, *, there=(0, 0), back=(0, 0), settings=None, third=False):
        names = {"weak": "A", "strong": "B"} | ({"twin": "C"} if third else {})
        tables = dict(small.by_subset["all"])
        changed = tables["adjusted"].assign(**NOT_FOUND)
        changed["bayesian_signed_rank_verdict"] = "undecided"
        for key, value in adjusted.items():
            if key in changed:
                changed.loc[0, key] = value
        tested = tables["pairwise"].copy()
        for key, value in adjusted.items():
            if key in tested and key not in changed:
                tested.loc[0, key] = value
        marks = tables["false_marks"].copy()
        marks["either_rate"] = 0.31
        marks.loc[(marks["row"] == "weak"), "either_rate"] = 0.087
        tables |= {"adjusted": changed, "pairwise": tested, "false_marks": marks}
        numbers = {"q": 8, "p_column": 0.97, "p_one_sided": 0.0446, "p_two_sided": 0.09}
        lines = []
        for row in names:
            for column in names:
                decision = {("weak", "strong"): there, ("strong", "weak"): back}
                poisson, ranks = decision.get((row, column), (0, 0))
                line = {"row": row, "column": column, **numbers}
                lines.append(line | {"poisson": poisson, "signed_rank": ranks})
        return small._replace(
            labels=names,
            decisions={"all": pd.DataFrame(lines)},
            by_subset={"all": tables},
            subsets={"all": small.subsets["all"]},
            settings=small.settings | (settings or {}),
        )

    return decide
