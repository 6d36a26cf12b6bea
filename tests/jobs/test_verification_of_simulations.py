"""The results of a simulation study are verified by their records."""

from pathlib import Path

import pytest

from tenbyten.jobs.verification import verify
from tenbyten.layout import Layout
from tenbyten.records import Job, Records
from tenbyten.study import read_study

SOFTWARE = {"code": "c" * 64, "libraries": {"numpy": "2.3.1"}, "python": "3.11 x86_64"}


@pytest.fixture
def simulated(tmp_path):
    """Verify the results of a simulation study: a part, and what was made of it."""
    path = tmp_path / "drawn.yaml"
    case = "[{datasets: 3, mu: 0, sigma: 1}]"
    path.write_text(f"simulation: {{problem: normal, cases: [{case}]}}\n")
    layout, study = Layout(tmp_path / "results"), read_study(path, tmp_path)
    part = layout.simulated.format(cell="one", part="0-9")
    estimates = layout.collected.format(table="estimates")
    jobs = {
        "simulate/one/0-9": Job([], [part], {"cell": 1}, SOFTWARE),
        "collect_simulated": Job([part], [estimates], {}, SOFTWARE),
    }
    records = Records(tmp_path / "results")
    for name, job in jobs.items():
        Path(job.outputs[0]).parent.mkdir(parents=True, exist_ok=True)
        Path(job.outputs[0]).write_text(f"made by {name}\n")
        records.write(name, job)

    def run(**changed):
        changed = {
            name: job._replace(**changed) if name.startswith("simulate") else job
            for name, job in jobs.items()
        }
        return verify(study, layout, {}, changed, {})

    return Path(part), run


def test_a_simulation_study_is_verified_by_its_records(simulated):
    _, run = simulated
    assert run().lines == ["verified: 2 files, 1 of them with what was simulated"]


def test_what_does_not_fit_in_a_simulation_study_is_named(simulated):
    part, run = simulated
    (misfit,) = run(settings={"cell": 2}).misfits
    assert "one/0-9.csv: cell was 1, is 2; run the study again" in misfit
    part.write_text("another\n")
    found = run().misfits
    assert "one/0-9.csv: not as it was made; run" in found[0]
    part.unlink()
    assert "one/0-9.csv: missing; run" in run().misfits[0]


def test_other_code_of_a_simulation_is_told_and_no_misfit(simulated):
    _, run = simulated
    verified = run(software=SOFTWARE | {"code": "d" * 64})
    assert verified.misfits == []
    assert verified.notes == [
        "job simulate/one/0-9: made by other software than is here: code of the job"
    ]
