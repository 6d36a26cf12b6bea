"""Edits of a study give the bytes of a fresh run, and no fold is trained twice."""

import re
import shutil

import pytest

from tenbyten.command import main

pytestmark = pytest.mark.slow

TARGET = "results/tiny/accuracies.csv"
LINES = [f"{i % 11},{i % 7},{'xy'[i % 3 > 0]}\n" for i in range(40)]
FILES = {
    "mine.py": """from depths import DEPTH
from sklearn.tree import DecisionTreeClassifier

class Tree(DecisionTreeClassifier):
    def fit(self, X, y):
        return self.set_params(max_depth=DEPTH, random_state=1) and super().fit(X, y)
""",
    "depths.py": "DEPTH = 2\n",
    "own.csv": "".join(["a,b,class\n", *LINES]),
    "tiny.tsv": "name\tbundled\tfile\niris\tiris\t\nlenses\tcontact-lenses\t\n"
    "own\t\town.csv\n",
    "tiny.yaml": """datasets: tiny.tsv
classifiers:
  Bayes: {scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}}
  Tree: {scikit_learn: {learner: sklearn.tree.DecisionTreeClassifier}}
  Mine: {scikit_learn: {learner: mine.Tree}}
runs: 2
folds: 2
hierarchical: false
""",
}
TUNED = "DecisionTreeClassifier, tune: {grid: {max_depth: [1, 2]}}}"
MORE = "folds: 2\nfailures: exclude\ncontrol: Tree"
# A file, what is put for what there, and how many runs are trained then: of three
# classifiers on three data sets in two runs.
EDITS = [
    ("tiny.yaml", {"DecisionTreeClassifier}": TUNED}, 6),
    ("tiny.yaml", {TUNED: "DecisionTreeClassifier}"}, 0),
    ("tiny.yaml", {"Bayes:": "Naive:"}, 0),
    ("tiny.yaml", {"Naive:": "?:", "Tree:": "Naive:", "?:": "Tree:"}, 0),
    ("tiny.yaml", {"runs: 2": "runs: 3"}, 9),
    ("tiny.yaml", {"runs: 3": "runs: 2"}, 0),
    ("tiny.yaml", {"folds: 2": "folds: 2\npredictions: true"}, 18),
    ("tiny.yaml", {"folds: 2\npredictions: true": MORE}, 0),
    ("tiny.yaml", {MORE: "folds: 2\nseed: 2"}, 18),
    ("tiny.yaml", {"\nseed: 2": "\nsplitter: scikit_learn"}, 18),
    ("tiny.yaml", {"\nsplitter: scikit_learn": "\nmetrics: [auc]\ncontrol: Tree"}, 18),
    ("tiny.yaml", {"\nmetrics: [auc]": ""}, 0),
    ("tiny.tsv", {"iris\tiris\t\n": "", "own.csv\n": "own.csv\nflowers\tiris\t\n"}, 0),
    ("own.csv", {"10,3,y": "10,9,y"}, 6),
    ("own.csv", {"10,9,y": "10,3,y"}, 0),
    ("depths.py", {"2": "1"}, 6),
    ("depths.py", {"1": "1  # a comment"}, 0),
    ("depths.py", {"1  # a comment": "2"}, 0),
    ("tiny.yaml", {"control: Tree": "alpha: 0.1"}, 0),
]


def trained(study):
    """How many runs of a classifier the logs say were trained; the logs are removed."""
    logs = [*study.folder.glob("results/tiny/logs/crossvalidate/*/*")]
    found = re.findall(r"(\d+) runs trained", "".join(x.read_text() for x in logs))
    for path in logs:
        path.unlink()
    return sum(map(int, found))


def anew(study, workflow_in, folder):
    """The study as it is now, in a folder of its own."""
    folder.mkdir()
    for name in FILES:
        shutil.copy(study.folder / name, folder)
    return workflow_in(folder)


def test_edits_give_the_bytes_of_a_fresh_run_and_train_what_changed(
    fresh, workflow_in, tmp_path_factory, monkeypatch, capsys
):
    top = tmp_path_factory.mktemp("anew")
    for name, text in FILES.items():
        (fresh.folder / name).write_text(text)
    assert fresh()[0] == 0
    assert trained(fresh) == 18
    for number, (file, changes, expected) in enumerate(EDITS):
        path = fresh.folder / file
        text = path.read_text()
        for old, new in changes.items():
            assert text.count(old) == 1, (old, text)
            text = text.replace(old, new)
        path.write_text(text)
        # All of it at times, else what was asked for.
        code, said = fresh(*([] if number % 6 == 5 else [TARGET]))
        assert code == 0, said
        assert trained(fresh) == expected, (file, changes)
        other = anew(fresh, workflow_in, top / str(number))
        code, said = other(TARGET)
        assert code == 0, said
        made = [(x.folder / TARGET).read_bytes() for x in (fresh, other)]
        assert made[0] == made[1], (file, changes)
    assert fresh()[0] == 0
    assert other()[0] == 0
    assert fresh.results() == other.results()
    # Handed on by itself, and with all of it in another place.
    handed_on = shutil.copytree(fresh.folder / "results/tiny", top / "handed on")
    (handed_on / "study/mine.py").read_text()
    assert main(["verify", str(handed_on)]) == 0
    (handed_on / "study/tiny.tsv").write_text("name\n")
    assert main(["verify", str(handed_on)]) == 1
    assert "study/tiny.tsv: not as it was made" in capsys.readouterr().out
    moved = workflow_in(fresh.folder.rename(top / "moved"))
    assert "Nothing to be done" in moved()[1]
    monkeypatch.chdir(moved.folder)
    assert main(["verify", "tiny.yaml"]) == 0
