"""List the figures of the problems after Nadeau and Bengio, with their numbers."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.report.figures.plan import Planned
from tenbyten.report.simulated.figures.pseudo_power import (
    Interval,
    draw_numbers,
    draw_real_power,
    draw_tests,
)
from tenbyten.report.simulated.resampled.reading import (
    LOSSES,
    by_halvings,
    by_splits,
    label_of,
    of_section_5_1,
    on_grid,
)

Tables = Mapping[str, pd.DataFrame]
Settings = Mapping[str, Any]

# The paper's figures by problem, loss and kind.
_PUBLISHED = {
    ("regression", "A", "tests"): 1,
    ("regression", "AB", "tests"): 2,
    ("gaussians", "A", "tests"): 3,
    ("gaussians", "AB", "tests"): 4,
    ("letters", "B", "tests"): 5,
    ("letters", "AB", "tests"): 6,
    ("regression", "A", "splits"): 8,
    ("regression", "AB", "splits"): 9,
    ("gaussians", "A", "splits"): 10,
    ("gaussians", "AB", "splits"): 11,
    ("letters", "AB", "splits"): 12,
    ("regression", "AB", "halvings"): 13,
}
_WORDS = {
    "tests": "Power of the tests, trained on n/2",
    "splits": "Power by number of splits J, trained on 9n/10",
    "halvings": "Power by number of halvings M, trained on 9n/10",
}
_OF_REAL_POWER = (
    "one_split_t",
    "corrected_resampled_t",
    "conservative_z",
    "five_by_two_cv_t",
)


def figures_of(collected: Tables, settings: Settings) -> list[Planned]:
    """List the figures: those that the paper has first, then their counterparts."""
    asked, alpha = settings["simulation"], settings["alpha"]
    problem, label = asked["problem"], label_of(asked["problem"])
    estimates, moments = on_grid(collected["estimates"]), collected["moments"]
    planned = []
    for loss in LOSSES:
        rates = estimates[estimates["loss"] == loss]
        shared: Any = {"alpha": alpha, "label": label}
        half, nine = (_intervals(moments, mu, loss) for mu in ("mu_half", "mu_nine"))
        draws = {
            "tests": partial(draw_tests, of_section_5_1(rates, asked), half, **shared),
            "splits": partial(
                draw_numbers, by_splits(rates, asked), nine, by="splits", **shared
            ),
            "halvings": partial(
                draw_numbers, by_halvings(rates, asked), nine, by="halvings", **shared
            ),
        }
        for kind, draw in draws.items():
            number = _PUBLISHED.get((problem, loss, kind))
            after = f" (Figure {number} of the paper)" if number else ""
            drawn = partial(draw, subject=f"{_WORDS[kind]}: {LOSSES[loss]}{after}")
            name = f"power-by-{kind}-{loss}"
            planned.append((number or 99, Planned(name, kind, "", "", "", drawn)))
    planned += [(7, figure) for figure in _real_power(collected, settings)]
    return [figure for _, figure in sorted(planned, key=lambda one: one[0])]


def _intervals(moments: pd.DataFrame, mu: str, loss: str) -> dict[str, Interval]:
    """Return the 95 % interval of each case's generalization error."""
    chosen = moments[moments["quantity"] == f"{mu}_{loss}"]
    return {line.case: (line.low, line.high) for line in chosen.itertuples()}


def _real_power(collected: Tables, settings: Settings) -> Iterator[Planned]:
    """List the figure of real power, if the cases share their data sets.

    The hypothesis of real power is the truth of the case in which A and B differ least.
    """
    asked = settings["simulation"]
    estimates, moments = collected["estimates"], collected["moments"]
    if len(on_grid(estimates)) == len(estimates):
        return
    gaps = moments[moments["quantity"] == "mu_half_AB"]
    case = gaps.loc[gaps["estimate"].abs().idxmin(), "case"]
    # Differences between both kinds of power are in the same table.
    rates = estimates[estimates["measure"] == "rejection_rate"]
    chosen = of_section_5_1(rates[rates["mu_of"] != ""], asked)
    chosen = chosen[chosen["test"].isin(_OF_REAL_POWER) & (chosen["test_size"] == 0.5)]
    curves = {
        f"{LOSSES[loss]}, hypothesis of {label_of(asked['problem'])(case)}": _two_kinds(
            chosen[chosen["loss"] == loss], case
        )
        for loss in ("B", "AB")
    }
    draw = partial(
        draw_real_power,
        curves,
        alpha=settings["alpha"],
        subject="Real power and pseudo-power, trained on n/2 (Figure 7 of the paper)",
    )
    yield Planned("real-power", "real_power", "", "", "", draw)


def _two_kinds(rates: pd.DataFrame, case: str) -> pd.DataFrame:
    """Return power where the truth moves (real), and where the hypothesis does."""
    truth = rates[rates["mu_of"] == rates["case"]]
    of_case = truth.drop_duplicates("case").set_index("case")["null"]
    real = rates[rates["mu_of"] == case]
    pseudo = rates[rates["case"] == case]
    return pd.concat(
        [
            real.assign(kind="real", mu=real["case"].map(of_case)),
            pseudo.assign(kind="pseudo", mu=pseudo["mu_of"].map(of_case)),
        ]
    )
