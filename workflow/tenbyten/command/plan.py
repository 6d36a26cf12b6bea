"""Plan a comparison: how many data sets and runs it needs, from a pilot's results.

The results are any that `tenbyten compare` takes. Printed are the numbers of data
sets with which the exact signed-rank test finds that the column is better than the row,
with their 90 % intervals over pilots, the power on given numbers of data sets, and a
text for a paper.
"""

import argparse
import textwrap
from typing import Any

from tenbyten.command import add_reading, reading_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add: Any = parser.add_argument
    add_reading(parser)
    add("--row", help="the classifier that should turn out worse")
    add("--column", help="the classifier that should turn out better")
    add(
        "--difference",
        dest="differences",
        type=_numbers(float),
        help="differences to find, as fractions (default: 0.005,0.01,0.02)",
    )
    add("--power", type=float, help="the wished power (default: 0.8)")
    add("--datasets", type=_numbers(int), help="numbers of data sets, such as 10,20")
    add("--runs", type=_numbers(int), help="numbers of runs (default: 1,2,5,10)")
    add("--control", help="compare the others with this one alone")
    add("--metric", help="the metric that is compared (default: accuracy)")
    add("--adjust", choices=("holm", "none"), help="default: holm")
    add("--sides", choices=("one", "two"), help="default: two")
    add("--alpha", type=float, help="default: 0.05")


def _numbers(kind: type) -> Any:
    """Read numbers that commas part."""

    def read(text: str) -> list[Any]:
        return [kind(x) for x in text.split(",")]

    read.__name__ = "number"
    return read


def run(given: argparse.Namespace) -> None:
    """Print the plan."""
    # They take a second to import.
    from tenbyten.planning.plans import plan
    from tenbyten.planning.result import tables_of, text_for_paper
    from tenbyten.report.document import tables_in_markdown

    own = {"files", "map", "command", "for_snakemake"}
    asked = {x: y for x, y in vars(given).items() if x not in own and y is not None}
    planned = plan(given.files, **reading_of(given) | asked)
    print(planned)
    print()
    print(tables_in_markdown(*tables_of(planned)))
    print(textwrap.fill(f"For a paper: {text_for_paper(planned)}", 88))
