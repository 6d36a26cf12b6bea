"""Check that the results of a study are as they were made, computing nothing.

The results are those in results/<study>/ of the working directory, or of a copy of it;
or in the folder that is given, which may have been handed on by itself: what its last
job wrote says which jobs there are, and nothing in it is imported or run.
Data, WEKA or classes of the study's own need not be here. The exit status is 0 if they
are.
"""

import argparse
from pathlib import Path

from tenbyten.command import add_config, config_of
from tenbyten.jobs.records import files_at, read_checked, verify
from tenbyten.jobs.setup import set_up
from tenbyten.layout import FOLDER, layout_of
from tenbyten.study import read_machine, read_study


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    named = "the study file, or the name of one in config/; or a folder of results"
    parser.add_argument("study", help=named)
    add_config(parser)


def run(given: argparse.Namespace) -> int:
    """Print what does not fit, or that everything does."""
    if (folder := Path(given.study)).is_dir():
        known = read_checked(folder)
        text, is_whole = verify(folder, known, files_at(folder / "study"))
        if known is None:
            text += (
                f"\nnot verified: {folder}/checked does not say which jobs there are; "
                f"run the study to its end"
            )
        return _print(text, is_whole and known is not None)
    config = config_of(given)
    study = read_study(read_machine(config)["study"], FOLDER)
    try:
        setup = set_up(config)
        fingerprints, own = setup.fingerprints_to_verify(), setup.own
    except (ValueError, OSError, ImportError) as error:
        print(
            f"note: not held to the study as it is now, which cannot run here: {error}"
        )
        fingerprints, own = None, []
    folder = Path(layout_of(study.name).report).parent
    return _print(*verify(folder, fingerprints, own))


def _print(text: str, is_whole: bool) -> int:
    """Print what was found; return the exit status."""
    print(text)
    return 0 if is_whole else 1
