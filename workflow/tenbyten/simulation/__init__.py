"""Simulate experiments in which the truth is known, and see what the tests find."""

import importlib

from tenbyten.simulation.problem import Problem

# The registry: the module of each problem, which has an object PROBLEM. Each has its
# keys in schemas/problems/ and its tables and figures in report/simulated/.
PROBLEMS = {
    "normal": "tenbyten.simulation.normal",
    "network": "tenbyten.simulation.network",
    "regression": "tenbyten.simulation.resampled.regression",
    "gaussians": "tenbyten.simulation.resampled.gaussians",
    "letters": "tenbyten.simulation.resampled.letters",
    "biased": "tenbyten.simulation.biased",
    "pilot": "tenbyten.planning.problem",
    "model": "tenbyten.planning.model",
}

__all__ = ["PROBLEMS", "Problem", "find_problem"]


def find_problem(name: str) -> Problem:
    """Import the problem of a name out of `PROBLEMS`, and only this one."""
    if name not in PROBLEMS:
        raise ValueError(
            f"problem {name!r}: unknown; it is one of {', '.join(PROBLEMS)}"
        )
    problem: Problem = importlib.import_module(PROBLEMS[name]).PROBLEM
    return problem
