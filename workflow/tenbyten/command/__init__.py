"""The command ``tenbyten``, or ``python -m tenbyten``."""

import argparse
import logging
import sys
from collections.abc import Sequence
from typing import Any

from tenbyten.command import evaluations, runs, suite

# By its name, each has `SUMMARY`, `add_arguments` and `run`.
COMMANDS: dict[str, Any] = {"suite": suite, "evaluations": evaluations, "runs": runs}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of the command line; return its exit status."""
    parser = argparse.ArgumentParser(
        prog="tenbyten",
        description="Compare classifiers by repeated cross-validation. A study is run "
        "by `snakemake --cores 8 --config study=STUDY`; these commands prepare one.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for name, module in COMMANDS.items():
        summary, details = module.SUMMARY, module.__doc__
        command = commands.add_parser(name, help=summary, description=details)
        module.add_arguments(command)
        command.add_argument(
            "--config",
            nargs="+",
            default=[],
            metavar="KEY=VALUE",
            help="keys of config/config.yaml, such as openml_server",
        )
    given = parser.parse_args(arguments)
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    try:
        COMMANDS[given.command].run(given)
    except (ValueError, OSError) as error:
        print(f"tenbyten {given.command}: {error}", file=sys.stderr)
        return 1
    return 0
