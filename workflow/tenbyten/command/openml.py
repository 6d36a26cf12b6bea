"""What commands that ask OpenML share."""

from collections.abc import Iterable

import yaml

from tenbyten.study import read_machine
from tenbyten.web.asking import Connection


def connection_of(given: Iterable[str]) -> Connection:
    """Say how OpenML is reached, by keys of the machine's configuration.

    `given` are words ``key=value``; other keys have their defaults. A word that is none
    raises a ValueError.
    """
    config = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"--config {word}: give KEY=VALUE")
        config[key] = yaml.safe_load(value)
    machine = read_machine(config)
    return Connection(
        server=machine["openml_server"],
        timeout_seconds=machine["openml_timeout_seconds"],
        total_seconds=machine["openml_total_seconds"],
        attempts=machine["openml_attempts"],
        largest_mb=machine["openml_largest_mb"],
    )
