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
from tenbyten.jobs.records import Expected, check_inputs, write_record
from tenbyten.layout import study_in_path
from tenbyten.words import printable

if TYPE_CHECKING:
    from tenbyten.datasets.web import Connection

# Set in the environment of jobs where the logger plugin shows why they failed.
REASONS_ARE_SHOWN = "TENBYTEN_REASONS_ARE_SHOWN"

_log = logging.getLogger(__name__)


class Files(NamedTuple):
    """Inputs and outputs of a job by their names, without records.

    `more` is added to the job's own record.
    """

    inputs: dict[str, Any]
    outputs: dict[str, Any]
    more: dict[str, Any]


@contextmanager
def job(snakemake: Any) -> Iterator[Files]:
    """Run a job of a rule: log it, check its inputs, and record its outputs.

    Inputs are checked against the records among them, the input `made`. A job with an
    output `made` writes its own record there; a job that fails leaves none.
    """
    # Imported modules stay to the end: the garbage collector need not search them.
    gc.freeze()
    log_to(snakemake.log[0])
    inputs, outputs = dict(snakemake.input.items()), dict(snakemake.output.items())
    records, made = inputs.pop("made", []), outputs.pop("made", None)
    records = [records] if isinstance(records, str) else records
    study = study_in_path(snakemake.log[0])
    others = set(records)
    read = check_inputs((x for x in snakemake.input if x not in others), records, study)
    files = Files(inputs, outputs, {})
    yield files
    # Nor those imported since.
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
    on the former standard error, unless the logger plugin shows it at the end, by the
    log; so does a warning of a data set.
    """
    terminal, path = os.dup(2), Path(path)
    sys.stdout.flush()
    sys.stderr.flush()
    path.parent.mkdir(parents=True, exist_ok=True)
    # An earlier log may be another user's of the group, and not writable.
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
    # What servers say against a data set, and which are left out, is not left to those
    # who read logs.
    screen = logging.StreamHandler(os.fdopen(os.dup(terminal), "w", errors="replace"))
    screen.setLevel(logging.WARNING)
    # A display of progress may have written there.
    rub_out = "\r\x1b[K" if os.isatty(terminal) else ""
    screen.setFormatter(logging.Formatter(f"{rub_out}%(message)s"))
    for name in ("datasets", "results.exclusions"):
        logging.getLogger(f"tenbyten.{name}").addHandler(screen)
    # It lists the glyphs of every text that is drawn.
    logging.getLogger("fontTools").setLevel(logging.WARNING)

    def tell(kind, error, traceback):
        sys.__excepthook__(kind, error, traceback)
        # On a full disk the log lacks it.
        is_logged = str(error) in path.read_text("utf-8", errors="replace")
        if not (is_logged and os.environ.get(REASONS_ARE_SHOWN)):
            said = printable(f"{_with_notes(error)}\n")
            os.write(terminal, said.encode(errors="replace"))

    sys.excepthook = tell


def for_each_dataset(work: Callable[[str], None], datasets: Collection[str]) -> None:
    """Call `work` with every data set of a job; an error does not stop the others.

    Parameters
    ----------
    work : callable
        Gets the name of a data set.
    datasets : collection of str

    Raises
    ------
    Exception
        The error, if the work on one data set failed.
    RuntimeError
        That names all errors with their notes, if there are several.
    """
    errors: dict[str, Exception] = {}
    for name in datasets:
        try:
            work(name)
        except Exception as error:
            _log.exception("%s: failed", name)
            # Without the frames, which hold the data.
            error.__cause__ = error.__context__ = None
            errors[name] = error.with_traceback(None)
    if len(errors) == 1:
        raise errors.popitem()[1]
    if errors:
        lines = "\n".join(f"  {_with_notes(x)}" for x in errors.values()).split("\n")
        said = f"{len(errors)} of {len(datasets)} data sets failed:"
        # Notes that several share are told once.
        raise RuntimeError("\n".join([said, *dict.fromkeys(lines)]))


def _with_notes(error: BaseException) -> str:
    """Return the class, message and notes of an error, on lines."""
    notes = getattr(error, "__notes__", [])
    return "\n".join([f"{type(error).__name__}: {error}", *notes])


def connection_of(snakemake: Any) -> Connection:
    """Take from a job's parameters and resources how a server is reached."""
    from tenbyten.datasets.web import Connection

    keys = dict(snakemake.resources.items())
    # Where a data set comes from another server, `fetch_source` says so.
    server = snakemake.params.server
    return Connection.by_keys(keys, server=server, cache=keys["openml_cache"])
