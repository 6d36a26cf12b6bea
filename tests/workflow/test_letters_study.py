"""A simulation study on letters: its data set comes from a file of the user's."""

import numpy as np
import pandas as pd
import pytest
from letter_images import images, write_images

from tenbyten.dataset.parquet import read_dataset

pytestmark = pytest.mark.slow

STUDY = """
title: Letters
simulation:
  {problem: letters, experiments: 3, instances: 100, weights: [1, 17.25], splits: 4,
   halvings: 2, repetitions: 2, vary_splits: [3], vary_halvings: [2], distances: [0]}
seed: 1
alpha: 0.1
"""


@pytest.fixture
def run(workflow_in, tmp_path):
    """Run the study on some images."""

    def run_on(columns, classes):
        (tmp_path / "tables").mkdir()
        write_images(columns, classes, tmp_path / "tables" / "letter.arff")
        (tmp_path / "letters.yaml").write_text(STUDY)
        workflow = workflow_in(tmp_path)
        return workflow(study="letters.yaml", config=("arff_folder=tables",))

    return run_on


def test_letters_are_simulated_from_a_file(run, tmp_path):
    columns, classes = images(20_000)
    code, said = run(columns, classes)
    assert code == 0, said
    top = tmp_path / "results" / "letters"
    read = read_dataset(top / "data" / "letter.parquet", name="letter").values
    assert np.array_equal(read, np.column_stack([columns.T, classes]))
    moments = pd.read_csv(top / "moments.csv")
    assert list(moments["case"].unique()) == ["all", "1", "17.25"]
    assert (top / "report.html").is_file()


def test_a_table_that_is_not_the_letters_is_refused(run, tmp_path):
    columns, classes = images(20_000)
    code, _ = run(columns[:, 1:], classes[1:])
    assert code != 0
    (log,) = (tmp_path / "results" / "letters" / "logs").rglob("convert_dataset/*.log")
    assert "19999" in log.read_text()
    assert "20000" in log.read_text()
