"""Time the Bayesian signed-rank test beside baycomp and a plain loop over draws.

Usage, from the top folder of the project, with baycomp installed::

    PYTHONPATH=workflow python tests/benchmarks/bayesian_signed_rank.py [PAIRS]

Printed are, for one pair on 54 and on 1000 data sets, the seconds of 50,000 draws, and
how many times as long baycomp and a loop of numpy's double sums take for as many;
on 1000 data sets these two make 500 draws, scaled up. Then the seconds and the
peak memory for PAIRS pairs (190 if not given) at once on 1000 data sets.
"""

import resource
import sys
import time

import baycomp
import numpy as np

from tenbyten.statistics.many_datasets.bayesian_signed_rank import bayesian_signed_rank

DRAWS = 50_000
ROPE = 0.01


def ours(differences, draws):
    """Probabilities of the row, rope, the column."""
    return bayesian_signed_rank(differences, rope=ROPE, seed=1, draws=draws)


def baycomps(differences, draws):
    """Compute the same by the authors' program."""
    zeros = np.zeros(len(differences))
    return baycomp.SignedRankTest.probs(zeros, differences, ROPE, nsamples=draws)


def loop(differences, draws):
    """Compute the same by the definition, draw by draw."""
    values = np.append(differences, 0)
    sums = values[:, np.newaxis] + values
    rng = np.random.default_rng(1)
    parameters = np.append(np.ones(len(differences)), 0.5)
    counts = np.zeros(3)
    for _ in range(draws):
        weights = rng.dirichlet(parameters)
        products = np.outer(weights, weights)
        row, column = products[sums < -2 * ROPE].sum(), products[sums > 2 * ROPE].sum()
        counts[np.argmax([row, 1 - row - column, column])] += 1
    return counts / draws


def seconds(test, differences, draws):
    """Print what a test answers, and return how long it took."""
    before = time.perf_counter()
    answer = test(differences, draws)
    passed = time.perf_counter() - before
    print(f"  {test.__name__:10}{passed:9.3f} s", *(f"{p:8.4f}" for p in answer))
    return passed


def main():
    """Compare on one pair, then show how many pairs do."""
    rng = np.random.default_rng(3)
    ours(np.zeros(2), 1)  # compiles
    for datasets, draws in ((54, DRAWS), (1000, 500)):
        differences = rng.normal(0.006, 0.02, datasets)
        print(f"{datasets} data sets, {DRAWS} draws (the others: {draws})")
        alone = seconds(ours, differences, DRAWS)
        for other in (baycomps, loop):
            ratio = seconds(other, differences, draws) * DRAWS / draws / alone
            print(f"  {other.__name__} takes {ratio:.0f} times as long")
    pairs = int(sys.argv[1]) if sys.argv[1:] else 190
    differences = rng.normal(0.006, 0.02, (pairs, 1000))
    before = time.perf_counter()
    ours(differences, DRAWS)
    passed = time.perf_counter() - before
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{pairs} pairs, 1000 data sets: {passed:.1f} s, peak {peak_mb:.0f} MB")


if __name__ == "__main__":
    main()
