"""Estimate the seconds that training and testing on one fold take, by the data's size.

Measured on one core of a small server. Estimates settle the size of jobs and what they
ask for, and no result.
"""

from typing import NamedTuple


class Cost(NamedTuple):
    """Seconds of a fold: `start`, more for every attribute, and for every cell.

    What is needed for every cell is ``unit * instances**n * attributes**m``. All of it
    is at most what `at_most` says.
    """

    start: float
    unit: float
    n: float = 1
    m: float = 1
    per_attribute: float = 0
    at_most: "Cost | None" = None

    def seconds(self, instances: int, attributes: int) -> float:
        """Estimate the seconds of a fold."""
        cells = instances**self.n * attributes**self.m
        seconds = self.start + self.per_attribute * attributes + self.unit * cells
        if self.at_most:
            return min(seconds, self.at_most.seconds(instances, attributes))
        return seconds


# Learners of `tenbyten.learners` and of WEKA by their class, on discretised attributes.
LEARNERS = {
    "NaiveBayes": Cost(1.05e-4, 7.7e-9, per_attribute=3.7e-6),
    "J48": Cost(3.3e-4, 1.8e-8, per_attribute=3.9e-6),
    "J48graft": Cost(4.5e-4, 1.8e-8, n=1.1),
    "AODE": Cost(1.2e-4, 5.9e-9, m=1.5, per_attribute=6e-6),
    "HNB": Cost(6.7e-5, 5.9e-9, m=1.5, per_attribute=1.3e-5),
}
# The same on numeric attributes; on nominal ones it is far too much.
ON_NUMERIC = LEARNERS | {
    "NaiveBayes": Cost(3e-4, 5.3e-8),
    "J48": Cost(6.2e-4, 5.3e-8),
    "J48graft": Cost(1e-3, 1.4e-7),
}
# Ample on large data, a random forest of 500 trees, so that many cores share what is
# slow. On small data so little that data sets share jobs.
UNKNOWN = Cost(0.02, 4e-8, n=2, m=0.5, at_most=Cost(0.45, 2.5e-5, n=1.3, m=0.5))


def cost_of_learner(name: str, preprocessing: tuple[str, ...]) -> Cost:
    """Return the cost of a class of `LEARNERS`, `UNKNOWN` of any other."""
    table = LEARNERS if "discretize" in preprocessing else ON_NUMERIC
    return table.get(name, UNKNOWN)
