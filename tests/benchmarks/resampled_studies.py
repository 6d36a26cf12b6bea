"""Time the studies of Nadeau and Bengio beside a plain version of each.

Usage, from the top folder of the project::

    export PYTHONPATH=workflow OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
    python tests/benchmarks/resampled_studies.py [LETTERS]

on a machine with nothing else to do; LETTERS is the ARFF file of the Letter Recognition
data, without which images of the same form are generated. A data set is drawn, split
and trained on 1,535 times, as the study files have it, and put to the tests. Printed
are, for each case, the CPU seconds of 1,000 data sets, and how many times as long the
losses take in plain Python: NumPy's least squares, instance by instance, or
scikit-learn's trees and neighbours, split by split. The seconds are scaled up from
twenty data sets, those of the plain version from thirty-three splits of one.
"""

import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in ("tests/simulation", "tests/simulation/resampled"):
    sys.path.insert(0, str(ROOT / folder))

from letter_images import images, write_images  # noqa: E402
from plain_tasks import PlainImages, PlainLines, PlainPopulations  # noqa: E402

from tenbyten.simulation.random import generator  # noqa: E402
from tenbyten.simulation.resampled.design import resample  # noqa: E402
from tenbyten.simulation.resampled.variants import Design, design_of  # noqa: E402
from tenbyten.study.reading import read_study  # noqa: E402

PLAIN = {
    "regression": PlainLines,
    "gaussians": PlainPopulations,
    "letters": PlainImages,
}

DATASETS = 20
# Thirty splits of a data set, in about the same shares.
FEWER = Design(1, 1, 1, (1,), (9,))


def time_case(problem, cell, files, plain):
    """Time a cell: seconds of a data set, and those of its plain losses."""
    task = plain(*problem.task(files, cell))
    # Compiled before the clock starts.
    problem.simulate(range(1), files=files, **cell)
    start = time.process_time()
    problem.simulate(range(DATASETS), files=files, **cell)
    middle = time.process_time()
    resample(task, generator(1), FEWER)
    slow = time.process_time() - middle
    splits = design_of(cell).all_splits / FEWER.all_splits
    return (middle - start) / DATASETS, splits * slow


def time_studies(files):
    """Time every case of every study, and add up."""
    total = 0.0
    for name, plain in PLAIN.items():
        study = read_study(f"nadeau-bengio-{name}", ROOT)
        problem = study.find_problem()
        for cell_name, cell in problem.cells(study.settings).items():
            fast, slow = time_case(problem, cell, files, plain)
            total += fast
            print(
                f"{name} {cell_name}: {1000 * fast:.1f} s for 1,000 data sets; "
                f"plain: {slow / fast:.0f} times as long",
                flush=True,
            )
    print(f"all: {1000 * total / 60:.1f} minutes")


def main(letters=None):
    """Time all on a file of letters, or on generated ones."""
    if letters:
        time_studies({"letter": letters})
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "letter.parquet")
        write_images(*images(20_000), path)
        time_studies({"letter": path})


if __name__ == "__main__":
    main(*sys.argv[1:])
