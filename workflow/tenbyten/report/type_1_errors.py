"""The paragraph on what simulations say of a comparison's policies."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pandas as pd

from tenbyten.report.captions import caption
from tenbyten.report.formatting import format_probability, join_words
from tenbyten.report.templating import TEMPLATES
from tenbyten.tables import read_table

_RUNS = {1: "one run", 10: "ten runs"}
# Nominal level of the tests in the simulations.
_ALPHA = 0.05


@cache
def type_1_errors() -> pd.DataFrame:
    """Read the rates of Type I errors in simulations of the workflow's own.

    They are the estimates of workflow/simulations/corani_benavoli_4_2.py at difference
    0: Corani, Benavoli (2015; Machine Learning 100, 285-304), section 4.2.
    workflow/README.md says how the file is made.
    """
    return read_table(TEMPLATES / "type_1_errors.csv")


def type_1_error_sentences(settings: Mapping[str, Any]) -> str:
    """Say how often the tests err in simulations, under these policies and others.

    `settings` are those of a comparison; of the numbers of runs that were simulated the
    one nearest to the study's stands first.
    """
    own, runs = settings["zero_variance"], settings["runs"]
    nearest = min(_RUNS, key=lambda many: abs(many - runs))
    order = sorted(_RUNS, key=lambda many: many != nearest)
    here = "as in this study" if nearest == runs else f"this study has {runs}"
    return caption(
        "type_1_errors",
        s=settings,
        table=type_1_errors(),
        alpha=_ALPHA,
        of_own=_rates("poisson", own, order, first=f" ({here})"),
        others={
            policy: _rates("poisson", policy, list(_RUNS))
            for policy in ("win", "half", "drop")
            if policy != own
        },
        ranked=_rates("signed_rank", "split", list(_RUNS)),
    )


def _rates(test: str, policy: str, runs: Sequence[int], *, first: str = "") -> str:
    """Write a test's rates after each number of runs, and a note after the first."""
    told = []
    for many, note in zip(runs, [first, ""], strict=True):
        lines = type_1_errors().query(
            "test == @test and policy == @policy and runs == @many"
        )
        lines = lines.sort_values("datasets")
        rates = join_words(format_probability(x, 3) for x in lines["value"])
        above = " (more than alpha)" if (lines["value"] > _ALPHA).all() else ""
        told.append(f"{rates}{above} with {_RUNS[many]}{note}")
    return ", ".join(told)
