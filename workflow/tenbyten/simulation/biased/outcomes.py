"""Apply every test of section 4 to many drawn tables of means at once."""

from collections.abc import Callable
from functools import partial

import numpy as np
from scipy.optimize import brentq

from tenbyten import statistics
from tenbyten.statistics.checks import Bools, Floats
from tenbyten.statistics.many_classifiers.repeated_anova import decompose, divide
from tenbyten.statistics.many_classifiers.studentized import p_of_maximum, p_of_range
from tenbyten.statistics.rounding import rounded

STEPS = ("holm", "hochberg", "hommel")


def compare_two(
    row: Floats, column: Floats, *, signed_rank: str = "auto"
) -> dict[str, Floats]:
    """Compute the p of each test of two classifiers.

    Parameters
    ----------
    row, column : ndarray of shape (..., drawn)
        Mean accuracies on the drawn data sets, fractions.
    signed_rank : str, default="auto"
        Method of `statistics.signed_rank`.

    Returns
    -------
    dict of str to ndarray of shape (...)
        By test. All are two-sided but ``signed_rank_one_tail``, half the two-sided p:
        the smaller tail alone, which tables and formulas give before it is doubled.

    Notes
    -----
    Section 4.2 of Demsar (2006), the first paragraph. Equal differences are equal
    floats, as everywhere.
    """
    differences = rounded(column - row)
    relative = statistics.relative_differences(row, column)
    by_ranks = statistics.signed_rank(differences, method=signed_rank)
    return {
        "paired_t": statistics.paired_t(differences).p_two_sided,
        "paired_t_relative": statistics.paired_t(relative).p_two_sided,
        "signed_rank": by_ranks.p_two_sided,
        "signed_rank_one_tail": by_ranks.p_two_sided / 2,
        "sign_test": statistics.sign_test(differences).p_two_sided,
    }


def compare_all(means: Floats, *, alpha: float) -> dict[str, Floats]:
    """Compute the p of each test of all classifiers.

    `means` are of shape (..., drawn, classifiers). p is that of each statistic's
    distribution (section 4.3 of Demsar (2006) says of none that it is by permutation,
    of which thousands of tables would take hours).
    """
    tests = {
        "anova": statistics.repeated_anova,
        "friedman": statistics.friedman,
        "iman_davenport": statistics.iman_davenport,
    }
    return {
        name: test(means, alpha=alpha, seed=0, method="approximate").p
        for name, test in tests.items()
    }


class PostHoc:
    """Post-hoc tests of every classifier against one, by decisions at `alpha`.

    Tukey's, Nemenyi's and Dunnett's p are integrals, too slow for each of thousands of
    tables. They fall as the statistic grows, so that p is below alpha just where the
    statistic is above the value whose p is alpha, which is found once.
    """

    def __init__(self, *, drawn: int, classifiers: int, alpha: float) -> None:
        self.alpha = alpha
        df, others = (drawn - 1) * (classifiers - 1), classifiers - 1
        of_range = partial(p_of_range, classifiers=classifiers)
        self._tukey = _critical(partial(of_range, df=df), alpha)
        self._nemenyi = _critical(partial(of_range, df=np.inf), alpha)
        self._dunnett = _critical(partial(p_of_maximum, others=others, df=df), alpha)

    def decide(self, means: Floats, against: int) -> dict[str, Bools]:
        """Decide which classifiers differ from one of them.

        Parameters
        ----------
        means : ndarray of shape (..., drawn, classifiers)
        against : int
            The one classifier: one of each pair of Tukey's and Nemenyi's test, and the
            control of the others.

        Returns
        -------
        dict of str to ndarray of shape (..., classifiers - 1), bool
            By test: whether the equivalence is rejected, for all other classifiers in
            their order.

        Notes
        -----
        Section 4.3 of Demsar (2006), Figures 6 and 7.
        """
        drawn = means.shape[-2]
        effects, residual, _, rounding = decompose(means)
        others = np.delete(effects, against, axis=-1)
        q = divide(
            np.abs(others - effects[..., against, np.newaxis]),
            np.sqrt(residual / drawn)[..., np.newaxis],
            rounding=rounding[..., np.newaxis],
        )
        averages = statistics.average_ranks(rounded(means))
        by_ranks = statistics.bonferroni_dunn(averages, control=against, datasets=drawn)
        p = by_ranks.p_unadjusted
        return {
            "tukey": q > self._tukey,
            "nemenyi": np.sqrt(2) * np.abs(by_ranks.z) > self._nemenyi,
            "dunnett": q > np.sqrt(2) * self._dunnett,
            "bonferroni_dunn": by_ranks.p < self.alpha,
            **{x: statistics.adjust(p, method=x) < self.alpha for x in STEPS},
        }


def _critical(p_of: Callable[[float], Floats], alpha: float) -> float:
    """Find the statistic whose p is `alpha`."""
    return float(brentq(lambda x: float(p_of(x)) - alpha, 0, 1e6, xtol=1e-12))
