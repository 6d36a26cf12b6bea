"""Hold the results of a study to what they were made from, computing nothing.

The results are those in results/<study>/ of the working directory, or of a copy of it.
The exit status is 0 if all fits.
"""

import argparse

from tenbyten.command.calling import add_study, call_snakemake

SUMMARY = "hold the results of a study to what they were made from"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.usage = "tenbyten verify STUDY [options] [-- SNAKEMAKE'S OPTIONS]"
    add_study(parser)


def run(given: argparse.Namespace) -> int:
    """Become Snakemake."""
    return call_snakemake(given, "verify", "--cores", "1")
