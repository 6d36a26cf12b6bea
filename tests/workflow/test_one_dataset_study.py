"""A study of one data set, as a user runs it."""

import pandas as pd
import pytest

from tenbyten import compare
from tenbyten.datasets.bundled import read_bundled
from tenbyten.report.document import tables_in_markdown

pytestmark = pytest.mark.slow

STUDY = """
title: One
datasets: one.tsv
classifiers:
  GaussianNB:
    scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}
  DecisionTree:
    scikit_learn:
      learner: sklearn.tree.DecisionTreeClassifier
      settings: {max_depth: 2}
runs: 2
folds: 5
failures: exclude
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory, workflow_in):
    """The study made: its folder, and what was said. A class has one instance."""
    run = workflow_in(tmp_path_factory.mktemp("one"))
    iris = read_bundled("iris")
    names = [attribute.name for attribute in iris.attributes]
    table = pd.DataFrame(iris.values, columns=names)
    kinds = table[names[-1]].map(dict(enumerate(iris.class_labels)))
    kinds[0] = "odd"
    table.assign(**{names[-1]: kinds}).to_csv(run.folder / "mine.csv", index=False)
    sheet = f"name\tfile\ttarget\nmine\tmine.csv\t{names[-1]}\n"
    (run.folder / "one.tsv").write_text(sheet)
    (run.folder / "one.yaml").write_text(STUDY)
    code, said = run("--logger", "tenbyten", study="one.yaml")
    assert code == 0, said
    return run, said


def test_it_has_the_correlated_t_test_and_its_report(made):
    run, _ = made
    folder = run.folder / "results" / "one"
    compared = compare(pd.read_csv(folder / "accuracies.csv"), title="One")
    ours = pd.read_csv(folder / "tables" / "all.csv")
    pd.testing.assert_frame_equal(ours, compared.decisions["all"])
    markdown = tables_in_markdown(*compared.decision_tables("all"))
    assert (folder / "tables" / "all.md").read_text() == markdown
    assert [x.name for x in (folder / "comparisons").iterdir()] == ["correlated_t.csv"]
    page = (folder / "report.html").read_text()
    assert "2 classifiers on the data set mine" in page
    assert (
        "density-GaussianNB-DecisionTree"
        in (folder / "figures" / "index.csv").read_text()
    )


def test_a_class_with_one_instance_is_told(made):
    run, said = made
    assert "Study one: 1 data set (1 from files)" in said
    log = run.folder / "results/one/logs/prepare/from-mine.log"
    assert "tested: mine (odd). Is the right column the class?" in log.read_text()
    page = (run.folder / "results" / "one" / "details.html").read_text()
    assert "never both trained on and tested: mine (odd 1)." in page


def test_it_is_whole(made):
    run, _ = made
    code, said = run("--dry-run", study="one.yaml")
    assert code == 0
    assert "Nothing to be done" in said
    code, said = run("verify", study="one.yaml", cores=1)
    assert code == 0
    assert "verified: " in said


def test_the_end_names_the_report_and_what_is_not_tested(made):
    _, said = made
    assert "The report: results/one/report.html" in said
    line = " ".join(said.partition("- Not tested: ")[2].split())
    assert line.startswith("Poisson test, hierarchical model, signed-rank test")
    assert ": there is one data set; a test over data sets takes two" in line
