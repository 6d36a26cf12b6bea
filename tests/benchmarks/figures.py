"""How long figures take to write, with fonts cut to usual letters and with whole ones.

Usage: ``figures.py``. Scatter plots of 54 data sets, drawn once, are written as SVG and
PDF in turn both ways, five times; the files are the same bytes. Printed are the
processor's seconds of the fastest, and their ratio.
"""

import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pandas as pd

from tenbyten.report.figures import embedding
from tenbyten.report.figures.drawing import write_figure
from tenbyten.report.figures.scatter import draw_scatter

FIGURES, DATASETS, TIMES = 20, 54, 5


def drawn():
    """Draw figures of means at random."""
    means = np.random.default_rng(1).uniform(0.5, 1, (FIGURES, 2, DATASETS))
    names = [f"data-{i}" for i in range(DATASETS)]
    return [
        draw_scatter(*(pd.Series(x, names) for x in pair), row="a", column="b", rope=0)
        for pair in means
    ]


def written(drawings, folder, way):
    """Write figures; return the processor's seconds and the files' bytes."""
    start = time.process_time()
    with way:
        for i, drawing in enumerate(drawings):
            write_figure(drawing, folder / str(i))
    seconds = time.process_time() - start
    return seconds, [path.read_bytes() for path in sorted(folder.iterdir())]


def main():
    """Write both ways in turn, and print what they took."""
    drawings = drawn()
    whole = patch.object(embedding, "_usual_part", lambda path: (b"", {}))
    seconds = {"whole fonts": [], "usual letters": []}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(TIMES):
            slow, files = written(drawings, Path(folder), whole)
            fast, same = written(drawings, Path(folder), nullcontext())
            assert files == same
            seconds["whole fonts"].append(slow)
            seconds["usual letters"].append(fast)
    for way, found in seconds.items():
        print(f"{FIGURES} figures, {way}: {min(found):.2f} s")
    print(f"ratio: {min(seconds['usual letters']) / min(seconds['whole fonts']):.2f}")


if __name__ == "__main__":
    main()
