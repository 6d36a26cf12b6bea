"""Run a study by Snakemake, in the working directory.

Its results go to results/<study>/, where report.html is the page to read first. After
an interruption or a change, run it again: only what is missing or changed is made.

It ends with the answer: --quiet prints the verdict alone, --json all of it for
programs, with the path of the report; Snakemake's lines go to standard error.

It calls Snakemake, with all cores unless --cores says how many. What stands after -- is
handed on, such as a target (`parity`) or options for a cluster. While it works, a file
in results/ names its machine. Where that run was killed, the next one on this machine
removes the lock that it left; no other lock is removed.
"""

import argparse
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import psutil

from tenbyten.command import add_config, add_forms, machine_of
from tenbyten.datasets.sources import SUFFIXES
from tenbyten.files import read_json
from tenbyten.jobs.records import check_inputs
from tenbyten.layout import FOLDER, layout_of
from tenbyten.study import Planning, read_study

# With these nothing is made, or not in the working directory.
_UNNOTED = ("-n", "--dry-run", "--dryrun", "--unlock", "-d", "--directory")
_RESULTS = Path("results")
_NAME = ".tenbyten-run-{}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.usage = "tenbyten run STUDY [options] [-- SNAKEMAKE'S OPTIONS]"
    parser.add_argument("study", help="the study file, or the name of one in config/")
    add_config(parser)
    parser.add_argument(
        "--cores", default="all", metavar="N", help="cores to use; left out, all"
    )
    add_forms(parser).add_argument(
        "--dry-run",
        action="store_true",
        help="check the study and say what would be made, and make nothing",
    )


def run(given: argparse.Namespace) -> int:
    """Call Snakemake, after a look at the study and the machine's keys."""
    _refuse_data(given.study)
    _refuse_other_study(given)
    # Snakemake would say the same in more lines.
    machine_of(given)
    study = read_study(given.study, FOLDER)
    is_asked = given.quiet or given.json
    if is_asked and isinstance(study, Planning):
        raise ValueError(f"{study.path} is a plan, which has no --quiet and no --json")
    command = [
        *(sys.executable, "-P", "-m", "snakemake"),
        # It takes all words up to an option: what is asked for comes after it.
        *("--config", f"study={given.study}", *given.config),
        *("--snakefile", str(FOLDER / "Snakefile"), "--cores", given.cores),
        *(["--dry-run"] if given.dry_run else []),
        *(["--quiet=all"] if given.quiet else []),
        *given.for_snakemake,
    ]
    unnoted = [x for x in given.for_snakemake if x.startswith(_UNNOTED)]
    if is_asked and unnoted:
        raise ValueError(f"with {unnoted[0]} there is no answer for --quiet or --json")
    if given.dry_run or unnoted:
        return replace_process(command)
    status = run_snakemake(command, study.name)
    if is_asked and not status:
        made = layout_of(study.name)
        if not Path(made.answer).is_file():
            raise ValueError(f"no answer at {made.answer}; ask for no other target")
        check_inputs([made.answer], [made.made("report")], study.name)
        answer = read_json(made.answer) | {"report": made.report}
        print(answer["verdict"] if given.quiet else json.dumps(answer, indent=1))
    return status


def replace_process(command: list[str]) -> int:
    """Replace this process by a command."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(command[0], command)


def _refuse_data(study: str) -> None:
    """Refuse a folder or a data file where a study file is wanted."""
    path = Path(study)
    if path.is_dir() or path.name.lower().endswith(SUFFIXES):
        studies = sorted(map(str, path.glob("*.y*ml"))) if path.is_dir() else []
        hint = f"make a study of it by `tenbyten new {study}`"
        hint = f"give {' or '.join(studies)}" if studies else hint
        what = "a folder" if path.is_dir() else "a file of data"
        raise ValueError(f"{study} is {what}, and no study file (.yaml); {hint}")


def _refuse_other_study(given: argparse.Namespace) -> None:
    """Refuse what would name another study to Snakemake, or none."""
    for word in given.for_snakemake:
        if word == "--config" or word.startswith(("--config=", "-C")):
            raise ValueError(
                f"{word} after -- takes the place of all keys, the study among them; "
                f"give keys before --, by --config KEY=VALUE"
            )
    for word in given.config:
        if word.startswith("study="):
            raise ValueError(
                f"--config {word}: the study is {given.study}; leave this out"
            )


def run_snakemake(command: list[str], study: str) -> int:
    """Call Snakemake, and note this; return its exit status.

    Snakemake locks what a run makes, and cannot know that the run was killed. The
    system unlocks a file when the last process that holds it has ended.

    The lock of a run that was noted, and was killed on this machine, is removed first.

    Parameters
    ----------
    command : list of str
        A call of Snakemake.
    study : str
        Name of the study that it runs. A file in results/ has the machine's name
        while it does.

    Raises
    ------
    ValueError
        If a run works on the study.
    """
    _RESULTS.mkdir(exist_ok=True)
    path, here = _RESULTS / _NAME.format(study), socket.gethostname()
    with open(path, "a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError("a run works on this study; wait until it ends") from None
        except OSError:
            # A file system without locks: no run can be known to be dead.
            return _call(command, file)
        file.seek(0)
        host = file.read()
        if host and host != here:
            _tell(f"a run was noted here, on {host}, and did not end as far as known")
        elif host and (other := _others(path)):
            _tell(f"the last run was killed; its lock stays, for {other} works here")
        elif host:
            _tell("the last run was killed; the lock that it left is removed")
            if status := subprocess.run([*command, "--unlock"]).returncode:
                return status
        file.truncate(0)
        file.write(here)
        file.flush()
        status = _call(command, file)
        path.unlink(missing_ok=True)
    # It stood there before, or holds what was made.
    with suppress(OSError):
        _RESULTS.rmdir()
    # As a shell tells of a signal.
    return 128 - status if status < 0 else status


def _tell(text: str) -> None:
    """Say it before Snakemake says more."""
    print(f"tenbyten run: {text}", file=sys.stderr, flush=True)


def _call(command: list[str], file: IO[str]) -> int:
    """Call a command, which gets signals and the locked file; return its status."""
    sys.stdout.flush()
    sys.stderr.flush()
    with subprocess.Popen(command, pass_fds=[file.fileno()]) as snakemake:

        def hand_on(number: int, _: Any) -> None:
            # What is typed in a terminal reaches both.
            if number != signal.SIGINT or not sys.stdin.isatty():
                snakemake.send_signal(number)

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, hand_on)
        return snakemake.wait()


def _others(own: Path) -> str:
    """Name a run that works here, or may; empty if there is none."""
    for path in set(_RESULTS.glob(_NAME.format("*"))) - {own}:
        if (host := path.read_text(encoding="utf-8")) != socket.gethostname():
            return f"a run on {host}"
    for process in psutil.process_iter(["cmdline", "cwd"]):
        names = [Path(word).name for word in (process.info["cmdline"] or ())[:4]]
        if "snakemake" in names and process.info["cwd"] == str(Path.cwd()):
            return f"process {process.pid}"
    return ""
