"""The command that calls Snakemake: `tenbyten run`."""

import re
import shutil
import subprocess
import sys

import pytest

from tenbyten.command import main, run
from tenbyten.project import FOLDER


@pytest.fixture
def called(monkeypatch):
    """Call a command; return its exit status, and what Snakemake is called with."""

    def called(*words):
        found = []
        with monkeypatch.context() as patch:
            patch.setattr(run, "become", lambda call: found.append(call) or 3)
            patch.setattr(run, "conduct", lambda call, study: found.append(call) or 3)
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
        (
            ["run", "demo", *("--config", "engine=weka", "--config", "weka_jar=")],
            ["study=demo", *_GIVEN, *SNAKEFILE, "--cores", "all"],
        ),
        # What is asked for is no key.
        (
            ["run", "demo", "--", "parity"],
            ["study=demo", *SNAKEFILE, "--cores", "all", "parity"],
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
        (["demo", "--config", "study=plan"], "the study is demo; leave this out"),
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
    done = subprocess.run(
        [sys.executable, "-P", "-c", call, "run", study, "--cores", "1", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert said in done.stdout + done.stderr
    assert not (tmp_path / "results").exists()
