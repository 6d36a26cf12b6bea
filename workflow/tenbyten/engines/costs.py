"""Estimate the seconds that training and testing on one fold take, by the data's size.

Measured on one core of a small server. Estimates settle the size of jobs and what they
ask for, and no result.
"""

from typing import NamedTuple


class Cost(NamedTuple):
    """Seconds of a fold: ``start + unit * instances**n * attributes**m``."""

    start: float
    unit: float
    n: float = 1
    m: float = 1

    def seconds(self, instances: int, attributes: int) -> float:
        """Estimate the seconds of a fold."""
        return self.start + self.unit * instances**self.n * attributes**self.m


# Learners of `tenbyten.learners` and of WEKA by their class.
LEARNERS = ("NaiveBayes", "J48", "J48graft", "AODE", "HNB")


def seconds_of_learner(
    name: str, preprocessing: tuple[str, ...], instances: int, attributes: int
) -> float:
    """Estimate the seconds of a fold for one of `LEARNERS`, ample for any other."""
    if name not in LEARNERS:
        return ample_seconds(instances, attributes)
    # On numeric attributes it takes longer; on nominal ones this is far too much.
    unit = 2e-8 if "discretize" in preprocessing else 6e-8
    return Cost(2.5e-4 + 6e-6 * attributes, unit).seconds(instances, attributes)


def ample_seconds(instances: int, attributes: int) -> float:
    """Estimate the seconds of a fold for a class that is not known.

    Ample on large data, a random forest of 500 trees, so that many cores share what is
    slow. On small data so little that data sets share jobs.
    """
    forms = Cost(0.02, 4e-8, n=2, m=0.5), Cost(0.45, 2.5e-5, n=1.3, m=0.5)
    return min(form.seconds(instances, attributes) for form in forms)
