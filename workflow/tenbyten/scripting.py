"""Log and configure the jobs of the workflow's scripts."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tenbyten.layout import split_log
from tenbyten.records import Job, Records
from tenbyten.watchdog import watched

if TYPE_CHECKING:
    from tenbyten.files import PathLike
    from tenbyten.openml.client import Connection

Task = TypeVar("Task")

_log = logging.getLogger(__name__)


@contextmanager
def job(snakemake: Any) -> Iterator[None]:
    """Do a rule's job: log it, check what it reads, and record what it wrote.

    It ends when Snakemake does, in whatever way, so that no job is left running.
    Inputs are checked against the records of the jobs that wrote them. A rule with
    `software` among its parameters leaves a record too; a job that fails leaves none.
    """
    log_to(snakemake.log[0])
    folder, name = split_log(snakemake.log[0], snakemake.rule)
    records, params = Records(folder), snakemake.params
    records.forget(name)
    records.check(snakemake.input)
    with watched(snakemake.resources.get("mem_mb")):
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
    told = os.dup(2)
    _redirect(path)
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


def each_of_job(
    find_work: Callable[[Task], Callable[[], None] | None],
    tasks: Mapping[PathLike, Task],
) -> None:
    """Do the work on every data set of a job, each with its own log.

    An error on one data set does not stop the others.

    Parameters
    ----------
    find_work : callable
        Returns what is to be done for a task, None if nothing; the log stays then.
    tasks : mapping
        A task for each data set, by the path of its log, ``<dataset>.log``.

    Raises
    ------
    Exception
        The error, if the work on one data set failed.
    RuntimeError
        That names all errors, if there are several.
    """
    errors: dict[str, Exception] = {}
    for log, task in tasks.items():
        name = Path(log).stem
        try:
            _do(find_work(task), log)
        except Exception as error:
            _log.error("%s: failed: %s", name, error)
            errors[name] = error
    if len(errors) == 1:
        raise errors.popitem()[1]
    if errors:
        told = (f"{type(error).__name__}: {error}" for error in errors.values())
        raise RuntimeError(
            f"{len(errors)} of {len(tasks)} data sets failed: {'; '.join(told)}"
        )


def _do(work: Callable[[], None] | None, log: PathLike) -> None:
    """Do the work on a data set; when this returns, nothing refers to it any more."""
    if work is None:
        _log.info("%s: nothing to do", Path(log).stem)
        return
    with logged_to(log):
        work()
    _log.info("%s: done, see %s", Path(log).stem, log)


@contextmanager
def logged_to(path: PathLike) -> Iterator[None]:
    """Redirect all output of this process to the file `path` for a while.

    An error is written there too.
    """
    former = os.dup(1), os.dup(2)
    try:
        _redirect(path)
        yield
    except Exception:
        _log.exception("failed")
        raise
    finally:
        _flush()
        for descriptor, file in enumerate(former, start=1):
            os.dup2(file, descriptor)
            os.close(file)


def _redirect(path: PathLike) -> None:
    """Redirect descriptors 1 and 2 to a new file."""
    _flush()
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)


def _flush() -> None:
    """Write what was printed to where it was printed."""
    sys.stdout.flush()
    sys.stderr.flush()


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
