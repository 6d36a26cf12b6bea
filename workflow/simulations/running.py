"""Give all scripts their command line, jobs on several cores, and results."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

# Matplotlib needs no screen.
os.environ.setdefault("MPLBACKEND", "agg")

import pandas as pd
from matplotlib.figure import Figure
from statements import judge, read_statements, summarise


def command(script: str, about: str, size: int, what: str) -> argparse.ArgumentParser:
    """Return the command line of a script, whose size is a number of `what`."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--size", type=int, default=size, help=f"{what} ({size})")
    parser.add_argument("--cores", type=int, default=1, help="processes at once (1)")
    output = Path("results/simulations", Path(script).stem)
    parser.add_argument("--output", type=Path, default=output, help="folder")
    return parser


def blocks(size: int, length: int) -> list[range]:
    """Cut experiments, counted from 0, into blocks."""
    return [range(x, min(x + length, size)) for x in range(0, size, length)]


def run(
    function: Callable[..., Any], jobs: Iterable[tuple[Any, ...]], cores: int
) -> list[Any]:
    """Call a function with the arguments of each job, and print how far it is.

    The results are in the order of the jobs, which settles all numbers.
    """
    start = time.monotonic()
    with ProcessPoolExecutor(cores) as pool:
        waiting = [pool.submit(function, *job) for job in jobs]
        for done, job in enumerate(as_completed(waiting), start=1):
            job.result()
            seconds = time.monotonic() - start
            of_all = f"{done} of {len(waiting)} parts, {seconds:.0f} s"
            print(f"{Path(sys.argv[0]).stem}: {of_all}", flush=True)
    return [job.result() for job in waiting]


def finish(
    folder: Path,
    tables: Mapping[str, pd.DataFrame],
    figure: Figure,
    sections: Iterable[str],
    policies: Iterable[str] = ("",),
) -> None:
    """Judge what was published; write tables and figure; print the verdicts.

    `sections` of ``statements.yaml`` hold what was published. ``statements.csv`` has
    each statement in each of its cells, ``verdicts.csv`` one line a statement and
    policy of the Poisson test.
    """
    statements = read_statements(sections)
    judged = judge(statements, tables["estimates"], tables.get("paired"), policies)
    verdicts = summarise(judged)
    folder.mkdir(parents=True, exist_ok=True)
    written = {**tables, "statements": judged, "verdicts": verdicts}
    for name, table in written.items():
        table.to_csv(folder / f"{name}.csv", index=False, float_format="%.6g")
    figure.savefig(folder / "figure.svg", metadata={"Date": None})
    for line in verdicts.itertuples():
        policy = f" under {line.policy}" if line.policy else ""
        print(
            f"{line.verdict}{policy} (in {line.holds} of {line.cells} cells, fails in "
            f"{line.fails}): {line.says}"
        )
    print(f"Tables and figure are in {folder}")
