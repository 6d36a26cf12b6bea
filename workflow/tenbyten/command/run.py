"""Run a study by Snakemake, in the working directory.

Its results go to results/<study>/, where report.html is the page to read first. After
an interruption or a change, run it again: only what is missing or changed is made.

It ends with the answer: --quiet prints the verdict alone, --json all of it for
programs, with the path of the report; Snakemake's lines go to standard error.

It calls Snakemake, with all cores unless --cores says how many. What stands after -- is
handed on, such as a target (`parity`) or options for a cluster. While it works, a file
in results/ names its machine. Where that run was killed, the next one on this machine
removes the lock that it left; no other lock is removed. A run that is stopped, by
whatever signal, ends with all its processes.
"""

import argparse
import fcntl
import hashlib
import json
import math
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import psutil

from tenbyten.command import add_config, add_forms, machine_of
from tenbyten.datasets.sources import SUFFIXES
from tenbyten.files import read_json
from tenbyten.jobs.records import check_inputs
from tenbyten.layout import ANSWERING, FOLDER, layout_of
from tenbyten.study import read_study

# With these nothing is made, or not in the working directory.
_UNNOTED = ("-n", "--dry-run", "--dryrun", "--unlock", "-d", "--directory")
# Targets that do not lead to the answer, and what is so when they are done.
_DONE = {
    "parity": "no fold differs between native and WEKA engine: {.parity_markdown}",
    "figures": "drawn for print: {.printed}",
    "verify": "nothing differs from its record in {.folder}",
    "simulations": "done",
}
_RESULTS = Path("results")
_NAME = ".tenbyten-run-{}"
# In the environment of a run's processes: the process of the run, and when it began.
_RUN = "TENBYTEN_RUN"
_SIGNALS = signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM
# With these jobs may be on other machines, where nobody sees whether they have ended.
_ELSEWHERE = ("-e", "--executor", "--profile", "--workflow-profile")
# Seconds that Snakemake may take to end when it was stopped and its jobs have ended.
_PATIENCE = 20.0
# Seconds in which the processes of a run that was killed are ended.
_ENDING = 3.0


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
    _refuse_home()
    # Snakemake would say the same in more lines.
    machine_of(given)
    study = read_study(given.study, FOLDER)
    is_asked = given.quiet or given.json
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
    targets = [x for x in given.for_snakemake if x in _DONE]
    if given.json and targets:
        raise ValueError(f"the target {targets[0]} has no answer for --json")
    if given.dry_run or unnoted:
        return replace_process(command)
    status = run_snakemake(command, study.name)
    made = layout_of(study.name)
    if is_asked and targets and not status:
        print(*(f"{x}: {_DONE[x].format(made)}" for x in targets), sep="\n")
    elif is_asked and not status:
        if not Path(made.answer).is_file():
            raise ValueError(f"no answer at {made.answer}; ask for no other target")
        check_inputs([made.answer], [made.made(ANSWERING)], study.name)
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


def _refuse_home() -> None:
    """Refuse a folder of caches in which Snakemake cannot keep anything."""
    cache = os.path.expanduser(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
    try:
        os.makedirs(f"{cache}/snakemake", exist_ok=True)
        tempfile.TemporaryFile(dir=f"{cache}/snakemake").close()
    except OSError as error:
        remedy = "set XDG_CACHE_HOME to a folder that you can write"
        raise ValueError(f"Snakemake cannot keep files: {error}; {remedy}") from None


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
    path, machine = _RESULTS / _NAME.format(study), socket.gethostname()
    with open(path, "a+", encoding="utf-8") as file:
        try:
            _lock(file)
        except BlockingIOError:
            raise ValueError("a run works on this study; wait until it ends") from None
        except OSError:
            # A file system without locks: no run can be known to be dead.
            return _call(command, file)
        file.seek(0)
        host = file.read()
        if host and host != machine:
            _tell(f"a run was noted here, on {host}, and did not end as far as known")
        elif host and (other := _others(path)):
            _tell(f"the last run was killed; its lock stays, for {other} works here")
        elif host:
            _tell("the last run was killed; the lock that it left is removed")
            if status := subprocess.run([*command, "--unlock"]).returncode:
                return status
        file.truncate(0)
        file.write(machine)
        file.flush()
        status = _call(command, file)
        if status >= 0:
            path.unlink(missing_ok=True)
    # It stood there before, or holds what was made.
    with suppress(OSError):
        _RESULTS.rmdir()
    # As a shell tells of a signal.
    return 128 - status if status < 0 else status


def _tell(text: str) -> None:
    """Say it before Snakemake says more."""
    print(f"tenbyten run: {text}", file=sys.stderr, flush=True)


def _lock(file: IO[str]) -> None:
    """Lock a file, for which those of a run that was killed get time to end."""
    until = time.monotonic() + _ENDING
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def _call(command: list[str], file: IO[str]) -> int:
    """Call a command, which gets signals and the locked file; return its status.

    When it was stopped, all that it has started ends with it. On SIGTERM Snakemake can
    hang: its handler waits for a lock that its own thread may hold. SIGINT is handed on
    instead, which ends that, too.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    run = f"{os.getpid()} {time.time()}"
    # The same for the next run, which removes what this one, if it is killed, leaves.
    of_study = f"{os.geteuid()} {Path(file.name).absolute()}"
    name = f"tenbyten-{hashlib.sha256(of_study.encode()).hexdigest()[:16]}"
    scratch = Path(tempfile.gettempdir(), name)
    is_here = not any(word.startswith(_ELSEWHERE) for word in command)
    env = os.environ | {_RUN: run} | ({"TMPDIR": str(scratch)} if is_here else {})
    fds = [file.fileno()]
    with (
        _guarded(run, scratch),
        subprocess.Popen(command, pass_fds=fds, env=env) as snakemake,
    ):
        last_sign = math.inf

        def hand_on(number: int, _: Any) -> None:
            # What is typed in a terminal reaches both.
            nonlocal last_sign
            if number != signal.SIGINT or not sys.stdin.isatty():
                is_end = number == signal.SIGTERM
                snakemake.send_signal(signal.SIGINT if is_end else number)
            last_sign = time.monotonic()

        for number in _SIGNALS:
            # As `nohup` wants it.
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, hand_on)
        while True:
            with suppress(subprocess.TimeoutExpired):
                return snakemake.wait(timeout=1.0)
            if last_sign == math.inf or not is_here:
                continue
            if any(x.pid != snakemake.pid for x in _processes(run)):
                last_sign = time.monotonic()
            elif time.monotonic() - last_sign > _PATIENCE:
                _tell("Snakemake hangs, and is killed; the same command goes on")
                snakemake.kill()


@contextmanager
def _guarded(run: str, scratch: Path) -> Iterator[None]:
    """End all that a run has started at its end, also if it is killed meanwhile.

    `scratch` is the folder of its temporary files until then.
    """
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(mode=0o700)
    ended, end = os.pipe()
    if not (guard := os.fork()):
        os.close(end)
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        os.read(ended, 1)
        until = time.monotonic() + _ENDING
        while (left := _processes(run)) and time.monotonic() < until:
            for process in left:
                with suppress(psutil.Error):
                    process.kill()
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(0)
    os.close(ended)
    yield
    os.close(end)
    os.waitpid(guard, 0)


def _processes(run: str) -> list[psutil.Process]:
    """List the processes that a run has started here, and that have not ended."""
    found, session = [], os.getsid(0)
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            # On this machine, a batch system may run jobs that have the environment.
            is_here = os.getsid(process.pid) == session
            if is_here and process.environ().get(_RUN) == run:
                found.append(process)
    return found


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
