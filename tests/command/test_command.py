"""The command `tenbyten`, as a user calls it."""

import re
import subprocess
import sys

import pytest
from openml_loopback import ARFF, ATTRIBUTES

import tenbyten
from loopback_fixtures import server
from tenbyten.command import COMMANDS, main
from tenbyten.study.reading import read_sheet

__all__ = ["server"]


@pytest.fixture
def coins(server):
    server.add_dataset(
        7, attributes=ATTRIBUTES, arff=ARFF, default_target="side", instances=3
    )
    server.add_task(59, openml_id=7, target="side", splits=b"")
    server.add_suite(99, tasks=[59], alias="OpenML-Coins")
    return server


@pytest.fixture
def call(coins, capsys):
    def call(*arguments):
        reach = (f"openml_server={coins.address}", "openml_attempts=1")
        status = main([*map(str, arguments), "--config", *reach])
        return status, capsys.readouterr()

    return call


def test_a_suite_becomes_a_sheet_that_a_study_can_have(call, tmp_path):
    sheet = tmp_path / "coins.tsv"
    status, said = call("suite", "OpenML-Coins", sheet)
    assert (status, said.out) == (0, f"{sheet}: 1 data sets\n")
    assert sheet.read_text().startswith("# OpenML suite 99, A suite of a test: 1 tasks")
    facts = {"instances": 3, "attributes": 2, "numeric": 1}
    facts |= {"classes_declared": 2, "missing_cells": 0}
    ids = {"openml_id": 7, "openml_task": 59}
    rows = read_sheet(sheet)
    assert {k: v for k, v in rows["table"].items() if k in ids | facts} == ids | facts
    status, said = call("suite", "99", sheet)
    assert (status, said.err.splitlines()[-1]) == (
        1,
        f"tenbyten suite: {sheet} is there; move it away first",
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["suite", "98", "{}/a.tsv"], "suite: OpenML suite 98: .* write the sheet"),
        (["suite", "99", "{}/a.csv"], "the name of a sheet ends in .tsv"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(call, tmp_path, arguments, said):
    status, told = call(*(word.format(tmp_path) for word in arguments))
    assert status == 1
    assert re.search(said, told.err.splitlines()[-1])
    assert not (tmp_path / "a.csv").exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name, capsys):
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: tenbyten {name} ")


def test_without_a_command_the_help_is_printed(capsys):
    assert main([]) == 2
    assert "first steps:" in capsys.readouterr().out


def test_the_version_is_printed(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"tenbyten {tenbyten.__version__}\n"


def test_words_for_snakemake_are_refused_where_it_is_not_called(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["compare", "theirs.csv", "--", "-n"])
    assert ended.value.code == 2
    assert "compare calls no Snakemake" in capsys.readouterr().err


def test_no_module_of_the_working_directory_is_imported(tmp_path):
    for name in ("argparse", "logging", "csv", "numpy", "pandas", "yaml"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('trapped')\n")
    (tmp_path / "matplotlibrc").write_text("backend: module://mine\n")
    rows = [f"d{n},0.{n},0.{n + 1}\n" for n in range(10, 30)]
    (tmp_path / "results.csv").write_text("".join(["dataset,A,B\n", *rows]))
    call = [sys.executable, "-m", "tenbyten", "compare", "results.csv", "--quiet"]
    got = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
    assert got.returncode == 0, got.stderr


def test_control_characters_of_names_do_not_reach_the_terminal(tmp_path, capsys):
    (tmp_path / "keys.yaml").write_text('"\\e]0;x\\a\\e[31mred": 1\nclassifiers: {}\n')
    (tmp_path / "sheet.tsv").write_text("name\tta\x1b[31mrget\niris\t\n")
    sheet = "datasets: sheet.tsv\nclassifiers: {A: {}, B: {}}\n"
    (tmp_path / "sheet.yaml").write_text(sheet)
    rows = [f"d{n},0.{n},0.{n + 1}\n" for n in range(10, 30)]
    header = "dataset,A\x1b[31m,B\N{RIGHT-TO-LEFT OVERRIDE}\n"
    (tmp_path / "results.csv").write_text("".join([header, *rows]))
    for words in ("run keys.yaml", "verify sheet.yaml", "compare results.csv"):
        command, file = words.split()
        main([command, str(tmp_path / file)])
        said = "".join(capsys.readouterr())
        assert "\\x1b[31m" in said
        assert all(x.isprintable() or x == "\n" for x in said)
