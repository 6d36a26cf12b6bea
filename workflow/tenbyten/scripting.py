"""Log and configure the jobs of the workflow's scripts."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tenbyten.layout import split_log
from tenbyten.records import Job, Records

if TYPE_CHECKING:
    from tenbyten.files import PathLike
    from tenbyten.openml.client import Connection


@contextmanager
def job(snakemake: Any) -> Iterator[None]:
    """Do a rule's job: log it, check what it reads, and record what it wrote.

    Inputs are checked against the records of the jobs that wrote them. A rule with
    `software` among its parameters leaves a record too; a job that fails leaves none.
    """
    log_to(snakemake.log[0])
    folder, name = split_log(snakemake.log[0], snakemake.rule)
    records, params = Records(folder), snakemake.params
    records.forget(name)
    records.check(snakemake.input)
    yield
    if params.get("software"):
        plan = Job(
            list(snakemake.input),
            list(snakemake.output),
            settings=params.get("settings"),
            software=params.software,
        )
        records.write(name, plan)


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
