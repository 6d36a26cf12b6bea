"""How long a plan takes: the paper's accuracies, J48 to AODE, default grid.

python tests/benchmarks/planner.py             the planner, its ratio to a plain loop
python tests/benchmarks/planner.py --plain 50  with 50 comparisons in the plain loop

The plain loop calls the public tests for every comparison that is drawn, one after the
other; it draws few, and its time is taken for as many as the planner draws. Both are
timed in seconds of the processor, on one core, after everything is compiled.
"""

import argparse
import itertools
import sys
import time
from pathlib import Path

import numpy as np

from tenbyten import statistics
from tenbyten.planning import power
from tenbyten.planning.chances import chances_for, default_differences
from tenbyten.planning.pilot import make_pilot

sys.path[:0] = [str(Path(__file__).parents[1] / x) for x in ("planning", "comparisons")]

from pilots import OF_PILOT, TESTS, paper  # noqa: E402 - after its folder is known

PAIR = {"row": "J48", "column": "AODE"}
SIZES = (10, 20, 30, 40, 50, 75, 100)
DRAWS = 2000


def decide(wins, means):
    """Run every test of the planner on one comparison."""
    statistics.poisson_test(wins, alpha=0.05)
    test = statistics.signed_rank(means)
    statistics.adjust(test.p_two_sided, method="holm")
    statistics.bayesian_signed_rank(
        means[0], rope=0.01, seed=1, prior_strength=1, draws=2000
    )


def plain(table, draws):
    """Draw and decide comparisons one after the other; return how many tests."""
    pilot = make_pilot(table, **PAIR, **OF_PILOT)
    rng = np.random.default_rng(1)
    differences = default_differences(pilot.gains)
    weights = [chances_for(pilot.gains, x).weights for x in differences]
    n = len(pilot.datasets)
    # Exchanged names, at the difference 0.
    chances = [np.full(2 * n, 0.5 / n), *(np.append(w, np.zeros(n)) for w in weights)]
    for chance, _ in itertools.product(chances, range(draws)):
        drawn = rng.choice(2 * n, size=SIZES[-1], p=chance)
        for m, size in itertools.product(range(len(pilot.runs)), SIZES):
            chosen = drawn[:size]
            decide(pilot.wins[m, chosen], pilot.means[m][:, chosen])


def seconds(function, *args, **keywords):
    """Return the processor's seconds of a call."""
    start = time.process_time()
    function(*args, **keywords)
    return time.process_time() - start


def main():
    """Time both, and print the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plain", type=int, default=5, metavar="COMPARISONS")
    draws = parser.parse_args().plain
    table = paper()
    settings = TESTS | {"bayesian_draws": 2000}
    power(table, **PAIR, **settings, draws=2)
    plain(table, 1)
    fast = seconds(power, table, **PAIR, **settings, draws=DRAWS)
    print(f"planner      {fast:8.1f} s, {DRAWS} comparisons a difference")
    slow = seconds(plain, table, draws) * DRAWS / draws
    print(f"plain loop   {slow:8.0f} s, estimated from {draws}")
    print(f"ratio        {slow / fast:8.0f}")


if __name__ == "__main__":
    main()
