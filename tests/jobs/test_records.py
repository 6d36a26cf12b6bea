"""Results are held to what their jobs read and wrote."""

import shutil
from pathlib import Path

import pytest

from tenbyten.command import main
from tenbyten.files import write_json
from tenbyten.jobs.records import (
    Expected,
    check_inputs,
    check_results,
    read_checked,
    read_record,
    remove_leftovers,
    verify,
    write_checked,
    write_record,
)
from tenbyten.versions import digest

EXPECTED = {"test/all": Expected({"rope": 0.01}, {"numpy": "2"})}
EXPECTED |= {"draw": Expected({"wide": True}, {"numpy": "2"})}
FINGERPRINTS = {job: x.fingerprint for job, x in EXPECTED.items()}


@pytest.fixture
def study(tmp_path, monkeypatch):
    """Results of two jobs: the second has drawn a folder of figures from a table."""
    monkeypatch.chdir(tmp_path)
    top = Path("results/mine")
    (top / "figures").mkdir(parents=True)
    (top / "made/test").mkdir(parents=True)
    (top / "t.csv").write_text("p\n1\n")
    (top / "figures/a.svg").write_text("<svg/>")
    (tmp_path / "sheet.tsv").write_text("name\n")
    do_test(top)
    inputs = check_inputs([top / "t.csv"], [top / "made/test/all.json"], "mine")
    how = {"study": "mine", "more": {}, "outputs": [top / "figures"]}
    made = EXPECTED["draw"]
    write_record(top / "made/draw.json", expected=made, inputs=inputs, **how)
    return top


def do_test(top, expected=EXPECTED["test/all"]):
    inputs = check_inputs(["sheet.tsv"], [], "mine")
    how = {"study": "mine", "more": {"cache": ["a"]}, "outputs": [top / "t.csv"]}
    write_record(top / "made/test/all.json", expected=expected, inputs=inputs, **how)


def told(study):
    """What a verification says; a check of the results agrees with it."""
    text, is_whole = verify(study, FINGERPRINTS)
    files = [study / "t.csv", study / "figures"]
    records = [study / f"made/{job}.json" for job in FINGERPRINTS]
    how = files, records, FINGERPRINTS, "mine"
    if is_whole and "note" not in text:
        assert check_results(*how) == text
    elif not is_whole:
        with pytest.raises(ValueError, match="run"):
            check_results(*how)
    return text


def test_a_record_has_what_was_read_and_written(study):
    record = read_record(study / "made/test/all.json")
    assert record["fingerprint"] == FINGERPRINTS["test/all"]
    assert (record["settings"], record["cache"]) == ({"rope": 0.01}, ["a"])
    assert (list(record["inputs"]), list(record["outputs"])) == (
        ["../sheet.tsv"],
        ["t.csv"],
    )
    assert list(read_record(study / "made/draw.json")["outputs"]) == ["figures/a.svg"]
    assert told(study) == "verified: 2 files of 2 jobs in results/mine"


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda x: (x / "t.csv").write_text("p\n2\n"), "t.csv: not as it was made"),
        (lambda x: (x / "figures/a.svg").write_text("<s"), "a.svg: not as it was made"),
        (lambda x: (x / "t.csv").unlink(), "results/mine/t.csv: missing; delete"),
        (lambda x: (x / "made/draw.json").unlink(), "made/draw.json: missing; run"),
        (lambda x: (x / "made/draw.json").write_text("{"), "draw.json: not as it was"),
    ],
)
def test_what_was_altered_is_named(study, damage, words):
    damage(study)
    said = told(study)
    assert words in said
    assert "not verified: 1 misfits" in said


def test_an_altered_table_is_refused_by_the_job_that_reads_it(study, tmp_path):
    # A storage plugin puts it elsewhere.
    there = shutil.copytree(study, tmp_path / "store/fs/results/mine")
    records = [there / "made/test/all.json"]
    assert check_inputs([there / "t.csv"], records, "mine").keys() == {"t.csv"}
    (there / "t.csv").write_text("p\n")
    words = r"t.csv: not as it was written \(sha256 \w{12}\.\.\., expected \w{12}\.\.\."
    with pytest.raises(ValueError, match=words):
        check_inputs([there / "t.csv"], records, "mine")
    assert verify(study, None)[1]
    assert not verify(there, None)[1]


def test_results_that_belong_to_others_are_named(study):
    (study / "t.csv").write_text("p\n2\n")
    do_test(study)
    words = "draw was made from another t.csv than is there; run it again with `--force"
    assert words in told(study)


def test_a_job_that_read_what_no_record_has_is_named(study):
    for path in ("made/test/all.json", "t.csv"):
        (study / path).unlink()
    text, is_whole = verify(study, {"draw": FINGERPRINTS["draw"]})
    assert "made/draw.json: draw was made from another t.csv than is there" in text
    assert not is_whole


def test_a_result_that_no_record_has_is_named(study):
    (study / "summary.txt").write_text("Mine is the best.")
    text, is_whole = verify(study, FINGERPRINTS)
    assert "summary.txt: no record says what made it" in text
    assert not is_whole


def test_settings_and_software_of_before_are_told_apart(study):
    do_test(study, Expected({"rope": 0.02}, {"numpy": "2"}))
    words = "test/all: made with other settings than the study has now; run it with"
    assert f"{words} `--forcerun test`" in told(study)
    do_test(study, Expected({"rope": 0.01}, {"numpy": "3"}))
    text, is_whole = verify(study, FINGERPRINTS)
    assert "note: test/all: made with other software" in text
    assert is_whole


def test_what_is_left_from_before_is_noted_and_nothing_is_no_result(study):
    shutil.copy(study / "made/draw.json", study / "made/old.json")
    text, is_whole = verify(study, FINGERPRINTS)
    assert "note: old: of no job of the study as it is now" in text
    assert is_whole
    assert verify(study.with_name("none"), None) == (
        "results/none: no results there; run the study first\nnot verified: 1 misfits",
        False,
    )


def test_a_file_of_the_user_s_own_is_held_to_what_was_read(study):
    how = [study / "t.csv"], [study / "made/test/all.json"], {}, "mine"
    assert "1 files of 1 jobs" in check_results(
        *how, own=["sheet.tsv", "is/elsewhere.tsv"]
    )
    Path("sheet.tsv").write_text("name\niris\n")
    words = "test/all was made from another ../sheet.tsv than is there; run it again"
    with pytest.raises(ValueError, match=words):
        check_results(*how, own=["sheet.tsv"])
    assert words in verify(study, FINGERPRINTS, ["sheet.tsv"])[0]


def test_a_folder_that_was_handed_on_says_which_jobs_there_are(study, tmp_path, capsys):
    (study / "checked").mkdir()
    write_checked("whole\nnote: kept by `keep`.", study / "checked/a.txt", FINGERPRINTS)
    there = shutil.copytree(study, tmp_path / "else/handed-on")
    assert read_checked(there) == FINGERPRINTS
    text, is_whole = verify(there, read_checked(there))
    assert (text, is_whole) == (f"verified: 2 files of 2 jobs in {there}", True)
    assert main(["verify", str(there)]) == 0
    (there / "made/draw.json").unlink()
    assert "draw.json: missing" in verify(there, read_checked(there))[0]
    shutil.rmtree(there / "checked")
    assert main(["verify", str(there)]) == 1
    assert "checked does not say which jobs there are" in capsys.readouterr().out
    assert read_checked(study / "figures") is None


def test_what_no_job_makes_now_is_removed_and_nothing_else(study):
    old = [
        "comparisons/few/control.csv",
        "comparisons/gone/ranks.csv",
        "tables/gone.md",
    ]
    old += ["comparisons/gone/signed_rank.csv", "counts/native/a.failures.csv"]
    old += ["failures.csv", "figures/a.svg", "made/draw.json"]
    kept = ["comparisons/few/signed_rank.csv", "tables/notes.md", "mine.csv", "t.csv"]
    kept += ["counts/native/a.csv", "made/test/all.json", "tables/parity.csv"]
    for path in (study / name for name in (*old, *kept)):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text("")
    outside = study / "../other.csv"
    outside.write_text("")
    how = {"study": "mine", "more": {}, "inputs": {}, "expected": Expected()}
    write_record(study / "made/old.json", outputs=[], **how)
    record = read_record(study / "made/old.json") | {"outputs": {"../other.csv": ""}}
    write_json(record | {"checksum": digest(record)}, study / "made/old.json")
    now = ["t.csv", "made/test/all.json", kept[0], "counts/native/a.csv"]
    remove_leftovers([study / name for name in now], "mine")
    there = {x.relative_to(study).as_posix() for x in study.rglob("*") if x.is_file()}
    assert there == set(kept)
    assert outside.exists()


def test_a_file_that_a_job_makes_in_the_folder_of_one_that_is_gone_stays(study):
    made = study / "figures/a.svg"
    how = {"study": "mine", "expected": Expected(), "inputs": {}, "more": {}}
    write_record(study / "made/old.json", outputs=[made, study / "t.csv"], **how)
    now = ["figures", "made/draw.json"]
    remove_leftovers([study / name for name in now], "mine")
    assert made.exists()
    assert not (study / "t.csv").exists()
    assert not (study / "made/old.json").exists()


def test_that_results_were_checked_is_said_of_one_state_alone(tmp_path):
    for name in "ab":
        write_checked("whole", tmp_path / f"{name}.txt")
    assert [file.name for file in tmp_path.iterdir()] == ["b.txt"]
