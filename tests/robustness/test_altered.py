"""An altered file is named at every stage, and no table is made of it."""

import os
import shutil

import pytest

pytestmark = pytest.mark.slow

# A file of each stage, and the rule that reads it.
STAGES = {
    "data/from-iris.zip": "crossvalidate",
    "counts/native/from-iris.csv": "collect",
    "counts/native/from-iris.failures.csv": "collect",
    "accuracies.csv": "run_correlated_t",
    "failures.csv": "run_poisson",
    "comparisons/correlated_t.csv": "run_signed_rank",
    "comparisons/all/poisson.csv": "analyse",
    "provenance.json": "analyse",
    "made/collect.json": "run_correlated_t",
}


def digit(content):
    """Another digit near the end."""
    place = max(content.rfind(x) for x in (b"1", b"2", b"3", b"4"))
    return content[:place] + b"7" + content[place + 1 :]


WAYS = {
    "a digit": digit,
    "cut": lambda content: content[: len(content) * 2 // 3],
    "emptied": lambda content: b"",
}


def write_unseen(path, content):
    """Write a file whose time stays."""
    assert content != path.read_bytes()
    time = path.stat().st_mtime_ns
    path.write_bytes(content)
    os.utime(path, ns=(time, time))


def refused(study, file, rule):
    """Let a rule run again; it must name the file, and write nothing."""
    code, said = study("--forcerun", rule, "--until", rule, "--keep-going")
    assert code != 0
    assert f"results/traced/{file}: not as it was " in said
    code, said = study("verify")
    assert code != 0
    assert f"results/traced/{file}: not as it was " in said


@pytest.mark.parametrize(("file", "way"), [*zip(STAGES, [*WAYS] * 9, strict=False)])
def test_what_is_altered_is_named_and_never_read(copied, undisturbed, file, way):
    path = copied.top / file
    whole = path.read_bytes()
    write_unseen(path, WAYS[way](whole))
    refused(copied, file, STAGES[file])


def test_the_remedy_gives_the_same_bytes(copied, undisturbed):
    for file in STAGES:
        (copied.top / file).unlink()
    shutil.rmtree(copied.top / "tables" / "exported")
    copied.do()
    assert copied.made() == undisturbed.made()
    assert copied.jobs() == {}
    assert "verified: " in copied.do("verify")
