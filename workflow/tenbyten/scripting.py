"""Log and configure the jobs of the workflow's scripts."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tenbyten.files import PathLike
    from tenbyten.openml.client import Connection


def log_to(path: PathLike) -> None:
    """Redirect all output of this process to the file `path`, and log to it.

    Descriptors 1 and 2 are redirected, so that the words of a JVM or a compiled
    library reach the file too. An error that ends the process also prints one line
    on the former standard error.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    told = os.dup(2)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO,
        format="%(asctime)s %(message)s",
        datefmt="%Y-%m-%d %H:%M:%S",
    )
    logging.captureWarnings(True)

    def tell(kind, error, traceback):
        sys.__excepthook__(kind, error, traceback)
        os.write(told, f"{kind.__name__}: {error}\n".encode(errors="replace"))

    sys.excepthook = tell


def connection_of(snakemake: Any) -> Connection:
    """Take from a job's parameters and resources how OpenML is reached."""
    from tenbyten.openml.client import Connection

    resources = snakemake.resources
    return Connection(
        server=snakemake.params.server,
        timeout_seconds=resources.openml_timeout_seconds,
        total_seconds=resources.openml_total_seconds,
        attempts=resources.openml_attempts,
        cache=resources.openml_cache,
    )
