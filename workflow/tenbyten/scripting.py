"""Log and configure the jobs of the workflow's scripts."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tenbyten.files import PathLike
from tenbyten.layout import study_of
from tenbyten.records import Expected, check_inputs, write_record

if TYPE_CHECKING:
    from tenbyten.datasets.web import Connection

# Set in the environment of jobs where the logger plugin shows why they failed.
REASONS_ARE_SHOWN = "TENBYTEN_REASONS_ARE_SHOWN"

_log = logging.getLogger(__name__)


class Files(NamedTuple):
    """What a job reads and writes, by names, but for records.

    `more` is put into the job's own record.
    """

    inputs: dict[str, Any]
    outputs: dict[str, Any]
    more: dict[str, Any]


@contextmanager
def job(snakemake: Any) -> Iterator[Files]:
    """Do a rule's job: log it, check what it reads, and record what it wrote.

    Inputs are checked against the records among them, the input `made`. A job with an
    output `made` writes its own record there; a job that fails leaves none.
    """
    # What the script imported stays to the end; the collector need not search it.
    gc.freeze()
    log_to(snakemake.log[0])
    inputs, outputs = dict(snakemake.input.items()), dict(snakemake.output.items())
    records, made = inputs.pop("made", []), outputs.pop("made", None)
    records = [records] if isinstance(records, str) else records
    study = study_of(snakemake.log[0])
    others = set(records)
    read = check_inputs((x for x in snakemake.input if x not in others), records, study)
    files = Files(inputs, outputs, {})
    yield files
    # Nor what was loaded since.
    gc.freeze()
    if made:
        params = snakemake.params
        write_record(
            made,
            study=study,
            expected=Expected(params.get("settings"), params.get("software")),
            inputs=read,
            outputs=[path for path in snakemake.output if path != made],
            more=files.more,
        )


def log_to(path: PathLike) -> None:
    """Redirect all output of this process to the file `path`, and log to it.

    Descriptors 1 and 2 are redirected, so that the words of a JVM or a compiled
    library reach the file too. An error that ends the process also prints one line
    on the former standard error, unless the logger plugin shows it at the end.
    """
    told, path = os.dup(2), Path(path)
    sys.stdout.flush()
    sys.stderr.flush()
    path.parent.mkdir(parents=True, exist_ok=True)
    # Another user of a group may have written the log of before, and this one go on.
    path.unlink(missing_ok=True)
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
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
    # It lists the glyphs of every text that is drawn.
    logging.getLogger("fontTools").setLevel(logging.WARNING)

    def tell(kind, error, traceback):
        sys.__excepthook__(kind, error, traceback)
        if os.environ.get(REASONS_ARE_SHOWN):
            return
        os.write(told, f"{kind.__name__}: {error}\n".encode(errors="replace"))

    sys.excepthook = tell


def each_of_job(work: Callable[[str], None], datasets: Collection[str]) -> None:
    """Do the work on every data set of a job; an error on one does not stop the others.

    Parameters
    ----------
    work : callable
        What is done with a data set, by its name.
    datasets : collection of str

    Raises
    ------
    Exception
        The error, if the work on one data set failed.
    RuntimeError
        That names all errors, if there are several.
    """
    errors: dict[str, Exception] = {}
    for name in datasets:
        try:
            work(name)
        except Exception as error:
            _log.exception("%s: failed", name)
            # Not with what the work had at hand.
            error.__cause__ = error.__context__ = None
            errors[name] = error.with_traceback(None)
    if len(errors) == 1:
        raise errors.popitem()[1]
    if errors:
        told = (f"{type(error).__name__}: {error}" for error in errors.values())
        raise RuntimeError(
            f"{len(errors)} of {len(datasets)} data sets failed: {'; '.join(told)}"
        )


def connection_of(snakemake: Any) -> Connection:
    """Take from a job's parameters and resources how a server is reached."""
    from tenbyten.datasets.web import Connection

    keys = dict(snakemake.resources.items())
    # Where a data set comes from another server, `fetch_source` says so.
    how = {"server": snakemake.params.server, "cache": keys["openml_cache"]}
    return Connection.by_keys(keys, **how)
