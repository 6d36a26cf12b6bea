"""Corani & Benavoli (2015), section 3.2: what each test sees in two cases.

On half of the ten data sets either classifier is better by as much; in case 2 the
differences on the second half vary more. Table 3 and Figure 1.
"""

import hashlib
import itertools
import json

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from running import blocks, command, finish, run
from scipy.special import ndtri
from scipy.stats import ks_2samp
from statements import ESTIMATES

from tenbyten.statistics import poisson_test, signed_rank
from tenbyten.statistics.checks import Floats
from tenbyten.statistics.one_dataset.correlated_t import posterior

ALPHA, SEED, FOLDS = 0.05, 2015, 10
MU = [0.1] * 5 + [-0.1] * 5
SIGMA = {1: [0.05] * 10, 2: [0.05] * 5 + [0.15] * 5}
CORRELATIONS = [0, 0.1]  # the paper's own is 0
TESTS = {"poisson": "P(X > q/2)", "signed_rank": "p of the signed-rank test"}
# Five quantiles, as a box plot has them.
QUANTILES = {"quantile_05": 0.05, "quantile_25": 0.25, "median": 0.5}
QUANTILES |= {"quantile_75": 0.75, "quantile_95": 0.95}
BINS = 20


def draw_differences(experiments: range, case: int, rho: float) -> Floats:
    """Draw differences of shape (experiments, datasets, folds).

    On each data set they are normal with a correlation: ``mu + sigma (sqrt(rho) u +
    sqrt(1 - rho) e)``, u the same in all folds. Each experiment has its own place in
    one stream of random bits, which become normal numbers by the inverse of the
    distribution function: NumPy promises the same bits in all versions, but not the
    same normal numbers.
    """
    settled_by = json.dumps([MU, SIGMA[case], rho, FOLDS, SEED])
    digest = hashlib.sha256(settled_by.encode()).digest()
    bits = np.random.PCG64(np.random.SeedSequence(int.from_bytes(digest)))
    size = len(MU) * (1 + FOLDS)
    bits.advance(experiments.start * size)
    uniform = ((bits.random_raw(len(experiments) * size) >> 11) + 0.5) * 2.0**-53
    normal = ndtri(uniform).reshape(len(experiments), len(MU), 1 + FOLDS)
    x = np.sqrt(rho) * normal[..., :1] + np.sqrt(1 - rho) * normal[..., 1:]
    return np.array(MU)[:, np.newaxis] + np.array(SIGMA[case])[:, np.newaxis] * x


def simulate(experiments: range, case: int, rho: float) -> pd.DataFrame:
    """Apply both tests; return P(X > q / 2), p, and whether each decides."""
    x = draw_differences(experiments, case, rho)
    found = posterior(x, runs=1, rho=rho, largest=float("inf"))
    # Normal numbers are never all equal: the policy makes no difference.
    wins = poisson_test(found.column_wins("half"), alpha=ALPHA)
    ranks = signed_rank(x.mean(axis=-1))
    ahead = ranks.rank_sum_column > ranks.rank_sum_row
    p = ranks.p_one_sided
    values = {"poisson": wins.column, "signed_rank": p}
    decides = {"poisson": wins.column > 1 - ALPHA, "signed_rank": (p < ALPHA) & ahead}
    return pd.concat(
        {"value": pd.DataFrame(values), "decides": pd.DataFrame(decides)}, axis=1
    )


def summarise(x: Floats) -> dict[str, tuple[float, float]]:
    """Estimate mean, standard deviation and `QUANTILES`, each with its standard error.

    The error of a quantile is half the distance of the two values one binomial standard
    deviation below and above it; that of the standard deviation comes from the fourth
    moment.
    """
    n, mean, sd = len(x), np.mean(x), np.std(x, ddof=1)
    fourth = np.mean((x - mean) ** 4)
    of_sd = np.sqrt(max(fourth - sd**4, 0) / n) / (2 * sd)
    found = {"mean": (mean, sd / np.sqrt(n)), "sd": (sd, of_sd)}
    for name, share in QUANTILES.items():
        step = np.sqrt(share * (1 - share) / n)
        ends = np.clip([share - step, share + step], 0, 1)
        low, value, high = np.quantile(x, [ends[0], share, ends[1]])
        found[name] = (value, (high - low) / 2)
    return found


def distance(x: Floats, other: Floats) -> tuple[float, float]:
    """Return the Kolmogorov-Smirnov distance of two samples and its standard error.

    The error is that of the difference of both shares at the value where they differ
    most; it is too small where the distributions are the same.
    """
    found = ks_2samp(x, other, method="asymp")
    shares = [np.mean(sample <= found.statistic_location) for sample in (x, other)]
    variances = [p * (1 - p) / len(x) for p in shares]
    return found.statistic, np.sqrt(sum(variances))


def collect(values: dict[tuple[int, float], pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Sum up each test's values by case and correlation."""
    found, histograms = [], []
    edges = np.arange(BINS + 1) / BINS
    for (case, rho), table in values.items():
        for test in TESTS:
            x = table["value", test].to_numpy()
            summary = summarise(x)
            rate = table["decides", test].mean()
            summary["rejection_rate"] = rate, np.sqrt(rate * (1 - rate) / len(x))
            if case > 1:
                summary["ks_distance"] = distance(x, values[1, rho]["value", test])
            for measure, estimate in summary.items():
                found.append((case, rho, test, "", measure, *estimate, len(x)))
            bars = zip(edges[:-1], edges[1:], np.histogram(x, edges)[0], strict=True)
            histograms += [(case, rho, test, *bar) for bar in bars]
    keys, names = ["case", "rho"], ["test", "low", "high", "count"]
    return {
        "estimates": pd.DataFrame(found, columns=[*keys, *ESTIMATES]),
        "histograms": pd.DataFrame(histograms, columns=[*keys, *names]),
    }


def draw(histograms: pd.DataFrame) -> Figure:
    """Draw the distributions without correlation, as Figure 1 of the paper."""
    figure = Figure(figsize=(8, 6), layout="constrained")
    panels = figure.subplots(2, 2, sharex=True)
    for row, (test, words) in zip(panels, TESTS.items(), strict=True):
        for axes, case in zip(row, SIGMA, strict=True):
            at = f"rho == 0 and test == '{test}' and case == {case}"
            lines = histograms.query(at)
            axes.bar(lines["low"], lines["count"], width=1 / BINS, align="edge")
            axes.set(title=f"case {case}", xlabel=words, ylabel="experiments")
    return figure


if __name__ == "__main__":
    options = command(__file__, __doc__, 5000, "experiments a case").parse_args()
    cells = [(case, rho) for rho in CORRELATIONS for case in SIGMA]
    parts = list(itertools.product(cells, blocks(options.size, 1000)))
    found = run(simulate, [(part, *cell) for cell, part in parts], options.cores)
    values = {
        cell: pd.concat(x for (y, _), x in zip(parts, found, strict=True) if y == cell)
        for cell in cells
    }
    tables = collect(values)
    finish(options.output, tables, draw(tables["histograms"]), ["corani_benavoli_3_2"])
