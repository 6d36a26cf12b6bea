"""Run a study by Snakemake, in the working directory.

Its results go to results/<study>/, where report.html is the page to read first. After
an interruption or a change, run it again: only what is missing or changed is made.

It calls Snakemake, with all cores unless --cores says how many. What stands after -- is
handed on, such as a target (`parity`) or options for a cluster. While it works, a file
in results/ names its machine. Where that run was killed, the next one on this machine
removes the lock that it left; no other lock is removed.
"""

import argparse
import os
import sys
from pathlib import Path

from tenbyten.command.arguments import add_config, machine_of
from tenbyten.command.note import conduct
from tenbyten.dataset.sources import SUFFIXES
from tenbyten.project import FOLDER
from tenbyten.study import read_study

# With these nothing is made, or not in the working directory.
_UNNOTED = ("-n", "--dry-run", "--dryrun", "--unlock", "-d", "--directory")
SUMMARY = "run a study: its results, tables and report"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.usage = "tenbyten run STUDY [options] [-- SNAKEMAKE'S OPTIONS]"
    parser.add_argument("study", help="the study file, or the name of one in config/")
    add_config(parser)
    parser.add_argument(
        "--cores", default="all", metavar="N", help="cores to use; left out, all"
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="check the study and say what would be made, and make nothing",
    )


def run(given: argparse.Namespace) -> int:
    """Call Snakemake, after a look at the study and the machine's keys."""
    _refuse_data(given.study)
    _refuse_other_study(given)
    # Snakemake would say the same in more lines.
    machine_of(given)
    study = read_study(given.study, FOLDER)
    command = [
        *(sys.executable, "-P", "-m", "snakemake"),
        # It takes all words up to an option: what is asked for comes after it.
        *("--config", f"study={given.study}", *given.config),
        *("--snakefile", str(FOLDER / "Snakefile"), "--cores", given.cores),
        *(["--dry-run"] if given.dry_run else []),
        *given.for_snakemake,
    ]
    if given.dry_run or any(x.startswith(_UNNOTED) for x in given.for_snakemake):
        return become(command)
    return conduct(command, study.name)


def become(command: list[str]) -> int:
    """Replace this process by a command."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(command[0], command)


def _refuse_data(study: str) -> None:
    """Refuse a folder or a data file where a study file is wanted."""
    path = Path(study)
    if path.is_dir() or path.name.lower().endswith(SUFFIXES):
        found = sorted(map(str, path.glob("*.y*ml"))) if path.is_dir() else []
        hint = f"make a study of it by `tenbyten new {study}`"
        hint = f"give {' or '.join(found)}" if found else hint
        what = "a folder" if path.is_dir() else "a file of data"
        raise ValueError(f"{study} is {what}, and no study file (.yaml); {hint}")


def _refuse_other_study(given: argparse.Namespace) -> None:
    """Refuse what would name another study to Snakemake, or none."""
    for word in given.for_snakemake:
        if word == "--config" or word.startswith(("--config=", "-C")):
            raise ValueError(
                f"{word} after -- takes the place of all keys, the study among them; "
                f"give keys before --, by --config KEY=VALUE"
            )
    for word in given.config:
        if word.startswith("study="):
            raise ValueError(
                f"--config {word}: the study is {given.study}; leave this out"
            )
