"""The recorded counts of the paper study as a long table."""

from pathlib import Path

import pandas as pd

from tenbyten.results.long_table import collect

COUNTS = Path(__file__).parents[1] / "reference" / "paper_counts.csv"


def long_table(study):
    """Spread the counts out over runs and folds; fold sizes are WEKA's."""
    lines = pd.read_csv(COUNTS)
    parts = []
    for line in lines.itertuples():
        instances = study.datasets[line.dataset]["instances"]
        # The first folds take what does not divide evenly.
        sizes = [instances // 10 + (fold < instances % 10) for fold in range(10)]
        cells = {
            "dataset": line.dataset,
            "classifier": line.classifier,
            "run": [run for run in range(1, 11) for _ in range(10)],
            "fold": list(range(1, 11)) * 10,
            "tested": sizes * 10,
            "correct": [int(count) for count in line.correct.split()],
        }
        parts.append(pd.DataFrame(cells))
    return collect(pd.concat(parts), **study.design)
