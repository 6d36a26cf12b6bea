"""Differences drawn from normal distributions: an example of what each test sees."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tenbyten.simulation.estimates import ESTIMATES
from tenbyten.simulation.problem import Cell, Files, Settings

if TYPE_CHECKING:
    import pandas as pd

    from tenbyten.statistics.checks import Floats

TESTS = ("poisson", "signed_rank")
# By measure; five quantiles, as a box plot has them.
QUANTILES = {
    "quantile_05": 0.05,
    "quantile_25": 0.25,
    "median": 0.5,
    "quantile_75": 0.75,
    "quantile_95": 0.95,
}
BINS = 20


class Normal:
    """Compare two classifiers whose differences in the folds are normal.

    Notes
    -----
    Corani, Benavoli (2015; Machine Learning 100, 285-304), section 3.2, Table 3: on
    each data set the differences in the folds follow N(mu, sigma^2), and both tests
    look at the same ones. With a correlation rho they are ``mu + sigma (sqrt(rho) u +
    sqrt(1 - rho) e)``, u the same in all folds of a data set, and the correlated t-test
    takes this rho; the paper's own is 0.
    """

    tables = ("estimates", "histograms")
    experiments_of_job = 5000
    reads = ""

    def cells(self, settings: Settings) -> dict[str, Cell]:
        """Return a cell for each case and correlation, as `Problem.cells`."""
        if settings["rho"] != "1/folds":
            raise ValueError(
                f"rho is {settings['rho']}: problem normal takes the correlation that "
                f"it simulates; write it into `correlations` and leave out `rho`"
            )
        asked = settings["simulation"]
        for case, lines in enumerate(asked["cases"], start=1):
            if len(_by_dataset(lines, "mu")) < 2:
                raise ValueError(
                    f"cases: case {case} has one data set; the signed-rank test needs "
                    f"two or more: give its line more `datasets`, or add a line"
                )
        return {
            _name(case, rho): {
                "mu": _by_dataset(asked["cases"][case - 1], "mu"),
                "sigma": _by_dataset(asked["cases"][case - 1], "sigma"),
                "rho": rho,
                "folds": settings["folds"],
                "signed_rank": settings["signed_rank"],
                "sides": settings["signed_rank_sides"],
                "seed": settings["seed"],
            }
            for case, rho in _cases(settings)
        }

    def experiments(self, settings: Settings) -> int:
        """Return the number of experiments of each cell."""
        return settings["simulation"]["experiments"]

    def seconds(self, cell: Cell, experiments: int) -> float:
        """Estimate the time of a cell, as `Problem.seconds`."""
        return 1 + 2e-6 * experiments * len(cell["mu"]) * cell["folds"]

    def simulate(
        self, experiments: range, *, files: Files, **cell: Any
    ) -> pd.DataFrame:
        """Simulate experiments of a cell, as `Problem.simulate`.

        Returns
        -------
        DataFrame
            By experiment the Poisson test's P(X > q / 2), the signed-rank test's p, and
            whether the column has the larger sum of ranks (`ahead`, 0 or 1).
        """
        import pandas as pd

        from tenbyten.statistics.many_datasets.poisson import poisson_test
        from tenbyten.statistics.many_datasets.signed_rank import signed_rank
        from tenbyten.statistics.one_dataset.correlated_t import posterior

        x = draw(experiments, **{name: cell[name] for name in _DRAWN})
        found = posterior(x, runs=1, rho=cell["rho"], largest=float("inf"))
        # Normal numbers are never all equal: the policy makes no difference.
        wins = poisson_test(found.column_wins("half"), alpha=0.05)
        ranks = signed_rank(x.mean(axis=-1), method=cell["signed_rank"])
        one_sided = cell["sides"] == "one"
        p = ranks.p_one_sided if one_sided else ranks.p_two_sided
        ahead = (ranks.rank_sum_column > ranks.rank_sum_row).astype(int)
        values = {"poisson": wins.column, "signed_rank": p, "ahead": ahead}
        return pd.DataFrame({"experiment": experiments, **values})

    def collect(
        self, parts: Mapping[str, pd.DataFrame], *, files: Files, settings: Settings
    ) -> dict[str, pd.DataFrame]:
        """Sum up each test's values by cell, as `Problem.collect`.

        Returns
        -------
        dict of str to DataFrame
            ``estimates``, for each `case` and `rho`: mean, standard deviation and
            quantiles of the test's values, the rate of its rejections, and the
            Kolmogorov-Smirnov distance of its values from those in the first case.
            ``histograms``: how many values lie from `low` to below `high`, of which
            the last bin has its upper end too.
        """
        import pandas as pd

        values = {key: parts[_name(*key)] for key in _cases(settings)}
        found, histograms = [], []
        for (case, rho), table in values.items():
            for test in TESTS:
                x = table[test].to_numpy(float)
                key: dict[str, Any] = {"case": case, "rho": rho, "test": test}
                summary = summarise(x) | _rejections(test, table, settings["alpha"])
                if case > 1:
                    first = values[1, rho][test].to_numpy(float)
                    summary["ks_distance"] = distance(x, first)
                found += [
                    key | dict(zip(ESTIMATES[1:], line, strict=True))
                    for line in _lines(summary, len(x))
                ]
                histograms += [key | line for line in _histogram(x)]
        return {
            "estimates": pd.DataFrame(found),
            "histograms": pd.DataFrame(histograms),
        }


PROBLEM = Normal()

# What settles the differences; the other keys of a cell are the tests'.
_DRAWN = ("mu", "sigma", "rho", "folds", "seed")


def draw(
    experiments: range,
    *,
    mu: Sequence[float],
    sigma: Sequence[float],
    rho: float,
    folds: int,
    seed: int,
) -> Floats:
    """Draw differences of shape (experiments, datasets, folds).

    Each experiment has its own place in the stream of random bits that these arguments
    settle. The bits become normal numbers by the inverse of the distribution function:
    NumPy promises the same bits in all versions, but not the same normal numbers.
    """
    import numpy as np
    from scipy.special import ndtri

    settled_by = json.dumps([list(mu), list(sigma), rho, folds, seed])
    digest = hashlib.sha256(settled_by.encode()).digest()
    bits = np.random.PCG64(np.random.SeedSequence(int.from_bytes(digest)))
    shape = (len(experiments), len(mu), 1 + folds)
    size = shape[1] * shape[2]
    bits.advance(experiments.start * size)
    uniform = ((bits.random_raw(len(experiments) * size) >> 11) + 0.5) * 2.0**-53
    normal = ndtri(uniform).reshape(shape)
    shared, own = normal[..., :1], normal[..., 1:]
    x = np.sqrt(rho) * shared + np.sqrt(1 - rho) * own
    return np.asarray(mu)[:, np.newaxis] + np.asarray(sigma)[:, np.newaxis] * x


def summarise(x: Floats) -> dict[str, tuple[float, float]]:
    """Estimate mean, standard deviation and `QUANTILES`, each with its standard error.

    The error of a quantile is half the distance of the two values one binomial standard
    deviation below and above it; that of the standard deviation comes from the fourth
    moment.
    """
    import numpy as np

    n, mean, sd = len(x), float(np.mean(x)), float(np.std(x, ddof=1))
    fourth = float(np.mean((x - mean) ** 4))
    # Where all are equal there is no error.
    of_sd = np.sqrt(max(fourth - sd**4, 0) / n) / (2 * sd or 1)
    found = {"mean": (mean, sd / np.sqrt(n)), "sd": (sd, float(of_sd))}
    for name, share in QUANTILES.items():
        step = np.sqrt(share * (1 - share) / n)
        ends = np.clip([share - step, share + step], 0, 1)
        low, value, high = np.quantile(x, [ends[0], share, ends[1]])
        found[name] = (float(value), float(high - low) / 2)
    return found


def distance(x: Floats, other: Floats) -> tuple[float, float]:
    """Return the Kolmogorov-Smirnov distance of two samples and its standard error.

    The error is that of the difference of both shares at the value where they differ
    most; it is too small where the distributions are the same.
    """
    import numpy as np
    from scipy.stats import ks_2samp

    found = ks_2samp(x, other, method="asymp")
    at = found.statistic_location
    shares = np.array([np.mean(x <= at), np.mean(other <= at)])
    variances = shares * (1 - shares) / np.array([len(x), len(other)])
    return float(found.statistic), float(np.sqrt(variances.sum()))


def _rejections(
    test: str, table: pd.DataFrame, alpha: float
) -> dict[str, tuple[float, float]]:
    """Estimate the share of the experiments in which a test decides for the column."""
    found = {
        "poisson": table["poisson"] > 1 - alpha,
        "signed_rank": (table["signed_rank"] < alpha) & (table["ahead"] == 1),
    }
    rate = float(found[test].mean())
    return {"rejection_rate": (rate, (rate * (1 - rate) / len(table)) ** 0.5)}


def _lines(
    summary: Mapping[str, tuple[float, float]], experiments: int
) -> Iterator[tuple[str, str, float, float, int]]:
    """List a summary as `ESTIMATES` but for the test; no test here has a policy."""
    for measure, (value, error) in summary.items():
        yield "", measure, value, error, experiments


def _histogram(x: Floats) -> Iterator[dict[str, float]]:
    """Count values in `BINS` equal bins from 0 to 1."""
    import numpy as np

    edges = np.arange(BINS + 1) / BINS
    counts = np.histogram(x, edges)[0].tolist()
    for low, high, count in zip(edges, edges[1:], counts, strict=False):
        yield {"low": low, "high": high, "count": count}


def _cases(settings: Settings) -> Iterator[tuple[int, float]]:
    """List the number of a case, from 1, and a correlation, of every cell."""
    asked = settings["simulation"]
    for rho in asked["correlations"]:
        for case in range(1, len(asked["cases"]) + 1):
            yield case, rho


def _name(case: int, rho: float) -> str:
    """Name a cell."""
    return f"case{case}-rho{rho:g}"


def _by_dataset(case: Sequence[Mapping[str, Any]], name: str) -> list[float]:
    """Repeat a parameter of each line of a case for each of its data sets."""
    return [line[name] for line in case for _ in range(line["datasets"])]
