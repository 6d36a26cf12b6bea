"""The command that calls Snakemake: `tenbyten run`."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from heed_signals import heed_signals
from tenbyten.command import main, run
from tenbyten.jobs.records import Expected, write_record
from tenbyten.layout import ANSWERING, FOLDER


@pytest.fixture
def called(monkeypatch):
    """Call a command; return its exit status, and what Snakemake is called with."""

    def called(*words):
        found = []
        with monkeypatch.context() as patch:
            patch.setattr(run, "replace_process", lambda call: found.append(call) or 3)
            patch.setattr(run, "run_snakemake", lambda x, study: found.append(x) or 3)
            status = main(words)
        (command,) = found or [None]
        return status, command and command[command.index("snakemake") + 1 :]

    return called


SNAKEFILE = ["--snakefile", str(FOLDER / "Snakefile")]
_GIVEN = ("engine=weka", "weka_jar=")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["run", "demo"], ["study=demo", *SNAKEFILE, "--cores", "all"]),
        (
            ["run", "my data/a.yaml", "--cores", "4", "--dry-run"],
            ["study=my data/a.yaml", *SNAKEFILE, "--cores", "4", "--dry-run"],
        ),
        (
            ["run", "demo", "--config", "engine=weka", "weka_jar=", "--", "-k", "-n"],
            ["study=demo", *_GIVEN, *SNAKEFILE, "--cores", "all", "-k", "-n"],
        ),
        # What is asked for is no key.
        (
            ["run", "demo", "--config", _GIVEN[0], "--config", _GIVEN[1], "--", "it"],
            ["study=demo", *_GIVEN, *SNAKEFILE, "--cores", "all", "it"],
        ),
    ],
)
def test_snakemake_is_called_with_the_words_and_its_status_returned(
    called, words, expected, root, tmp_path, monkeypatch
):
    shutil.copytree(root / "tests" / "tiny", tmp_path / "my data")
    (tmp_path / "my data" / "tiny.yaml").rename(tmp_path / "my data" / "a.yaml")
    monkeypatch.chdir(tmp_path)
    assert called(*words) == (3, ["--config", *expected])


def test_the_answer_alone_is_printed_for_people_or_programs(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    calls = []

    def snakemake(call, study):
        calls.append(call)
        print("1 of 2 steps", file=sys.stderr)
        return 0

    monkeypatch.setattr(run, "run_snakemake", snakemake)
    assert main(["run", "demo", "--json"]) == 1
    assert "no answer at results/demo/summary.json" in capsys.readouterr().err
    Path("results/demo").mkdir(parents=True)
    Path("results/demo/summary.json").write_text('{"verdict": "A is better.", "n": 1}')
    how = {"study": "demo", "expected": Expected(), "inputs": {}, "more": {}}
    made = Path("results/demo/made/analyse.json")
    made.parent.mkdir()
    write_record(made, outputs=["results/demo/summary.json"], **how)
    assert main(["run", "demo", "--json", "--", "-k"]) == 0
    answer = {"verdict": "A is better.", "n": 1, "report": "results/demo/report.html"}
    assert json.loads(capsys.readouterr().out) == answer
    assert main(["run", "demo", "--quiet"]) == 0
    assert capsys.readouterr().out == "A is better.\n"
    # Snakemake's own flags stay its own.
    assert ["--quiet=all" in call for call in calls] == [False, False, True]
    Path("results/demo/summary.json").write_text('{"verdict": "B is better."}')
    assert main(["run", "demo", "--quiet"]) == 1
    assert "summary.json: not as it was written" in capsys.readouterr().err
    assert main(["run", "demo", "--quiet", "--", "-n"]) == 1
    assert "with -n there is no answer" in capsys.readouterr().err
    # A target has no verdict, and one of before is not its answer.
    assert main(["run", "demo", "--quiet", "--", "parity"]) == 0
    said = "parity: no fold differs between native and WEKA engine: results/demo/tables"
    assert capsys.readouterr().out == f"{said}/parity.md\n"
    assert main(["run", "demo", "--json", "--", "parity"]) == 1
    assert "the target parity has no answer" in capsys.readouterr().err
    # A run that fails has no answer.
    monkeypatch.setattr(run, "run_snakemake", lambda call, study: 3)
    assert main(["run", "demo", "--json"]) == 3
    assert capsys.readouterr().out == ""


def test_the_answer_of_a_study_is_held_to_the_record_of_its_rule(
    demo, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "run_snakemake", lambda call, study: 0)
    (tmp_path / "results/demo/made").mkdir(parents=True)
    for name in ("summary.json", f"made/{ANSWERING}.json"):
        shutil.copy(demo / name, tmp_path / "results/demo" / name)
    assert main(["run", "demo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["alpha"] == 0.05
    with (tmp_path / "results/demo/summary.json").open("a") as file:
        file.write(" ")
    assert main(["run", "demo", "--json"]) == 1
    assert "summary.json: not as it was written" in capsys.readouterr().err


def test_data_in_place_of_a_study_are_refused_with_what_to_do(
    called, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    for given, told in [("mine", "a folder"), ("mine/a.csv", "a file of data")]:
        assert called("run", given) == (1, None)
        said = capsys.readouterr().err
        assert f"{given} is {told}" in said
        assert f"`tenbyten new {given}`" in said
    (tmp_path / "mine" / "mine.yaml").touch()
    called("run", "mine")
    assert "give mine/mine.yaml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["none"], r"no study none in .* demo, "),
        (["none.yaml"], r"no study none\.yaml in .* demo, "),
        (["demo", "--config", "engin=weka"], "unknown key engin; did you mean engine?"),
        (["demo", "--config", "study=paper"], "the study is demo; leave this out"),
        (["demo", "--", "--config", "engine=weka"], "give keys before --"),
        (["demo", "--", "-C", "engine=weka"], "give keys before --"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    called, tmp_path, capsys, monkeypatch, words, said
):
    monkeypatch.chdir(tmp_path)
    assert called("run", *words) == (1, None)
    (line,) = capsys.readouterr().err.splitlines()
    assert re.match(f"tenbyten run: .*{said}", line)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [(["--dry-run"], 0, "tiny"), (["--", "--nonsense"], 2, "--nonsense")],
)
def test_a_study_is_run_in_the_working_directory(root, tmp_path, words, status, said):
    # What stands there is not imported in place of a library.
    (tmp_path / "random.py").write_text("raise SystemExit(9)\n")
    call = "import sys; from tenbyten.command import main; sys.exit(main(sys.argv[1:]))"
    study = root / "tests" / "tiny" / "tiny.yaml"
    command = [sys.executable, "-P", "-c", call, "run", study, "--cores", "1", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    assert said in done.stdout + done.stderr
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("variable", ["HOME", "XDG_CACHE_HOME"])
def test_a_folder_of_caches_that_cannot_be_written_is_named(
    called, tmp_path, capsys, monkeypatch, variable
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv(variable, "/dev/null/nobody")
    assert called("run", "demo") == (1, None)
    said = capsys.readouterr().err
    assert "/dev/null/nobody" in said
    assert "set XDG_CACHE_HOME to a folder that you can write" in said


# After a run was killed the next one goes on; others' locks stay.

TOY = """
rule make:
    output: "made.txt"
    shell: "mktemp > temporary; touch begun; while test -e slow; do sleep 0.1; done; "
        "test ! -e bad; touch {output}"
"""
RUN = """
import sys
from tenbyten.command.run import run_snakemake
command = [sys.executable, "-m", "snakemake", "--cores", "1", "--rerun-incomplete"]
try:
    sys.exit(run_snakemake(command, "study"))
except ValueError as error:
    sys.exit(f"refused: {error}")
"""
CALL = [sys.executable, "-c", RUN]
LOCKED = "Directory cannot be locked"
NOTE = Path("results", ".tenbyten-run-study")


@pytest.fixture
def study(tmp_path, monkeypatch):
    """A study in the working directory: run it, or kill a run of it."""
    monkeypatch.chdir(tmp_path)
    Path("Snakefile").write_text(TOY)

    def begin(command=CALL):
        Path("slow").touch()
        Path("begun").unlink(missing_ok=True)
        how = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        begun = subprocess.Popen(
            command, **how, start_new_session=True, preexec_fn=heed_signals
        )
        until = time.monotonic() + 60
        while not Path("begun").exists():
            assert time.monotonic() < until
            time.sleep(0.1)
        return begun

    def kill(command=CALL):
        begun = begin(command)
        os.killpg(begun.pid, signal.SIGKILL)
        begun.wait()
        Path("slow").unlink()

    def run():
        done = subprocess.run(CALL, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stderr

    return SimpleNamespace(begin=begin, kill=kill, run=run)


def test_after_a_kill_the_same_command_goes_on(study):
    study.kill()
    assert NOTE.read_text() == socket.gethostname()
    code, said = study.run()
    assert code == 0, said
    assert "the last run was killed; the lock that it left is removed" in said
    assert Path("made.txt").exists()
    assert not Path("results").exists()


def test_a_lock_of_another_machine_s_run_stays(study):
    study.kill()
    NOTE.write_text("elsewhere")
    code, said = study.run()
    assert code == 1
    assert "a run was noted here, on elsewhere, and did not end" in said
    assert LOCKED in said
    assert not Path("made.txt").exists()


def test_a_lock_of_which_nothing_is_noted_stays(study):
    study.kill([sys.executable, "-m", "snakemake", "--cores", "1"])
    code, said = study.run()
    assert code == 1
    assert LOCKED in said


def test_while_a_run_works_another_is_refused_and_unlocks_nothing(study):
    begun = study.begin()
    code, said = study.run()
    assert code == 1
    assert "refused: a run works on this study; wait until it ends" in said
    # Another study's run, which was killed, does not take this one's lock.
    NOTE.with_name(".tenbyten-run-other").write_text(socket.gethostname())
    call = [*CALL[:2], RUN.replace('"study"', '"other"')]
    done = subprocess.run(call, stderr=subprocess.PIPE, text=True)
    assert "its lock stays, for process" in done.stderr
    assert LOCKED in done.stderr
    os.killpg(begun.pid, signal.SIGKILL)
    begun.wait()


def of_run(begun):
    """Snakemake and the other processes of a run."""
    run = psutil.Process(begun.pid)
    (snakemake,) = (x for x in run.children() if "snakemake" in x.cmdline())
    return snakemake, run.children(recursive=True)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_reaches_snakemake_and_its_status_is_returned(study, number):
    begun = study.begin()
    snakemake, _ = of_run(begun)
    begun.send_signal(number)
    # Snakemake waits for its jobs.
    Path("bad").touch()
    Path("slow").unlink()
    assert begun.wait(60) == 1
    assert not snakemake.is_running()
    assert not NOTE.exists()


WAYS = [
    (os.killpg, signal.SIGKILL),
    (os.killpg, signal.SIGHUP),
    (os.kill, signal.SIGQUIT),
    (os.kill, signal.SIGKILL),
]


@pytest.mark.parametrize(("send", "number"), WAYS)
def test_a_run_that_is_stopped_leaves_no_process_and_goes_on(study, send, number):
    begun = study.begin()
    _, processes = of_run(begun)
    temporary = Path(Path("temporary").read_text().strip())
    assert temporary.exists()
    send(begun.pid, number)
    begun.wait(60)
    # What a run that was killed has started is ended by another process.
    assert not psutil.wait_procs(processes, timeout=60)[1]
    Path("slow").unlink()
    code, said = study.run()
    assert code == 0, said
    assert Path("made.txt").exists()
    assert not NOTE.exists()
    assert not temporary.parent.exists()


def test_a_snakemake_that_hangs_is_killed_when_its_jobs_have_ended(study):
    code = RUN.replace(
        "command = [",
        """from tenbyten.command import run
run._PATIENCE = 0.5
code = "import signal, time; signal.signal(2, signal.SIG_IGN); open('begun', 'w')"
command = [sys.executable, "-c", code + "; time.sleep(999)", """,
    )
    begun = study.begin([sys.executable, "-c", code])
    begun.send_signal(signal.SIGTERM)
    assert begun.wait(60) == 128 + signal.SIGKILL
    assert NOTE.exists()
