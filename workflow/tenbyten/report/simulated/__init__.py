"""Tables and figures of simulation studies, one module or folder a problem."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenbyten.report.simulated.page import Page

# The registry: the module of each problem in `tenbyten.simulation.PROBLEMS`, which has
# an object PAGE.
PAGES = {
    "normal": "tenbyten.report.simulated.normal",
    "network": "tenbyten.report.simulated.network",
    "regression": "tenbyten.report.simulated.resampled",
    "gaussians": "tenbyten.report.simulated.resampled",
    "letters": "tenbyten.report.simulated.resampled",
    "biased": "tenbyten.report.simulated.biased",
    "pilot": "tenbyten.report.simulated.planned",
    "model": "tenbyten.report.simulated.planned",
}


def find_page(problem: str) -> Page:
    """Import the page of a problem, and only this one."""
    page: Page = importlib.import_module(PAGES[problem]).PAGE
    return page
