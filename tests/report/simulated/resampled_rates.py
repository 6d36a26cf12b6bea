"""Tables as those of the problems after Nadeau and Bengio: rates by hand."""

import itertools

import numpy as np
import pandas as pd

EXPERIMENTS = 400
DISTANCES = (-1.0, 0.0, 1.0)
SIZES = {
    "one_split_t": 0.11,
    "five_by_two_cv_t": 0.09,
    "resampled_t": 0.5,
    "corrected_resampled_t": 0.12,
    "conservative_z": 0.05,
    "pseudo_bootstrap": 0.48,
    "corrected_pseudo_bootstrap": 0.1,
}
ON_ALL_SPLITS = ("resampled_t", "corrected_resampled_t", "conservative_z")
ONCE = ("one_split_t", "five_by_two_cv_t")
# Cases of letters, with the error of A minus that of B.
CASES = {"1": 0.2, "17.25": 0.01, "2048": -0.1}


def settings_of(problem):
    """Settings, defaults filled in."""
    simulation = {
        "problem": problem,
        "experiments": EXPERIMENTS,
        "splits": 15,
        "halvings": 10,
        "repetitions": 15,
        "vary_splits": [5, 15],
        "vary_halvings": [5, 10],
    }
    if problem == "letters":
        simulation |= {"instances": 300, "weights": [1, 17.25, 2048]}
    else:
        simulation["cases"] = [{"instances": 200, "noise": 97.0}] * 2
    return {"simulation": simulation, "alpha": 0.1, "seed": 1}


def splits_of():
    """Test, training and test part, splits and halvings of every variant."""
    for test in SIZES:
        yield test, 0.5, 0.5, 15, 10
    for test in SIZES:
        if test not in ONCE:
            yield test, 0.5, 0.1, 15, 10
    for test, splits in itertools.product(ON_ALL_SPLITS, (5, 15)):
        yield test, 0.9, 0.1, splits, 10
    yield "conservative_z", 0.9, 0.1, 15, 5


def estimates(truth, *, shared=False):
    """Rates of rejection: the size where the hypothesis is true, 0.4 more elsewhere.

    `truth` has generalization errors by case and loss; with `shared` data sets the
    cases are tested at the errors of each other too. More splits reject more often.
    """
    rows = []
    for (case, loss), mu in truth.items():
        nulls = [(d, mu + 0.1 * d, "" if d else case) for d in DISTANCES]
        if shared:
            nulls += [
                (9.0, other, name)
                for (name, of), other in truth.items()
                if of == loss and name != case
            ]
        for variant, (distance, null, mu_of) in itertools.product(splits_of(), nulls):
            test, train, test_size, splits, halvings = variant
            value = SIZES[test] + 0.4 * (distance != 0) + 0.001 * splits
            rows.append(
                {
                    "case": case,
                    "loss": loss,
                    "train": train,
                    "test_size": test_size,
                    "splits": splits,
                    "halvings": halvings,
                    "distance": distance,
                    "null": null,
                    "mu_of": mu_of,
                    "test": test,
                    "policy": "",
                    "measure": "rejection_rate",
                    "value": value,
                    "error": np.sqrt(value * (1 - value) / EXPERIMENTS),
                    "experiments": EXPERIMENTS,
                }
            )
    return pd.DataFrame(rows)


def moments(truth, *, published=True):
    """Estimates 0.01 above the middle of the published interval, but for r of A - B."""
    rows = []
    for (case, loss), mu in truth.items():
        for quantity in ("mu_half", "mu_nine", "rho_half_tenth", "r"):
            estimate = mu if quantity.startswith("mu") else 0.1
            rows.append(
                {
                    "problem": "letters",
                    "case": case,
                    "quantity": f"{quantity}_{loss}",
                    "estimate": estimate,
                    "error": 0.01,
                    "low": estimate - 0.0196,
                    "high": estimate + 0.0196,
                    "exact": mu if quantity == "mu_half" else np.nan,
                    "published_low": estimate - 0.02 if published else np.nan,
                    "published_high": estimate if published else np.nan,
                    "z": (-3.0 if quantity == "r" and loss == "AB" else 0.5)
                    if published
                    else np.nan,
                }
            )
    return pd.DataFrame(rows)


def of_letters():
    """Tables of three cases that share their data sets, and so have real power too."""
    truth = {("all", "A"): 0.7}
    truth |= {(case, "B"): 0.7 - gap for case, gap in CASES.items()}
    truth |= {(case, "AB"): gap for case, gap in CASES.items()}
    rates = estimates(truth, shared=True)
    others = rates[(rates["mu_of"] != "") & (rates["mu_of"] != rates["case"])]
    gaps = others.assign(measure="real_minus_pseudo_power", value=0.0)
    rates = pd.concat([rates, gaps], ignore_index=True)
    return {"estimates": rates, "moments": moments(truth)}


def of_regression():
    """Tables of two cases of their own."""
    truth = {
        (case, loss): mu
        for case in ("1", "2")
        for loss, mu in (("A", 99.0), ("B", 98.0), ("AB", 1.0))
    }
    return {"estimates": estimates(truth), "moments": moments(truth)}
