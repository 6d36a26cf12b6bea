"""Run a study by Snakemake, in the working directory.

Its results go to results/<study>/, where report.html is the page to read first. After
an interruption or a change, run it again: only what is missing or changed is made.

It calls Snakemake, with all cores unless --cores says how many. What stands after -- is
handed on, such as a target (`parity`) or options for a cluster.
"""

import argparse

from tenbyten.command.calling import add_study, call_snakemake

SUMMARY = "run a study: its results, tables and report"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.usage = "tenbyten run STUDY [options] [-- SNAKEMAKE'S OPTIONS]"
    add_study(parser)
    parser.add_argument(
        "--cores", default="all", metavar="N", help="cores to use; left out, all"
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="check the study and say what would be made, and make nothing",
    )


def run(given: argparse.Namespace) -> int:
    """Become Snakemake."""
    words = ["--dry-run"] if given.dry_run else []
    return call_snakemake(given, "--cores", given.cores, *words)
