"""Kept counts that are damaged are named, not taken, and made again."""

import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from keeping import METRICS, SUMS, WANTED, do_job, edited

from tenbyten.engines.kept_counts import KeptCounts


def swap(of):
    of["bayes"], of["drawn"] = of["drawn"], of["bayes"]


def swap_runs(of):
    of["bayes"]["runs"], of["drawn"]["runs"] = of["drawn"]["runs"], of["bayes"]["runs"]


def exchange(of):
    runs = of["drawn"]["runs"]
    runs["1"], runs["2"] = runs["2"], runs["1"]


def count(of):
    entry = of["drawn"]["runs"]["3"]
    entry["counts"] = entry["counts"].replace("/75", "/76", 1)


DAMAGES = {
    "a count": (count, "drawn: run 3 damaged"),
    "a metric": (
        lambda of: of["drawn"]["runs"]["3"]["metrics"].update(auc="1 1"),
        "drawn: run 3 damaged",
    ),
    "a checksum": (
        lambda of: of["bayes"]["runs"]["1"].update(sum="0" * 64),
        "bayes: run 1 damaged",
    ),
    "no checksum": (
        lambda of: of["bayes"]["runs"]["1"].pop("sum"),
        "bayes: run 1 damaged",
    ),
    "folds": (
        lambda of: of["bayes"]["runs"]["1"].update(folds=SUMS[2]),
        "bayes: run 1 damaged",
    ),
    "made from": (
        lambda of: of["bayes"]["made_from"].update(seed=7),
        "bayes: run 1, run 2, run 3, run 4 damaged",
    ),
    "no run": (lambda of: of["bayes"].update(runs=[1]), "bayes: all damaged"),
    "no classifier": (lambda of: of.update(bayes=3), "bayes: all damaged"),
    "two classifiers exchanged": (swap, "drawn: run 1, run 2, run 3, run 4 damaged"),
    "their runs exchanged": (swap_runs, "bayes: run 1, run 2, run 3, run 4 damaged"),
    "two runs exchanged": (exchange, "drawn: run 1, run 2 damaged"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_entry_is_named_and_made_again(what, path, rows, caplog):
    damage, said = DAMAGES[what]
    edited(path, damage)
    kept = KeptCounts(path)
    assert f"{path}: {said}: not used" in kept.damaged
    assert set(kept.damaged) == set(caplog.messages)
    assert kept.missing(WANTED, SUMS)
    assert do_job(kept).rows == rows
    again = KeptCounts(path)
    assert again.damaged == []
    assert again.rows(WANTED, SUMS, "iris", METRICS) == rows


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[:-9], "cannot be read"),
        (lambda text: "", "cannot be read"),
        (lambda text: "[]", "cannot be read"),
        (lambda text: "[" * 100_000, "cannot be read"),
        (lambda text: text.replace("iris", "wine"), "counts of 'wine' in format 1"),
        (lambda text: text.replace("1,", "2,", 1), "counts of 'iris' in format 2"),
    ],
)
def test_a_damaged_file_is_named_and_made_again(damage, said, path, rows):
    path.write_text(damage(path.read_text()))
    kept = KeptCounts(path)
    assert kept.damaged == [f"{path}: {said}: not used"]
    assert do_job(kept).rows == rows
    assert KeptCounts(path).damaged == []


def test_another_data_set_s_counts_are_not_taken(path):
    other = shutil.copy(path, path.with_name("wine.json"))
    assert len(KeptCounts(other).missing(WANTED, SUMS)) == 2
    # Nor under this one's name.
    other.write_text(other.read_text().replace('"iris"', '"wine"'))
    kept = KeptCounts(other)
    assert len(kept.damaged) == len(kept.missing(WANTED, SUMS)) == 2


@given(st.integers(0), st.integers(0, 255))
@settings(max_examples=300)
def test_no_byte_can_be_changed_to_give_another_row(made, rows, at, byte):
    content = bytearray(made.read_bytes())
    content[at % len(content)] = byte
    folder = made.parent.with_name("changed") / "panel"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "iris.json"
    path.write_bytes(content)
    kept = KeptCounts(path)
    missing = kept.missing(WANTED, SUMS, metrics=METRICS)
    assert missing or kept.rows(WANTED, SUMS, "iris", METRICS) == rows
    for name in WANTED:
        fitting = [run for run in SUMS if run not in missing.get(name, [])]
        sums = {run: SUMS[run] for run in fitting}
        found = kept.rows({name: WANTED[name]}, sums, "iris", METRICS)
        assert found == [x for x in rows if x[1] == name and x[2] in sums]
