"""Report of the problems after Nadeau and Bengio: moments, sizes and powers."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tenbyten.report.document import Table
from tenbyten.report.figures.plan import Planned
from tenbyten.report.formatting import join_words
from tenbyten.report.simulated.resampled.figures import figures_of
from tenbyten.report.simulated.resampled.reading import as_text, label_of
from tenbyten.report.simulated.resampled.sentences import sentences_of
from tenbyten.report.simulated.resampled.tables import tables_of

Tables = Mapping[str, pd.DataFrame]
Settings = Mapping[str, Any]

# By problem: what is drawn, and learners A and B.
_PROBLEMS = {
    "regression": (
        "a normal Y given a normal X; squared loss",
        "the mean of Y (A), the line of least squares (B)",
    ),
    "gaussians": (
        "two normal populations in the plane; a wrong prediction is a loss of 1",
        "a regression tree (A), least squares (B), above 1/2",
    ),
    "letters": (
        "images of letters; a wrong prediction is a loss of 1",
        "a classification tree (A), the nearest neighbour (B)",
    ),
}


class ResampledPage:
    """Tables, figures and sentences on one resampled data set after the other."""

    methods = ("correlated_t", "five_by_two")

    def facts(self, settings: Settings) -> list[tuple[str, str]]:
        """Describe the simulation, as `Page.facts`."""
        asked = settings["simulation"]
        data, learners = _PROBLEMS[asked["problem"]]
        varied = [
            join_words(str(number) for number in asked[name])
            for name in ("vary_splits", "vary_halvings")
        ]
        return [
            ("data", data),
            ("learners", learners),
            *_cases(asked),
            (
                "splits",
                f"J = {asked['splits']}; {varied[0]} where n1 = 9n/10",
            ),
            ("halvings", f"M = {asked['halvings']}; {varied[1]} where n1 = 9n/10"),
            ("pseudo-bootstrap", f"R = {asked['repetitions']}"),
        ]

    def sentences(self, collected: Tables, settings: Settings) -> list[str]:
        """Say how the published intervals and the tests' sizes come out."""
        return sentences_of(as_text(collected), settings)

    def tables(self, collected: Tables, settings: Settings) -> list[Table]:
        """Lay out moments and sizes, as `Page.tables`."""
        return tables_of(as_text(collected), settings)

    def figures(self, collected: Tables, settings: Settings) -> list[Planned]:
        """List the counterparts of the paper's figures, as `Page.figures`."""
        return figures_of(as_text(collected), settings)


PAGE = ResampledPage()


def _cases(asked: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Describe the cases: their keys and values, or the weights of the distance."""
    if "weights" in asked:
        weights = join_words(f"{weight:g}" for weight in asked["weights"])
        return [
            ("instances", f"{asked['instances']} of all images"),
            ("weights in the distance", weights),
        ]
    label = label_of(asked["problem"])
    return [
        (label(str(i)), "; ".join(f"{key} {value:g}" for key, value in case.items()))
        for i, case in enumerate(asked["cases"], start=1)
    ]
