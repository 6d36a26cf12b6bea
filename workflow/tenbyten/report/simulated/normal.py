"""Report of problem ``normal``: what both tests see of normal differences."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd

from tenbyten.report.document import Table, build, number_column
from tenbyten.report.figures.plan import Planned
from tenbyten.report.formatting import (
    format_number,
    format_percent,
    format_probability,
    join_words,
)
from tenbyten.report.simulated.figures.histograms import draw_histograms

Tables = Mapping[str, pd.DataFrame]
Settings = Mapping[str, Any]

_QUANTILES = {
    "quantile_05": "5 %",
    "quantile_25": "25 %",
    "median": "50 %",
    "quantile_75": "75 %",
    "quantile_95": "95 %",
}
_NAMES = {
    "poisson": "P(X > q/2) of the Poisson test",
    "signed_rank": "p of the signed-rank test",
}


class NormalPage:
    """Tables, figures and sentences of simulations with normal differences."""

    methods = ("correlated_t", "poisson", "signed_rank")

    def facts(self, settings: Settings) -> list[tuple[str, str]]:
        """Describe the simulation, as `Page.facts`."""
        asked = settings["simulation"]
        sides = settings["signed_rank_sides"]
        cases = [_describe_case(lines) for lines in asked["cases"]]
        return [
            *((f"case {i}", words) for i, words in enumerate(cases, start=1)),
            ("folds", f"{settings['folds']}, one run"),
            ("correlation", join_words(f"{rho:g}" for rho in asked["correlations"])),
            ("signed-rank test", f"{sides}-sided, {settings['signed_rank']}"),
        ]

    def sentences(self, collected: Tables, settings: Settings) -> list[str]:
        """Say what the cases do to each test, as `Page.sentences`."""
        found = _by_cell(collected)
        said = []
        for rho in settings["simulation"]["correlations"]:
            for case in range(2, len(settings["simulation"]["cases"]) + 1):
                said += [
                    _compare(found, rho, case, test)
                    for test in ("signed_rank", "poisson")
                ]
            said.append(_decisions(found, rho, settings))
        return said

    def tables(self, collected: Tables, settings: Settings) -> list[Table]:
        """Lay out the cases and the estimates, as `Page.tables`."""
        return [_cases_table(settings), _estimates_table(collected, settings)]

    def figures(self, collected: Tables, settings: Settings) -> list[Planned]:
        """List a figure of histograms for each correlation, as `Page.figures`."""
        estimates, histograms = collected["estimates"], collected["histograms"]
        planned = []
        for rho in settings["simulation"]["correlations"]:
            draw = partial(
                draw_histograms,
                histograms[histograms["rho"] == rho],
                estimates[estimates["rho"] == rho],
                alpha=settings["alpha"],
                rho=rho,
            )
            name = f"histograms-rho{rho:g}"
            planned.append(Planned(name, "histograms", "", "", "", draw))
        return planned


PAGE = NormalPage()


def _describe_case(lines: list[Mapping[str, Any]]) -> str:
    """Describe a case: its data sets, means and standard deviations."""
    return "; ".join(
        f"{line['datasets']} data sets with mean {line['mu']:g} and standard "
        f"deviation {line['sigma']:g}"
        for line in lines
    )


def _by_cell(collected: Tables) -> pd.Series:
    """Return the estimates by rho, case, test and measure."""
    keys = ["rho", "case", "test", "measure"]
    return collected["estimates"].set_index(keys)["value"]


def _compare(found: pd.Series, rho: float, case: int, test: str) -> str:
    """Compare a test's values in a case with those in the first."""
    medians = [format_probability(found[rho, c, test, "median"]) for c in (1, case)]
    far = format_number(found[rho, case, test, "ks_distance"])
    return (
        f"Correlation {rho:g}: the median {_NAMES[test]} is {medians[0]} in case 1 and "
        f"{medians[1]} in case {case}; the Kolmogorov-Smirnov distance of the two "
        f"distributions is {far}."
    )


def _decisions(found: pd.Series, rho: float, settings: Settings) -> str:
    """Say how often either test decides for the column."""
    cases = range(1, len(settings["simulation"]["cases"]) + 1)
    told = [
        f"in case {case} the Poisson test in "
        f"{format_percent(found[rho, case, 'poisson', 'rejection_rate'])} %, the "
        f"signed-rank test in "
        f"{format_percent(found[rho, case, 'signed_rank', 'rejection_rate'])} %"
        for case in cases
    ]
    return (
        f"Correlation {rho:g}: share of the experiments in which a test decides at "
        f"alpha = {settings['alpha']:g}: {'; '.join(told)}."
    )


def _cases_table(settings: Settings) -> Table:
    """Lay out the cases as Table 3 of Corani, Benavoli (2015)."""
    lines = []
    for case, groups in enumerate(settings["simulation"]["cases"], start=1):
        number = 0
        for group in groups:
            first, number = number + 1, number + group["datasets"]
            lines.append({"case": case, "first": first, "last": number} | dict(group))
    frame = pd.DataFrame(lines).drop(columns="datasets")
    return build(
        frame,
        [
            number_column("case", "case", str),
            ("data sets", "l", lambda line: f"{line.first} to {line.last}"),
            number_column("mean", "mu", "{:g}".format),
            number_column("standard deviation", "sigma", "{:g}".format),
        ],
        name="cases",
        title="Differences between the classifiers",
        caption="Mean and standard deviation of the difference in a fold, a fraction, "
        "positive where the column is better.",
        frame=frame,
    )


def _estimates_table(collected: Tables, settings: Settings) -> Table:
    """Lay out the distribution of each test's values, a line a case."""
    estimates = collected["estimates"]
    keys = ["rho", "test", "case"]
    frame = estimates.pivot(index=keys, columns="measure", values="value").reset_index()
    if "ks_distance" not in frame:
        frame["ks_distance"] = float("nan")
    order = [*keys, "mean", "sd", *_QUANTILES, "rejection_rate", "ks_distance"]
    return build(
        frame[order],
        [
            number_column("correlation", "rho", "{:g}".format),
            ("test", "l", lambda line: _NAMES[line.test]),
            number_column("case", "case", str),
            number_column("mean", "mean", format_probability),
            number_column("SD", "sd", format_number),
            *(
                number_column(head, name, format_probability)
                for name, head in _QUANTILES.items()
            ),
            number_column("decides (%)", "rejection_rate", format_percent),
            number_column("KS", "ks_distance", format_number),
        ],
        name="distributions",
        title="Distributions of P(X > q/2) and of p",
        caption=f"Over {int(estimates['experiments'].max()):,} experiments: mean, "
        f"standard deviation (SD), quantiles, and the share of experiments in which "
        f"the test decides for the column at alpha = {settings['alpha']:g}; KS is the "
        f"Kolmogorov-Smirnov distance from the distribution in case 1.",
        frame=frame[order],
    )
