"""Six tables of the paper study on both engines, against the recorded counts."""

import pandas as pd
import pytest
from paper_counts import long_table

from tenbyten.study import read_study

pytestmark = pytest.mark.slow

TABLES = ["contact-lenses", "glass", "iris", "labor", "postoperative", "zoo"]


@pytest.fixture(scope="module")
def six(workflow_in, tmp_path_factory, root, uci, weka_jar):
    """The paper study on six tables; call it to make it on an engine."""
    workflow = workflow_in(tmp_path_factory.mktemp("six"))
    sheet = pd.read_csv(root / "config" / "paper.tsv", sep="\t", dtype=str)
    sheet = sheet[sheet["name"].isin(TABLES)]
    sheet.drop(columns="number").to_csv(
        workflow.folder / "paper.tsv", sep="\t", index=False
    )
    text = (root / "config" / "paper.yaml").read_text()
    text, _, _ = text.partition("published:")
    (workflow.folder / "paper.yaml").write_text(
        text.replace("\nsubsets: ", "\n# subsets: ")
    )

    def run(engine):
        machine = [f"engine={engine}", f"arff_folder={uci}", f"weka_jar={weka_jar}"]
        code, said = workflow(study="paper.yaml", config=machine)
        assert code == 0, said
        return pd.read_csv(workflow.folder / "results" / "paper" / "accuracies.csv")

    return run


@pytest.mark.parametrize(
    "engine", ["native", pytest.param("weka", marks=pytest.mark.brief)]
)
def test_every_count_is_that_of_the_recorded_run(six, root, engine):
    recorded = long_table(read_study("paper", root))
    recorded = recorded[recorded["dataset"].isin(TABLES)].reset_index(drop=True)
    made = six(engine)
    assert len(made) == len(TABLES) * 5 * 100
    pd.testing.assert_frame_equal(made, recorded)
