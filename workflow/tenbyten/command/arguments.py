"""What commands share: keys of the machine, and words that give names a value."""

import argparse
from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from tenbyten.datasets.web import Connection
from tenbyten.study import read_machine


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add the keys of the machine's configuration."""
    parser.add_argument(
        "--config",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help="keys of config/config.yaml, such as engine=weka",
    )


def values_of(words: Iterable[str], option: str) -> dict[str, Any]:
    """Read words ``key=value`` of an option, the values as YAML.

    A word that is none raises a ValueError.
    """
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


def machine_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return the machine's configuration: what `--config` says, and its defaults."""
    return read_machine(values_of(given.config, "--config"))


def connection_of(machine: Mapping[str, Any]) -> Connection:
    """Say how OpenML is reached, by the machine's configuration."""
    return Connection.by_keys(machine, server=machine["openml_server"])
