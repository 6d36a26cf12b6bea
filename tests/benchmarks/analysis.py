"""How long the whole analysis takes, in seconds and memory, on two sizes of study.

python tests/benchmarks/analysis.py            54 data sets, 5 classifiers, 3 subsets
python tests/benchmarks/analysis.py --large    1,000 data sets, 20 classifiers; without
                                               the hierarchical model, which alone takes
                                               one second a pair there

Every test over every pair and subset, sensitivity, replicability; then tables, figures
and the report, written to a scratch folder. The small study has the recorded counts of
the `paper` study, the large one accuracies drawn at random.
"""

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

from tenbyten.analysis import compare
from tenbyten.study import read_study

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS / "comparisons"))

from paper_counts import long_table  # noqa: E402 - after its folder is known


def drawn(datasets, classifiers, runs=10, folds=10):
    """Accuracies of classifiers that differ by up to five points."""
    rng = np.random.default_rng(1)
    shape = (datasets, classifiers, runs * folds)
    tested = rng.integers(15, 200, (datasets, 1, 1))
    chance = rng.uniform(0.6, 0.95, (datasets, 1, 1))
    skill = np.linspace(0, 0.05, classifiers)[:, np.newaxis]
    spread = rng.normal(0, 0.03, (datasets, classifiers, 1))
    correct = rng.binomial(
        np.broadcast_to(tested, shape), np.clip(chance + skill + spread, 0, 1)
    )
    index = pd.MultiIndex.from_product(
        [
            [f"data-{i}" for i in range(datasets)],
            [f"classifier-{i}" for i in range(classifiers)],
            range(1, runs + 1),
            range(1, folds + 1),
        ],
        names=["dataset", "classifier", "run", "fold"],
    )
    tested = np.broadcast_to(tested, shape).ravel()
    table = pd.DataFrame({"tested": tested, "correct": correct.ravel()}, index)
    return table.reset_index()


def main():
    """Time the analysis and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true")
    if parser.parse_args().large:
        table, settings = drawn(1000, 20), {"hierarchical": False}
    else:
        study = read_study("paper", TESTS.parent)
        table, settings = long_table(study), {"subsets": study["subsets"]}
    start = time.perf_counter()
    comparison = compare(table, **settings)
    compared = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        comparison.write(folder)
        size = (Path(folder) / "report.html").stat().st_size
    written = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(table)} cells, {len(comparison.study.unordered_pairs)} pairs")
    print(f"compare {compared - start:6.1f} s")
    print(f"write   {written - compared:6.1f} s, report of {size / 1e6:.1f} MB")
    print(f"peak memory {peak:.0f} MB")


if __name__ == "__main__":
    main()
