"""The software of a script is its own text and all that it calls."""

import pytest

from tenbyten.jobs.analysis import software_of_script


@pytest.fixture
def script(tmp_path):
    """Write a script that imports something; its path."""

    def write(text, name="do.py"):
        path = tmp_path / name
        path.write_text(f'"""Do it."""\n{text}\n')
        return path

    return write


def test_what_a_script_calls_is_its_software(script):
    poisson = script("from tenbyten.stages import run_poisson", "a.py")
    signed_rank = script("from tenbyten.stages import run_signed_rank", "b.py")
    of_poisson, of_signed_rank = map(software_of_script, (poisson, signed_rank))
    assert of_poisson["code"] != of_signed_rank["code"]
    # Only the signed-rank test takes a distribution of SciPy.
    assert "scipy" in of_signed_rank["libraries"]
    assert "scipy" not in of_poisson["libraries"]
    assert of_poisson["python"].startswith("3.")


def test_logging_and_recording_are_no_software_of_a_script(script):
    plain = script("from tenbyten.tables import write_table", "a.py")
    logs = "from tenbyten.scripting import job\nfrom tenbyten.tables import write_table"
    logged = script(logs, "b.py")
    assert software_of_script(plain)["code"] == software_of_script(logged)["code"]


def test_its_own_text_and_templates_are_software(script, tmp_path):
    one, other = script("1", "a.py"), script("2", "b.py")
    files = [list(software_of_script(path)["files"].values()) for path in (one, other)]
    assert files[0] != files[1]
    templates = tmp_path / "templates"
    templates.mkdir()
    (templates / "page.css").write_text("a")
    made = software_of_script(one, templates=templates)
    assert list(made["files"]) == ["a.py", "page.css"]


def test_what_is_imported_by_a_name_made_at_run_time_is_software(script):
    path = script("from tenbyten.simulation import find_problem")
    plain = software_of_script(path)
    normal = software_of_script(path, modules=("tenbyten.simulation.normal",))
    assert normal["code"] != plain["code"]
    assert "numpy" in normal["libraries"].keys() - plain["libraries"].keys()
