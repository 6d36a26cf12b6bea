"""Simulation studies are cut into jobs, and find what they read."""

from pathlib import Path

import pytest

from tenbyten.dataset.sources import Source
from tenbyten.jobs import simulating
from tenbyten.study import Simulation

MACHINE = {"accuracies": "", "arff_folder": ""}


class Ten:
    """A problem of four experiments a job, half a minute each."""

    experiments_of_job = 4

    def experiments(self, settings):
        """As many as are asked for."""
        return settings["experiments"]

    def seconds(self, cell, experiments):
        """Half a minute each."""
        return 30 * experiments


def study_of(problem, **keys):
    """A study of a problem, whose file is not read."""
    settings = {"simulation": {"problem": problem} | keys}
    return Simulation("mine", Path("mine.yaml"), settings)


@pytest.mark.parametrize("total", [1, 3, 4, 5, 8, 10])
def test_parts_have_every_experiment_once(total):
    parts = simulating.parts(Ten(), {"experiments": total})
    found = [x for part in parts for x in simulating.experiments_of(part)]
    assert found == list(range(total))


def test_more_experiments_leave_full_parts_as_they_are():
    fewer, more = (simulating.parts(Ten(), {"experiments": n}) for n in (10, 15))
    assert fewer == ["0-3", "4-7", "8-9"]
    assert more == ["0-3", "4-7", "8-11", "12-14"]


def test_a_job_may_take_four_times_the_estimate_and_five_minutes():
    assert simulating.minutes(Ten(), {}, "0-3") == 5 + 8
    assert simulating.minutes(Ten(), {}, "8-8") == 5 + 2


def test_the_machines_accuracies_go_before_the_studys(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ours.csv", "theirs.csv"):
        Path(name).write_text("")
    study = study_of("biased", accuracies="ours.csv")
    assert simulating.find_accuracies(study, MACHINE) == "ours.csv"
    machine = MACHINE | {"accuracies": "theirs.csv"}
    assert simulating.find_accuracies(study, machine) == "theirs.csv"


@pytest.mark.parametrize(
    ("study", "message"),
    [
        (study_of("pilot"), "planning reads a table .*; add `accuracies=FILE.csv` to"),
        (study_of("biased", accuracies="none.csv"), "no none.csv; correct the path"),
        (
            study_of("biased", accuracies="results/some/accuracies.csv"),
            "problem biased reads .*; run `--config study=some` first, or add `accur",
        ),
    ],
)
def test_missing_accuracies_say_what_to_run_or_to_give(study, message):
    with pytest.raises(FileNotFoundError, match=message):
        simulating.find_accuracies(study, MACHINE)


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        ("network", "network reads no accuracies, .* is pilot.csv; leave it out$"),
        ("model", "planning reads no accuracies, .* or take `sizes` out, to plan"),
    ],
)
def test_accuracies_that_nothing_reads_are_refused(problem, message):
    study = study_of(problem)
    simulating.check_no_accuracies(study, MACHINE)
    with pytest.raises(ValueError, match=message):
        simulating.check_no_accuracies(study, MACHINE | {"accuracies": "pilot.csv"})


def test_a_data_set_comes_from_the_folder_or_from_openml(tmp_path):
    study = study_of("letters")
    found = simulating.find_dataset(study, MACHINE, "letter")
    assert found == Source("openml", 6)
    machine = MACHINE | {"arff_folder": str(tmp_path)}
    with pytest.raises(FileNotFoundError, match=r"no letter.arff; put it there, or"):
        simulating.find_dataset(study, machine, "letter")
    path = tmp_path / "letter.arff"
    path.write_text("")
    found = simulating.find_dataset(study, machine, "letter")
    assert found == Source("arff", str(path))


@pytest.mark.parametrize("problem", ["pilot", "model"])
def test_a_plan_is_called_as_its_file_calls_it(problem):
    assert study_of(problem).plans
    assert not study_of("network").plans


def test_a_study_is_described_in_a_line():
    case = [{"datasets": 2, "mu": 0.0, "sigma": 1.0}]
    keys = {"cases": [case], "correlations": [0], "experiments": 1000}
    study = study_of("normal", **keys)
    settings = {"folds": 10, "seed": 1, "rho": "1/folds", "signed_rank": "auto"}
    study.settings.update(settings, signed_rank_sides="one")
    source = {"letter": Source("arff", "uci/letter.arff")}
    assert simulating.describe(study, source, 2) == (
        "Study mine: problem normal, 1 cell of 1,000 experiments, letter from "
        "uci/letter.arff; 2 jobs to simulate them, about 1 s on one core if none is "
        "done"
    )
