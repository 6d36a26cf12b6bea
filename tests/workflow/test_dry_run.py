"""A dry run, and a look at somebody's results, run nothing of a study."""

import http.server
import json
import threading
from types import SimpleNamespace

import pytest

from tenbyten.files import kernels_folder

pytestmark = pytest.mark.slow

BAYES = "scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}"
NET = "weka.classifiers.bayes.BayesNet"


@pytest.fixture
def asked():
    """A server on loopback; `asked` are the paths that it was asked for."""
    paths = []

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            paths.append(self.path)
            self.send_error(404)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield SimpleNamespace(port=server.server_port, paths=paths)
        server.shutdown()


TRAP = "from pathlib import Path\nPath({!r}).touch()\nraise SystemExit('trapped')\n"


@pytest.fixture
def trapped(fresh, workflow_in, tmp_path_factory):
    """A folder of the user's own; the study lies in one that is full of traps."""
    theirs = fresh.folder
    trap = TRAP.format(str(theirs / "trapped"))
    for name in ("numpy", "sklearn", "yaml", "mine", "weka", "sitecustomize"):
        (theirs / f"{name}.py").write_text(trap)
    (theirs / "profiles" / "default").mkdir(parents=True)
    profile = "executor: none\nconfig: engine=weka\n"
    (theirs / "profiles" / "default" / "config.yaml").write_text(profile)
    study = theirs / "tiny.yaml"
    mine = "scikit_learn: {learner: mine.Forest}"
    study.write_text(study.read_text().replace(BAYES, mine))
    own = workflow_in(tmp_path_factory.mktemp("own"))
    own.theirs = theirs
    return own


def test_a_dry_run_takes_nothing_that_lies_beside_the_study(trapped):
    code, said = trapped("--dry-run", study=trapped.theirs / "tiny.yaml", env={})
    assert code == 0, said
    assert not (trapped.theirs / "trapped").exists()


def test_a_dry_run_asks_no_server_and_writes_nothing(fresh, asked):
    server = f"http://127.0.0.1:{asked.port}"
    sheet = "number\tname\topenml_id\tfile\tsha256\n1\ta\t61\t\t\n2\tb\t\t"
    sheet += f"{server}/b.csv\t{'0' * 64}\n3\tc\t62\t\t\n"
    (fresh.folder / "tiny.tsv").write_text(sheet)
    code, said = fresh("--dry-run", config=[f"openml_server={server}/api/v1/xml"])
    assert code == 0, said
    assert asked.paths == []
    assert not (fresh.folder / "results").exists()


def test_somebodys_results_are_looked_at_without_their_classifiers(trapped):
    study = trapped.theirs / "tiny.yaml"
    text = study.read_text()
    forest = "scikit_learn: {learner: mine.Forest}"
    assert forest in text
    study.write_text(text.replace(forest, f"{forest}\n    weka: {{learner: {NET}}}"))
    rows = ["dataset,classifier,run,fold,tested,correct"]
    for dataset, size in (("iris", 75), ("lenses", 12), ("monks", 216)):
        for name in ("GaussianNB", "DecisionTree"):
            cells = [(run, fold) for run in (1, 2) for fold in (1, 2)]
            rows += [f"{dataset},{name},{r},{f},{size},{size - r}" for r, f in cells]
    (trapped.folder / "theirs.csv").write_text("\n".join(rows) + "\n")
    provenance = "results/tiny/provenance.json"
    config = ["accuracies=theirs.csv", "weka_classpath=a.jar"]
    code, said = trapped(provenance, study=study, config=config, env={})
    assert code == 0, said
    command = json.loads((trapped.folder / provenance).read_text())["command"]
    assert command.endswith("=theirs.csv weka_classpath=a.jar")
    code, said = trapped("verify", study=study, env={})
    assert "results/tiny" in said, said
    assert not (trapped.theirs / "trapped").exists()


def test_that_learners_are_compiled_first_is_said_before(fresh, monkeypatch):
    study = fresh.folder / "tiny.yaml"
    native = "native: {learner: NaiveBayes}, preprocessing: [discretize]"
    study.write_text(
        study.read_text().replace(BAYES, native.replace(", ", "\n    ", 1))
    )
    top, said = fresh.folder / "numba", []
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(top))
    for _ in range(2):
        words = ["--dry-run", "--logger", "tenbyten"]
        code, text = fresh(*words, env={"NUMBA_CACHE_DIR": str(top)})
        assert code == 0, text
        said.append("The native learners are compiled first, once after an" in text)
        kept = kernels_folder() / "bayes"
        kept.mkdir(parents=True, exist_ok=True)
        (kept / "index").touch()
    assert said == [True, False]
