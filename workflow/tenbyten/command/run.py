"""Run a study by Snakemake, in the working directory.

Its results go to results/<study>/, where report.html is the page to read first. After
an interruption or a change, run it again: only what is missing or changed is made.

It calls Snakemake, with all cores unless --cores says how many. What stands after -- is
handed on, such as a target (`parity`) or options for a cluster. While it works, a file
in results/ names its machine. Where that run was killed, the next one on
this machine removes the lock that it left; no other lock is removed.
"""

import argparse

from tenbyten.command.calling import add_study, become, snakemake_command
from tenbyten.command.note import conduct
from tenbyten.project import FOLDER
from tenbyten.study import read_study

# With these nothing is made, or not in the working directory.
_UNNOTED = ("-n", "--dry-run", "--dryrun", "--unlock", "-d", "--directory")
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
    """Call Snakemake; return its exit status."""
    words = ["--dry-run"] if given.dry_run else []
    command = snakemake_command(given, "--cores", given.cores, *words)
    if given.dry_run or any(x.startswith(_UNNOTED) for x in given.for_snakemake):
        return become(command)
    return conduct(command, read_study(given.study, FOLDER).name)
