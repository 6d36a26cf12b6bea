"""Counts are found by what made them: nothing is trained twice or mistaken."""

import hashlib
import json

import pytest

pytestmark = pytest.mark.slow

ACCURACIES = "results/traced/accuracies.csv"
FORCED = ["--forcerun", "crossvalidate", "--until", "crossvalidate"]
RECOUNT = {"config": ["recount=true"]}


def count(study, *arguments, **settings):
    """Make the accuracies; return runs trained and read, and what was made."""
    for log in study.top.glob("logs/crossvalidate/*/*"):
        log.unlink()
    study.do(ACCURACIES, *arguments, **settings)
    return study.counted(), (study.folder / ACCURACIES).read_bytes()


def alter_a_count(study, name="iris/J48~*.json", old="[50, 4", new="[50, 3"):
    """Change a count in a file of the cache, whose checksum stays right."""
    (path,) = study.top.glob(f"cache/{name}")
    body = path.read_text().rpartition("\n")[0]
    assert old in body
    body = body.replace(old, new, 1)
    path.write_text(f"{body}\n{hashlib.sha256(body.encode()).hexdigest()}")
    return path


def test_runs_come_and_go_and_only_new_ones_are_trained(copied):
    before = (copied.folder / ACCURACIES).read_bytes()
    copied.replace("runs: 2", "runs: 3")
    # Of three classifiers on four data sets; one failed on one.
    assert count(copied)[0] == (11, 22)
    copied.replace("runs: 3", "runs: 2")
    counted, after = count(copied)
    assert counted == (0, 22)
    assert after == before


def test_a_data_set_in_the_middle_changes_its_batch_alone(copied):
    before = (copied.folder / ACCURACIES).read_bytes()
    row = "3\tmonks\tmonks-1\t\t432\n"
    added = "3\tscale\tbalance-scale\t\t625\n4\tmonks\tmonks-1\t\t432\n"
    copied.replace(row, added, "traced.tsv")
    copied.replace("4\tleaves", "5\tleaves", "traced.tsv")
    jobs = copied.jobs(ACCURACIES)
    assert jobs["prepare"] == 1
    assert count(copied)[0] == (6, 16)
    copied.replace(added, row, "traced.tsv")
    copied.replace("5\tleaves", "4\tleaves", "traced.tsv")
    counted, after = count(copied)
    assert counted[0] == 0
    assert after == before


def test_a_changed_classifier_alone_is_trained_and_back_nothing_is(copied):
    before = (copied.folder / ACCURACIES).read_bytes()
    copied.replace("n_neighbors: 3", "n_neighbors: 5")
    assert count(copied)[0] == (6, 0)
    copied.replace("n_neighbors: 5", "n_neighbors: 3")
    counted, after = count(copied)
    assert counted == (0, 6)
    assert after == before


def test_what_is_forced_is_read_and_a_recount_compares(copied):
    assert count(copied, *FORCED[:2])[0] == (0, 22)
    assert count(copied, *FORCED[:2], **RECOUNT)[0] == (22, 0)
    logs = copied.top.glob("logs/crossvalidate/native/*")
    text = "".join(path.read_text() for path in logs)
    assert "recount: 12 runs of a classifier compared, all as kept" in text


def test_a_recount_names_what_differs_and_what_cannot_be_compared(copied):
    altered = alter_a_count(copied)
    code, said = copied(*FORCED, "--keep-going", **RECOUNT)
    assert code != 0
    assert "iris, J48, run" in said
    assert "is the classifier not deterministic?" in said
    altered.unlink()
    for path in copied.top.glob("cache/*/*"):
        path.unlink()
    code, said = copied(*FORCED, **RECOUNT)
    assert code != 0
    assert "recount: nothing is kept that could be compared" in said


def test_an_altered_file_of_the_cache_is_named_and_not_read(copied):
    (path,) = copied.top.glob("cache/iris/J48~*.json")
    whole = path.read_text()
    content = json.loads(whole.rpartition("\n")[0])
    assert content["made_from"]["learner"] == "J48"
    for damaged in (whole[:-80], whole.replace("[50, 4", "[50, 3", 1)):
        path.write_text(damaged)
        code, said = copied(*FORCED)
        assert code != 0
        assert f"{path.name}: altered since it was written; delete the file" in said
    path.unlink()
    assert count(copied, *FORCED[:2])[0][0] == 2


def test_counts_of_an_earlier_module_are_kept_on_request_and_it_is_told(copied):
    copied.replace("check_rows(X)", "self.a_ = check_rows(X)", "mine.py")
    copied.replace("runs: 2", "runs: 3\nkeep: [Mine]")
    trained, read = count(copied)[0]
    # The new run, on four data sets; on one of them Mine fails.
    assert (trained, read) == (11, 22)
    said = "Counts of Mine on 3 data sets were made by an earlier version of mine, kept"
    assert copied.do()
    for file in ("summary.txt", "report.html"):
        assert said in " ".join((copied.top / file).read_text("utf-8").split())
    kept = json.loads((copied.top / "provenance.json").read_text())["kept"]
    where = {f"{x}/Mine" for x in ("iris", "monks", "leaves")}
    assert {x.split("~")[0] for x in kept} == where
    assert f"note: {said} by `keep`.\nverified" in copied.do("verify")
