"""Policies that are varied to see whether a decision depends on them."""

ALPHAS = (0.01, 0.05, 0.1)
# Besides none and the study's: so many times 1 / folds, and so many times its rope.
RHOS = (1, 2, 3)
ROPES = (0.5, 1, 2)
THRESHOLDS = ("more", "at_least")
SIDES = ("one", "two")
METHODS = ("approximate", "auto")
# Of each test, the policies that are varied, each with each.
FACTORS = {
    "poisson": ["zero_variance", "rho", "threshold", "alpha"],
    "signed_rank": ["sides", "method", "zeros", "alpha"],
    "bayesian_signed_rank": ["rope", "alpha"],
}


def rho_as_number(rho: float | str, folds: int) -> float:
    """Return the study's correlation, a number or ``1/folds``, as a number."""
    return 1 / folds if rho == "1/folds" else float(rho)
