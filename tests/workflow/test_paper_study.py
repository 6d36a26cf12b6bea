"""The paper study on both engines, all 27,000 episodes of it: some minutes."""

import re

import pandas as pd
import pytest
from paper_counts import long_table

from tenbyten.study import read_study

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def paper(workflow_in, tmp_path_factory, root, uci, weka_jar):
    """The study in a folder of its own, run by WEKA; call it to run it again."""
    workflow = workflow_in(tmp_path_factory.mktemp("paper"))

    def run(*arguments, engine="weka"):
        machine = [f"engine={engine}", f"arff_folder={uci}", f"weka_jar={weka_jar}"]
        study = root / "config" / "paper.yaml"
        return workflow(*arguments, study=study, config=machine)

    code, said = run()
    assert code == 0, said
    run.results = workflow.folder / "results" / "paper"
    return run


def test_every_count_is_that_of_the_recorded_run(paper, root):
    table = pd.read_csv(paper.results / "accuracies.csv")
    recorded = long_table(read_study("paper", root))
    assert len(table) == 27_000
    pd.testing.assert_frame_equal(table, recorded)


def test_tables_and_comparison_with_the_published_ones_are_there(paper):
    tables = paper.results / "tables"
    for subset, span in (("first", "1-27"), ("second", "28-54"), ("all", "1-54")):
        text = (tables / f"{subset}.md").read_text()
        assert text.startswith(f"**Data sets {span}: decisions adjusted for")
        assert "| naive Bayes | - | 0/0 | 0/0 | 1/1 | 1/1 |" in text
    published = (tables / "published.md").read_text()
    assert "| policy | first | second | all |" in published
    assert "| study | 15 of 20 | 12 of 20 | 15 of 20 |" in published
    assert "| zero_variance = win | 17 of 20 | 13 of 20 | 20 of 20 |" in published


def test_a_second_call_has_nothing_to_do(paper):
    code, said = paper("--dry-run")
    assert code == 0
    assert "Nothing to be done" in said


def test_native_learners_give_the_same_27_000_counts(paper):
    code, said = paper("parity")
    assert code == 0, said
    parity = (paper.results / "tables" / "parity.md").read_text()
    print(parity)
    assert "270 of 270 cells are identical; 27,000 of 27,000 folds." in parity
    # All that WEKA counted was there already.
    assert set(re.findall(r"Cross-validating (\w+) on", said)) == {"native"}


def test_native_engine_gives_the_same_bytes(paper):
    ours = [paper.results / "accuracies.csv", *paper.results.glob("tables/*.tex")]
    before = [file.read_bytes() for file in ours]
    code, said = paper(engine="native")
    assert code == 0, said
    assert [file.read_bytes() for file in ours] == before


def test_one_core_for_the_other_tests_gives_the_same_bytes(paper):
    files = [*paper.results.glob("comparisons/*/*.csv")]
    before = [file.read_bytes() for file in files]
    rule = "analyse"
    again = ["--forcerun", rule, "--until", rule, "--set-threads", f"{rule}=1"]
    code, said = paper(*again, engine="native")
    assert code == 0, said
    assert [file.read_bytes() for file in files] == before
