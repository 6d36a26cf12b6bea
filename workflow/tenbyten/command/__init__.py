"""The command ``tenbyten``, or ``python -m tenbyten``."""

import argparse
import logging
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from typing import Any

import tenbyten
from tenbyten.layout import FOLDER
from tenbyten.words import printable

# The modules of this folder and what each does. A module has `add_arguments` and `run`,
# which may return an exit status. Only the module that is called is imported. Words
# after `--` are for Snakemake, if the command calls it.
COMMANDS = {
    "new": "write a study of the CSV, Excel, Parquet and ARFF files in a folder",
    "try": "try a study in seconds: read its data, train one fold of each classifier",
    "run": "run a study: its results, tables and report",
    "compare": "compare classifiers by results that are there already",
    "export": "export results to CSV, LaTeX, Excel, Croissant",
    "plan": "plan a comparison from a pilot's results",
    "verify": "check that the results of a study are as they were made",
    "clean": "remove cached counts that no study's results have",
    "suite": "write a data-set sheet of an OpenML suite",
    "docs": "open a page of the documentation: keys, metrics, messages, ...",
}

_FIRST_STEPS = """\
first steps: `tenbyten run demo`, which needs no network and no Java, or `tenbyten
compare FILE`; `tenbyten docs` has more, `tenbyten docs keys` every key of a study"""


class _Printable:
    """A stream of text that shows control characters, whoever wrote them, escaped."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        return self._stream.write(printable(text))

    def __getattr__(self, name: str) -> Any:
        """Return what else a stream has."""
        return getattr(self._stream, name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of the command line; return its exit status."""
    streams: Any = _Printable(sys.stdout), _Printable(sys.stderr)
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    mark = words.index("--") if "--" in words else len(words)
    words, for_snakemake = words[:mark], words[mark + 1 :]
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="tenbyten",
        usage="%(prog)s COMMAND ...",
        description="Compare classifiers by repeated cross-validation.",
        epilog=_FIRST_STEPS,
        formatter_class=raw,
    )
    version = f"tenbyten {tenbyten.__version__}"
    parser.add_argument("--version", action="version", version=version)
    named: Any = {"title": "commands", "metavar": "COMMAND", "dest": "command"}
    commands = parser.add_subparsers(required=True, prog="tenbyten", **named)
    module: Any = None
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, formatter_class=raw)
        if name in words[:1]:
            module = import_module(f"tenbyten.command.{name}")
            command.description = module.__doc__
            module.add_arguments(command)
    if not words:
        parser.print_help()
        return 2
    given = parser.parse_args(words)
    if for_snakemake and given.command != "run":
        parser.error(f"{given.command} calls no Snakemake; leave out what is after --")
    given.for_snakemake = for_snakemake
    # People who wait for a server see what is fetched.
    level = logging.INFO if given.command == "suite" else logging.WARNING
    logging.basicConfig(format="%(message)s", level=level)
    try:
        return module.run(given) or 0
    except (ValueError, OSError, ImportError) as error:
        said = str(error).removeprefix(f"{given.command}: ")
        print(f"tenbyten {given.command}: {said}", file=sys.stderr)
        return 1


# What several commands share


def add_words(
    parser: argparse.ArgumentParser, option: str, metavar: str, meaning: str
) -> None:
    """Add an option that takes several words, and may be given again."""
    several: Any = {"nargs": "+", "action": "extend", "default": []}
    parser.add_argument(option, **several, metavar=metavar, help=meaning)


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add the keys of the machine's configuration."""
    add_words(parser, "--config", "KEY=VALUE", "keys of config.yaml, as engine=weka")


def add_forms(parser: argparse.ArgumentParser) -> Any:
    """Add the forms of the answer, and return them as a group of which one is given."""
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--quiet", action="store_true", help="print the verdict alone")
    forms.add_argument("--json", action="store_true", help="print the answer as JSON")
    return forms


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that tell how results are read."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="file",
        help="results: CSV, Excel, Parquet, LaTeX, Markdown; files, a folder, 'a*.csv'",
    )
    roles = "the column of dataset, classifier, run, fold, tested, correct, a metric"
    add_words(parser, "--map", "ROLE=COLUMN", roles)
    parser.add_argument(
        "--classifiers",
        choices=("columns", "rows", "files"),
        help="where they are: in columns, in rows, or in a file each",
    )
    parser.add_argument("--unit", choices=("percent", "fraction"), help="of the metric")
    parser.add_argument(
        "--better", choices=("higher", "lower"), help="which values of the metric are"
    )
    parser.add_argument("--sheet", help="the one of an Excel workbook")


def reading_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments that tell how results are read."""
    columns = {x: str(y) for x, y in values_of(given.map, "--map").items()}
    names = ("classifiers", "unit", "better", "sheet")
    return {"columns": columns} | {name: getattr(given, name) for name in names}


def values_of(words: Iterable[str], option: str) -> dict[str, Any]:
    """Read words ``key=value`` of an option, the values as YAML.

    Parameters
    ----------
    words : iterable of str
    option : str
        Begins errors.

    Raises
    ------
    ValueError
        If a word has no ``=``, or a value is not YAML.
    """
    import yaml

    values = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"{option} {word}: give KEY=VALUE")
        try:
            values[key] = yaml.safe_load(value) if value else ""
        except yaml.YAMLError:
            raise ValueError(
                f"{option} {word}: the value is no YAML; put it in quotes"
            ) from None
    return values


def config_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return the keys of config.yaml with those of `--config`, and the study."""
    from tenbyten.study.schema import read_yaml

    config = read_yaml(FOLDER / "config" / "config.yaml")
    return config | values_of(given.config, "--config") | {"study": given.study}


def machine_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return the machine's configuration: what `--config` says, and its defaults."""
    from tenbyten.study import read_machine

    return read_machine(values_of(given.config, "--config"))
