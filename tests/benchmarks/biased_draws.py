"""CPU seconds of section 4 of Demsar (2006) on the accuracies of the `paper` study.

python tests/benchmarks/biased_draws.py          1,000 draws, as published
python tests/benchmarks/biased_draws.py 200      fewer

The 54 data sets and five classifiers have their recorded counts: 20 ordered pairs, 21
biases, every test. Then the same draws, some of them, one after the other by the
project's test of one table, and how many times as long each takes so.
"""

import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from tenbyten import statistics
from tenbyten.simulation.biased import PROBLEM
from tenbyten.simulation.biased.draws import draw_biased, waiting_times
from tenbyten.study import read_study
from tenbyten.tables import write_table

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS / "comparisons"))

from paper_counts import long_table  # noqa: E402 - after its folder is known

# Draws that are tested one after the other.
SOME = 40


def one_after_the_other(table, settings):
    """CPU seconds of one draw, pair and bias by tests of one table."""
    wide = table.pivot_table(index="dataset", columns="classifier", values="accuracy")
    means = np.round(wide.to_numpy(), 12)
    alpha, row, column = settings["alpha"], 0, 1
    differences = np.round(means[:, column] - means[:, row], 12)
    times = waiting_times(range(SOME), datasets=len(means), seed=1)
    (draws,) = draw_biased(differences, times, bias=[15], drawn=10)
    omnibus = {"alpha": alpha, "seed": 1, "method": "approximate"}
    start = time.process_time()
    for draw in draws:
        drawn, d = means[draw], differences[draw]
        statistics.paired_t(d)
        statistics.paired_t(
            statistics.relative_differences(drawn[:, row], drawn[:, column])
        )
        statistics.signed_rank(d, method=settings["signed_rank"])
        statistics.sign_test(d)
        for test in ("repeated_anova", "friedman", "iman_davenport"):
            getattr(statistics, test)(drawn, **omnibus)
        # The post-hoc tests twice: as in simulations, by the pair and by the average.
        for _ in range(2):
            ranks = statistics.average_ranks(drawn)
            statistics.tukey(drawn)
            statistics.nemenyi(ranks, datasets=10)
            statistics.dunnett(drawn, control=column)
            p = statistics.bonferroni_dunn(ranks, control=column, datasets=10)
            for method in ("holm", "hochberg", "hommel"):
                statistics.adjust(p.p_unadjusted, method=method)
    return (time.process_time() - start) / SOME


def main():
    """Print the times and the ratio."""
    settings = read_study(str(TESTS.parent / "config" / "demsar-4.yaml"), TESTS.parent)
    settings = settings.settings
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else PROBLEM.experiments(settings)
    table = long_table(read_study("paper", TESTS.parent))
    with tempfile.TemporaryDirectory() as folder:
        files = {"accuracies": Path(folder, "accuracies.csv")}
        write_table(table, files["accuracies"])
        cell = PROBLEM.cells(settings)["draws"]
        PROBLEM.simulate(range(1), files=files, **cell)  # compiles the kernels
        start = time.process_time()
        parts = {"draws": PROBLEM.simulate(range(draws), files=files, **cell)}
        simulated = time.process_time()
        PROBLEM.collect(parts, files=files, settings=settings)
    collected = time.process_time()
    tested = 20 * len(cell["bias"]) * draws
    each, plain = (simulated - start) / tested, one_after_the_other(table, settings)
    print(f"simulating {draws:,} draws: {simulated - start:.1f} CPU s")
    print(f"collecting: {collected - simulated:.1f} CPU s")
    print(
        f"a draw, pair and bias: {1e6 * each:.1f} us; one by one {plain / each:,.0f}x"
    )


if __name__ == "__main__":
    main()
