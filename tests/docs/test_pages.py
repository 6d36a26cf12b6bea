"""Examples in pages, READMEs and config/README.md are what the program takes."""

import argparse
import ast
import re
import shlex
import shutil
from collections import Counter
from importlib import import_module

import pytest
import yaml

from pages import DOCS, PAGES, blocks
from sources import ROOT
from tenbyten.command import COMMANDS, main
from tenbyten.study.schema import StrictLoader, check_against_schema, read_schema

READMES = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "config/README.md", "workflow/README.md")
}
ALL = READMES | PAGES
CLASSIFIERS = {x: {"native": {"learner": "J48"}} for x in ("A", "B")}


def examples(*languages):
    """Every fenced block of these languages, with the page it is on."""
    found = [(name, x) for name, text in ALL.items() for x in blocks(text, *languages)]
    return pytest.mark.parametrize(
        ("name", "example"), found, ids=[name for name, _ in found]
    )


@examples("yaml")
def test_an_example_in_yaml_is_a_study_or_some_of_its_keys(name, example):
    values = yaml.load(example, Loader=StrictLoader)
    schema = read_schema("study")
    # What a study must have, where only some keys are shown; one classifier is few.
    schema["properties"]["classifiers"]["minProperties"] = 1
    needed = {"datasets": "a.tsv", "classifiers": CLASSIFIERS}
    check_against_schema(needed | values, schema, where=name)


@examples("python")
def test_an_example_in_python_is_python(name, example):
    if not example.startswith("# Snakefile"):
        ast.parse(example)


def commands(example):
    """The words of each command of an example, without variables before it."""
    for line in example.splitlines():
        for part in line.partition(" #")[0].split(" && "):
            words = shlex.split(part.removeprefix("$ "))
            while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
                del words[0]
            if words:
                yield words


@examples("console")
def test_an_example_of_a_command_has_options_that_there_are(name, example, capsys):
    known = read_schema("config")["properties"]
    for words in commands(example):
        program = words[0].removeprefix(".venv/bin/")
        assert program in {
            *("tenbyten", "snakemake", "pip", "apt-get", "python3", "sphinx-build"),
            *("pytest", "ruff", "mypy", "snakefmt", ".ci/run", ".ci/full"),
        }, words
        if program == "snakemake":
            keys = re.findall(r"(?<= )(\w+)=", " ".join(words))
            assert set(keys) <= known.keys(), words
        if program == "tenbyten":
            assert words[1] in COMMANDS, words
            parser = argparse.ArgumentParser()
            module = import_module(f"tenbyten.command.{words[1]}")
            module.add_arguments(parser)
            parser.parse_args(words[2 : [*words, "--"].index("--")])


def test_no_sentence_stands_twice():
    told = Counter()
    for text in ALL.values():
        prose = re.sub(r"^```.*?^```$|^\|.*$", "", text, flags=re.DOTALL | re.MULTILINE)
        sentences = {" ".join(x.split()) for x in re.split(r"(?<=[.:?])\s", prose)}
        told.update(x for x in sentences if len(x.split()) > 5)
    assert [x for x, times in told.items() if times > 1] == []


def test_the_site_is_short():
    words = sum(len(text.split()) for text in PAGES.values())
    assert words <= 25_000
    longest = max(PAGES, key=lambda name: len(PAGES[name].split()))
    assert len(PAGES[longest].split()) <= 1_200, longest


def test_every_page_has_a_name_of_its_own():
    names = Counter(name.removesuffix("/index").split("/")[-1] for name in PAGES)
    assert [x for x, times in names.items() if times > 1] == []


def test_pages_and_messages_name_pages_and_anchors_that_there_are():
    sources = [*(ROOT / "workflow").rglob("*.py"), *(ROOT / "workflow").rglob("*.yaml")]
    texts = [*ALL.values(), *(x.read_text(encoding="utf-8") for x in sources)]
    pages = {name.removesuffix("/index").split("/")[-1]: x for name, x in PAGES.items()}
    pages["docs"] = PAGES["index"]
    named = set(re.findall(r"tenbyten\s+docs\s+([a-z][\w-]+#?[\w-]*)`", "".join(texts)))
    assert {"keys", "splitters", "metrics", "sheets#types"} <= named
    for topic in named:
        page, _, anchor = topic.partition("#")
        assert not anchor or f"\n({anchor})=\n" in pages[page], topic


# The command


def call(topic, capsys):
    """What `tenbyten docs` prints, and its exit status."""
    status = main(["docs", *topic])
    told = capsys.readouterr()
    return status, told.out + told.err


@pytest.fixture
def opened(monkeypatch):
    """The addresses that a browser is given."""
    given = []
    monkeypatch.setattr("webbrowser.open", given.append)
    return given


def test_a_page_that_was_not_built_is_printed_with_its_keys(
    monkeypatch, tmp_path, capsys, opened
):
    for name in ("index", "reference/keys"):
        path = (tmp_path / name).with_suffix(".md")
        path.parent.mkdir(exist_ok=True)
        path.write_text(PAGES[name], encoding="utf-8")
    shutil.copy(DOCS / "conf.py", tmp_path)
    monkeypatch.setattr("tenbyten.command.docs.DOCUMENTATION", tmp_path)
    status, told = call(["keys"], capsys)
    assert status == 0
    assert "\n`alpha` - a number above 0 below 0.5, default `0.05`\n: Size" in told
    assert opened == []
    page = tmp_path / "html" / "reference" / "keys.html"
    page.parent.mkdir(parents=True)
    page.touch()
    status, told = call(["keys#names"], capsys)
    assert (status, told) == (0, f"{page.as_uri()}#names\n")
    assert opened == [f"{page.as_uri()}#names"]


def test_an_unknown_page_is_refused_with_a_hint(capsys):
    assert call(["metric"], capsys) == (
        1,
        "tenbyten docs: no page 'metric'; did you mean metrics?\n",
    )
    status, told = call(["x"], capsys)
    assert status == 1
    assert "there are" in told
    assert "which-test" in told


def test_without_a_topic_it_is_the_first_page(capsys, opened):
    status, told = call([], capsys)
    assert status == 0
    assert "index.html" in told or "# tenbyten" in told
