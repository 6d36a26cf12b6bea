"""What commands share that call Snakemake: its arguments, and the call."""

import argparse
import os
import sys
from pathlib import Path

from tenbyten.command.arguments import add_config, machine_of
from tenbyten.dataset.sources import SUFFIXES
from tenbyten.project import FOLDER
from tenbyten.study import read_study


def add_study(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command on a study: its file, and the machine's keys."""
    parser.add_argument("study", help="the study file, or the name of one in config/")
    add_config(parser)


def snakemake_command(given: argparse.Namespace, *words: str) -> list[str]:
    """Return a call of Snakemake, after a look at the study and the machine's keys.

    `words` are further words of its command line; `given.for_snakemake` come last.
    """
    _refuse_data(given.study)
    _refuse_other_study(given)
    # Snakemake would say the same in more lines.
    machine_of(given)
    read_study(given.study, FOLDER)
    config = [f"study={given.study}", *given.config]
    return [
        *(sys.executable, "-P", "-m", "snakemake"),
        # It takes all words up to an option: what is asked for comes after the next.
        *("--config", *config),
        *("--snakefile", str(FOLDER / "Snakefile")),
        *words,
        *given.for_snakemake,
    ]


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
        hint = f"give {' or '.join(found)}" if found else f"`tenbyten new {study}`"
        hint = hint if found else f"make a study of it by {hint}"
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
