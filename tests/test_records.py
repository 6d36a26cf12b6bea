"""Records of jobs: what a job read and wrote, and what no longer fits."""

import shutil
import time

import pytest

from tenbyten.files import sha256_of
from tenbyten.records import Job, Records, differences, told

SOFTWARE = {"code": "c" * 64, "libraries": {"numpy": "2.3.1"}, "python": "3.11 x86_64"}


def planned(folder, **changed):
    """Two jobs of a study: one reads a file from outside, the other its table."""
    study = folder / "results" / "mine"
    test = Job(
        [str(study / "accuracies.csv"), str(folder / "mine.yaml")],
        [str(study / "comparisons" / "correlated_t.csv")],
        settings={"alpha": 0.05, "labels": {"a": "A", "b": "B"}},
        software=SOFTWARE,
    )
    draw = Job(
        [str(study / "comparisons" / "correlated_t.csv")],
        [str(study / "figures"), str(study / "report.html")],
        software=SOFTWARE,
    )
    return {"run_test/all": test._replace(**changed), "draw": draw}


@pytest.fixture
def study(tmp_path):
    """The folder of a study whose two jobs were done."""
    folder = tmp_path / "results" / "mine"
    for path in ("comparisons", "figures"):
        (folder / path).mkdir(parents=True)
    (tmp_path / "mine.yaml").write_text("runs: 10\n")
    for path in ("accuracies.csv", "comparisons/correlated_t.csv", "report.html"):
        (folder / path).write_text(f"{path}\n1\n2\n")
    for name in ("index.csv", "means.svg", ".snakemake_timestamp"):
        (folder / "figures" / name).write_text(name)
    for name, job in planned(tmp_path).items():
        Records(folder).write(name, job)
    return folder


def misfits(study, **changed):
    """What does not fit, as (file, why)."""
    jobs = planned(study.parent.parent, **changed)
    return [(x.file, x.why) for x in Records(study).misfits(jobs)]


def test_what_was_just_made_fits(study):
    assert misfits(study) == []
    Records(study).check([study / "report.html", study / "figures"])


def test_a_record_has_the_checksum_of_every_file(study):
    made = Records(study).made
    assert made["run_test/all"]["inputs"] == {
        "accuracies.csv": sha256_of(study / "accuracies.csv")
    }
    outside = sha256_of(study.parent.parent / "mine.yaml")
    assert made["run_test/all"]["outside"] == [["mine.yaml", outside]]
    # Snakemake's own mark in a folder is no output.
    assert list(made["draw"]["outputs"]) == [
        "figures/index.csv",
        "figures/means.svg",
        "report.html",
    ]


@pytest.mark.parametrize("file", ["figures/means.svg", "report.html"])
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda path: path.unlink(), "missing"),
        (lambda path: path.write_text("other"), "not as it was made"),
    ],
)
def test_a_missing_or_altered_output_is_named(study, file, change, why):
    change(study / file)
    assert misfits(study) == [(file, why)]


def test_the_output_that_is_forced_is_the_folder_that_a_rule_declares(study):
    (study / "figures" / "index.csv").unlink()
    found = Records(study).misfits(planned(study.parent.parent))
    assert [(x.job, x.output) for x in found] == [("draw", "figures")]


def test_a_folder_that_is_gone_is_missed(study):
    shutil.rmtree(study / "figures")
    assert misfits(study) == [
        ("figures/index.csv", "missing"),
        ("figures/means.svg", "missing"),
    ]


def test_another_input_is_noticed_where_no_job_made_it(study):
    (study / "accuracies.csv").write_text("others")
    why = "made from another accuracies.csv"
    assert misfits(study) == [("comparisons/correlated_t.csv", why)]


def test_an_altered_table_blames_the_table_and_not_what_was_made_from_it(study):
    (study / "comparisons" / "correlated_t.csv").write_text("cut")
    assert misfits(study) == [("comparisons/correlated_t.csv", "not as it was made")]


def test_a_table_made_anew_makes_what_was_made_from_the_old_one_a_misfit(study):
    (study / "comparisons" / "correlated_t.csv").write_text("new")
    job = planned(study.parent.parent)["run_test/all"]
    Records(study).write("run_test/all", job)
    why = "made from another comparisons/correlated_t.csv"
    assert misfits(study) == [("figures", why)]


def test_a_file_outside_that_changed_is_named(study):
    (study.parent.parent / "mine.yaml").write_text("runs: 5\n")
    assert misfits(study) == [("comparisons/correlated_t.csv", "mine.yaml has changed")]


def test_other_settings_and_software_are_told_with_old_and_new(study):
    settings = {"alpha": 0.1, "labels": {"b": "B", "a": "A"}}
    software = SOFTWARE | {"code": "d" * 64, "libraries": {"numpy": "2.4.0"}}
    assert misfits(study, settings=settings, software=software) == [
        (
            "comparisons/correlated_t.csv",
            "alpha was 0.05, is 0.1; order of labels has changed; code has changed; "
            "numpy was 2.3.1, is 2.4.0",
        )
    ]


def test_other_inputs_are_told(study):
    inputs = planned(study.parent.parent)["run_test/all"].inputs
    more = [*inputs, str(study / "failures.csv")]
    why = "made without failures.csv"
    assert misfits(study, inputs=more) == [("comparisons/correlated_t.csv", why)]
    why = "made from accuracies.csv too"
    assert misfits(study, inputs=inputs[1:]) == [("comparisons/correlated_t.csv", why)]


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff", b'{"inputs": 3}', b"[1]"])
def test_a_damaged_record_is_none(study, damage):
    (study / "made" / "draw.json").write_bytes(damage)
    why = "no record of how it was made"
    assert misfits(study) == [("figures", why), ("report.html", why)]


def test_what_is_gone_with_its_record_is_missed_by_its_reader(study):
    (study / "comparisons" / "correlated_t.csv").unlink()
    (study / "made" / "run_test" / "all.json").unlink()
    assert misfits(study) == [("comparisons/correlated_t.csv", "missing")]


def test_nothing_misfits_where_nothing_was_made(tmp_path):
    folder = tmp_path / "results" / "mine"
    assert Records(folder).misfits(planned(tmp_path)) == []


def test_a_job_refuses_an_altered_input_by_name(study):
    path = study / "comparisons" / "correlated_t.csv"
    path.write_text("\n".join(path.read_text().splitlines()[:2]) + "\n")
    with pytest.raises(
        ValueError, match=r"correlated_t\.csv: not as run_test/all wrote"
    ):
        Records(study).check([path])


def test_a_job_refuses_a_folder_that_lacks_a_file(study):
    (study / "figures" / "index.csv").unlink()
    with pytest.raises(ValueError, match=r"figures/index\.csv: not as draw wrote it"):
        Records(study).check([study / "figures"])


def test_a_job_refuses_an_input_made_from_another_file_than_is_there(study):
    job = planned(study.parent.parent)["run_test/all"]
    (study / "comparisons" / "correlated_t.csv").write_text("new")
    Records(study).write("run_test/all", job)
    with pytest.raises(ValueError, match="draw made it from another comparisons/corr"):
        Records(study).check([study / "report.html"])


def test_a_job_takes_over_the_outputs_of_another(study):
    job = planned(study.parent.parent)["run_test/all"]
    Records(study).write("import_test", job._replace(inputs=[]))
    assert set(Records(study).made) == {"import_test", "draw"}
    assert not (study / "made" / "run_test" / "all.json").exists()


def test_a_receipt_is_no_input(study):
    job = planned(study.parent.parent)["draw"]
    receipt = study / "planned" / "1-16"
    receipt.parent.mkdir()
    receipt.touch()
    Records(study).write("draw", job._replace(inputs=[*job.inputs, str(receipt)]))
    assert list(Records(study).made["draw"]["inputs"]) == list(
        Records(study).made["run_test/all"]["outputs"]
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 1.0}, ["a was 1, is 1.0"]),
        ({"a": None}, {"a": "x"}, ["a was none, is x"]),
        ({}, {"a": 2}, ["a was none, is 2"]),
        ({"b": {"a": [1]}}, {"b": {"a": [2]}}, ["a was [1], is [2]"]),
        ({"a": "x" * 50}, {"a": "y"}, ["a has changed"]),
        ({"a": (1, 2)}, {"a": [1, 2]}, []),
        ({"b": {"a": 1, "c": 2}}, {"b": {"c": 2, "a": 1}}, ["order of b has changed"]),
    ],
)
def test_differences_are_named_by_their_innermost_keys(old, new, words):
    assert differences(old, new) == words


def test_one_line_tells_of_all_that_is_made_again_for_one_reason(study):
    for file in ("figures/index.csv", "report.html"):
        (study / file).unlink()
    (study / "figures" / "means.svg").write_text("x")
    assert told(Records(study).misfits(planned(study.parent.parent))) == [
        "To make again: figures/index.csv and 1 more (missing)",
        "To make again: figures/means.svg (not as it was made)",
    ]


def test_records_of_ten_thousand_files_are_compared_in_seconds(tmp_path):
    folder = tmp_path / "results" / "mine"
    folder.mkdir(parents=True)
    files = [folder / f"{number}.csv" for number in range(10_000)]
    for file in files:
        file.touch()
    job = Job([], list(map(str, files)), software=SOFTWARE)
    start = time.process_time()
    Records(folder).write("collect", job)
    assert Records(folder).misfits({"collect": job}) == []
    # One or two, of which checksums are most; to look at all pairs takes longer.
    assert time.process_time() - start < 10
