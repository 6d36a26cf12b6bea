"""What people get wrong: place, value and remedy stand last on the screen."""

import re
import shutil
from pathlib import Path

import pytest
import yaml
from forked_snakemake import call_snakemake

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
SNAKEFILE = HERE.parent.parent / "Snakefile"
MISTAKES = yaml.safe_load((HERE / "mistakes.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def study(tmp_path):
    """The folder of a study in which mistakes are made."""
    return shutil.copytree(HERE / "study", tmp_path / "study")


def run(folder, *, counts):
    """Run the study up to its counts or data; return exit status and screen."""
    made = "accuracies.csv" if counts else "data/from-plants.zip"
    said = folder / "said.txt"
    words = ["--snakefile", SNAKEFILE, "--directory", folder, "--cores", 1]
    words += [f"results/mine/{made}", "--config", f"study={folder / 'mine.yaml'}"]
    status = call_snakemake([*map(str, words)], folder=folder, said=said)
    return status, said.read_text(encoding="utf-8")


def edit(folder, edits):
    """Replace texts, or whole files."""
    for name, change in edits.items():
        path = folder / name
        text = change
        if isinstance(change, list):
            text = path.read_text(encoding="utf-8")
            assert change[0] in text
            text = text.replace(*change)
        path.write_text(text, encoding="utf-8")


def test_there_are_fifty_mistakes():
    assert len({row["mistake"] for row in MISTAKES}) == len(MISTAKES) >= 50


@pytest.mark.parametrize("row", MISTAKES, ids=lambda row: row["mistake"])
def test_a_mistake_is_named_with_its_remedy_which_mends_it(study, row):
    before = {name: (study / name).read_text() for name in row["edit"]}
    edit(study, row["edit"])
    status, screen = run(study, counts=True)
    assert status != 0
    # What is missing is told before, what Snakemake does on top.
    message = re.split("^(?:Stopped;|Using workflow).*\n", screen, flags=re.M)[-1]
    assert len(message.splitlines()) <= 6
    for said in row["says"]:
        assert said in message
    assert "Traceback" not in screen
    if not row.get("in_a_job"):
        assert not (study / "results/mine/data").exists()
    edit(study, row.get("then", before))
    status, screen = run(study, counts=row.get("in_a_job"))
    assert status == 0 or message not in screen
    assert status == 0 or row["says"][1] not in screen
