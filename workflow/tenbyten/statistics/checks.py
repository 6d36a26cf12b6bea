"""Check the arguments of the tests.

Each check raises its ValueError in the name of the `test` that was called, and returns
numbers as an array of floats.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Average ranks that were printed with two decimals still pass.
_PRINTED = 0.005


def refuse(test: str, name: str, values: NDArray[Any], wrong: Bools, do: str) -> None:
    """Raise the ValueError of the first wrong value, if any, and say what to do."""
    for where in map(tuple, np.argwhere(wrong).tolist()):
        place = f" at {where}" if where else ""
        raise ValueError(f"{test}: {name} is {values[where]}{place}; {do}.")


def check_differences(
    test: str,
    differences: ArrayLike,
    axes: Mapping[str, tuple[int, int | None]],
    *,
    largest: float = np.inf,
) -> Floats:
    """Return differences as an array of numbers.

    Parameters
    ----------
    differences : array_like of shape (..., *axes)
        Refused if one is not finite or exceeds `largest`.
    axes : dict of str to (int, int or None)
        The last axes: what each holds, the least and the most it may have.
    """
    differences = np.asarray(differences, dtype=float)
    shape = differences.shape[-len(axes) :]
    fits = len(shape) == len(axes) and all(
        least <= n and (most is None or n <= most)
        for n, (least, most) in zip(shape, axes.values(), strict=True)
    )
    if not fits:
        wanted = ", ".join(
            f"{least} {name}" if least == most else f"{least} or more {name}"
            for name, (least, most) in axes.items()
        )
        raise ValueError(
            f"{test}: differences of shape {differences.shape}; the last axes hold "
            f"{wanted}: give that many, in that order."
        )
    wanted = "the test needs a number"
    if np.isfinite(largest):
        wanted += f" from {-largest:g} to {largest:g}: divide percentages by 100"
    wrong = ~(np.isfinite(differences) & (np.abs(differences) <= largest))
    wanted += "; fill in what is missing"
    refuse(test, "the difference", differences, wrong, wanted)
    return differences


def check_over_datasets(
    test: str, differences: ArrayLike, *, least: int = 1, largest: float = np.inf
) -> Floats:
    """Return differences of shape (..., datasets), `least` data sets or more."""
    axes = {"data sets": (least, None)}
    return check_differences(test, differences, axes, largest=largest)


def check_probabilities(test: str, name: str, values: ArrayLike, hint: str) -> Floats:
    """Return probabilities as an array; they lie between 0 and 1."""
    values = np.asarray(values, dtype=float)
    wrong = ~((values >= 0) & (values <= 1))
    refuse(test, name, values, wrong, f"a probability lies between 0 and 1: {hint}")
    return values


def check_integers(test: str, name: str, counts: ArrayLike, hint: str = "") -> Ints:
    """Return counts as integers; refuse another type."""
    counts = np.asarray(counts)
    if not np.issubdtype(counts.dtype, np.integer):
        raise ValueError(
            f"{test}: `{name}` holds {counts.dtype}, not integers; give counts of "
            f"instances{hint}."
        )
    return counts.astype(np.int64)


def check_values(
    test: str, name: str, values: Floats, largest: float, smallest: float = 0.0
) -> None:
    """Refuse values of a metric that are not from `smallest` to `largest`."""
    wrong = ~(np.isfinite(values) & (values >= smallest) & (values <= largest))
    within = f"it lies between {smallest:g} and {largest:g}"
    do = f"{within}: divide percentages by 100, fill in what is missing"
    refuse(test, f"`{name}`", values, wrong, do)


def check_means(test: str, means: ArrayLike) -> Floats:
    """Return means as an array of shape (..., datasets, classifiers)."""
    means = np.asarray(means, dtype=float)
    check_enough(test, *(means.shape[-2:] if means.ndim > 1 else (0, 0)))
    do = "every classifier needs a number on every data set; fill in what is missing"
    refuse(test, "the mean", means, ~np.isfinite(means), do)
    return means


def check_average_ranks(test: str, averages: ArrayLike, datasets: int) -> Floats:
    """Return average ranks as an array of shape (..., classifiers)."""
    averages = np.asarray(averages, dtype=float)
    classifiers = averages.shape[-1] if averages.ndim else 0
    check_enough(test, datasets, classifiers)
    total, sums = classifiers * (classifiers + 1) / 2, np.sum(averages, axis=-1)
    wrong = ~(np.abs(sums - total) <= _PRINTED * classifiers)
    do = f"not {total:g}; give what `average_ranks` makes of the accuracies"
    name = f"the sum of average ranks of {classifiers} classifiers"
    refuse(test, name, np.round(sums, 4), wrong, do)
    return averages


def check_share(test: str, name: str, share: float, example: str) -> None:
    """Refuse a number that is not between 0 and 1."""
    if not 0 < share < 1:
        raise ValueError(
            f"{test}: {name} is {share}; give a number between 0 and 1: {example}."
        )


def check_alpha(test: str, alpha: float) -> None:
    """Refuse an alpha that is not between 0 and 1.

    Parameters
    ----------
    test : str
        Begins the message.
    alpha : float

    Raises
    ------
    ValueError
        If `alpha` is out of its range.
    """
    check_share(test, "alpha", alpha, "0.05")


def check_rope(test: str, rope: float, largest: float = 1.0) -> None:
    """Refuse a region of practical equivalence below 0 or not below `largest`."""
    if not 0 <= rope < largest:
        raise ValueError(
            f"{test}: rope is {rope}; give a number from 0 to below {largest:g}: as "
            f"a fraction of accuracy, 0.01 is one percentage point."
        )


def check_rho(test: str, rho: ArrayLike) -> None:
    """Refuse a correlation below 0 or not below 1."""
    if not np.all((np.asarray(rho) >= 0) & (np.asarray(rho) < 1)):
        raise ValueError(
            f"{test}: rho is {rho!r}; give a correlation from 0 to below 1: 0.1 where "
            f"a tenth of the data set is tested."
        )


def check_control(test: str, control: int, classifiers: int) -> None:
    """Refuse a control that is none of the classifiers."""
    if control not in range(classifiers):
        raise ValueError(
            f"{test}: the control is number {control} of {classifiers} classifiers; "
            f"give its index, from 0 to {classifiers - 1}."
        )


def check_enough(test: str, datasets: int, classifiers: int) -> None:
    """Refuse too few data sets or classifiers."""
    if datasets < 2 or classifiers < 2:
        raise ValueError(
            f"{test}: {datasets} data sets and {classifiers} classifiers; the test "
            f"needs at least two of each: give the subset more data sets, the study "
            f"more classifiers."
        )
