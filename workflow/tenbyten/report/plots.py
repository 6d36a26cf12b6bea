"""Small plots in the lines of a table."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from tenbyten.report.summary import Summary

_WIDTH = 240


class Plot(NamedTuple):
    """Places of a difference with its interval, zero and the rope, from 0 to 240."""

    at: float
    low: float
    high: float
    zero: float
    rope: tuple[float, float]
    found: int


def plots_of(summary: Summary) -> list[Plot | None]:
    """Place the difference of every classifier on one scale; None for the reference."""
    lines, rope = summary.standings, summary.contents.settings["rope"]
    ends = lines[["low", "high", "difference"]].to_numpy(float).ravel()
    ends = np.append(ends[np.isfinite(ends)], [-rope, rope, 0.0])
    least, width = ends.min(), (np.ptp(ends) or 1) * 1.04

    def place(value: float) -> float:
        return round(float((value - least) / width + 0.02) * _WIDTH, 1)

    band = (place(-rope), place(rope))
    return [
        None
        if line.classifier == summary.reference
        else Plot(
            place(line.difference),
            place(line.difference if pd.isna(line.low) else line.low),
            place(line.difference if pd.isna(line.high) else line.high),
            place(0),
            band,
            int(line.found),
        )
        for line in lines.itertuples(index=False)
    ]
