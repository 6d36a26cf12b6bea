"""What commands share: the machine's configuration, and how OpenML is reached."""

from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from tenbyten.study import read_machine
from tenbyten.web.asking import Connection


def machine_of(given: Iterable[str]) -> dict[str, Any]:
    """Read keys of the machine's configuration from words ``key=value``.

    Other keys have their defaults. A word that is none raises a ValueError.
    """
    config = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"--config {word}: give KEY=VALUE")
        config[key] = yaml.safe_load(value)
    return read_machine(config)


def connection_of(machine: Mapping[str, Any]) -> Connection:
    """Say how OpenML is reached, by the machine's configuration."""
    server = machine["openml_server"]
    return Connection.by_keys(machine, server=server, named_in="`openml_server`")


def refuse_twice(names: Iterable[str], given: Iterable[str]) -> None:
    """Refuse a NAME that is given twice."""
    seen: set[str] = set()
    for name, word in zip(names, given, strict=True):
        if name in seen:
            raise ValueError(f"{word}: {name} was given before; give each name once")
        seen.add(name)
