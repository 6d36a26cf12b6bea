"""The checksum of the code behind a count changes with that code, and only with it."""

import ast
import json
import os
import shutil
import subprocess
import sys

import pytest

from tenbyten.engines import Classifier, find_engine
from tenbyten.software import code_of, libraries_of, remembered, sources

# Classifiers by the names that the tests use.
OURS = {
    "Bayes": ("native", "NaiveBayes", ()),
    "BayesImputed": ("native", "NaiveBayes", ("impute",)),
    "AODE": ("native", "AODE", ("discretize",)),
    "HNB": ("native", "HNB", ("discretize", "impute")),
    "J48": ("native", "J48", ()),
    "Graft": ("native", "J48graft", ()),
    "Weka": ("weka", "weka.classifiers.trees.J48", ()),
    "Forest": ("scikit_learn", "sklearn.ensemble.RandomForestClassifier", ()),
    "OurTree": ("scikit_learn", "tenbyten.learners.J48", ()),
}
NATIVE = {"Bayes", "BayesImputed", "AODE", "HNB", "J48", "Graft"}
TREES = {"J48", "Graft", "OurTree"}
CACHES = [
    getattr(sources, f"_{name}")
    for name in ["reached", "piece", "file", "read", "modules"]
]
CACHES += [remembered._known, remembered._path]
# Runs a classifier without compiled kernels and prints all functions of ours that ran.
TRACED = """
import json, os, sys

os.environ["NUMBA_DISABLE_JIT"] = str(int(sys.argv[2] != "J48graft"))
from tenbyten.dataset.bundled import read_bundled
from tenbyten.engines import Classifier, find_engine
from tenbyten.engines.evaluating import evaluate_fold
from tenbyten.folds.weka import weka_folds

name, learner, *steps = sys.argv[1:]
engine = find_engine(name)
if name == "native":
    from tenbyten.engines.native import training
    # They train whatever has kernels to be compiled.
    training.compile_once = training.load_kernels = lambda *_, **__: None
dataset = read_bundled("iris")
folds = weka_folds(dataset.classes, runs=2, folds=2, seed=1)
ran = set()


def note(frame, event, _):
    # Optimized code is that of functions, not of modules and classes.
    if event == "call" and frame.f_code.co_flags & 1:
        ran.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))


sys.setprofile(note)
classifier = Classifier("it", learner, preprocessing=tuple(steps))
for prediction in engine.predict_folds(dataset, folds, [classifier], seed=1):
    evaluate_fold(dataset, prediction, metrics=())
sys.setprofile(None)
print(json.dumps(sorted(ran)))
"""


def run(code, *arguments):
    """Run Python code, and return what it prints as JSON."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def classifier_of(name):
    """The engine and the classifier of a name."""
    engine, learner, steps = OURS[name]
    return find_engine(engine), Classifier("it", learner, preprocessing=steps)


def codes():
    """The checksum of every classifier's code, as the files are now."""
    forget()
    found = {}
    for name in OURS:
        engine, classifier = classifier_of(name)
        roots, beside = engine.code(classifier)
        found[name] = code_of(*roots, without=beside)
    return found


def forget():
    """Forget all sources."""
    for cached in CACHES:
        cached.cache_clear()


@pytest.fixture(scope="module")
def copied(root, tmp_path_factory):
    """A copy of the package, to be changed, and the checksums of its code."""
    folder = tmp_path_factory.mktemp("copied") / "tenbyten"
    for file in (root / "workflow" / "tenbyten").rglob("*.py"):
        copy = folder / file.relative_to(root / "workflow" / "tenbyten")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        before = codes()
        patch.setattr(sources, "FOLDER", folder)
        assert codes() == before
        yield folder, before
    forget()


def changed_by(copied, path, change):
    """The classifiers whose code is another after a change of one file."""
    folder, before = copied
    file = folder / path
    text = file.read_text(encoding="utf-8")
    file.write_text(change(text), encoding="utf-8")
    try:
        after = codes()
    finally:
        file.write_text(text, encoding="utf-8")
        forget()
    return {name for name in OURS if before[name] != after[name]}


def with_a_line_in(name):
    """Add a line at the end of a function or class at the top of a module."""

    def change(text):
        lines = text.splitlines(keepends=True)
        (found,) = (x for x in ast.parse(text).body if getattr(x, "name", "") == name)
        last = found.body[-1]
        lines.insert(last.end_lineno, " " * last.col_offset + "pass\n")
        return "".join(lines)

    return change


@pytest.mark.parametrize(
    ("path", "name", "names"),
    [
        ("learners/trees/j48.py", "ArrayJ48", TREES),
        ("learners/trees/j48graft.py", "ArrayJ48graft", {"Graft"}),
        ("learners/trees/nodes.py", "greater", TREES),
        ("learners/trees/weighted/growing.py", "grow", TREES),
        ("learners/bayes/naive_bayes.py", "ArrayNaiveBayes", {"Bayes", "BayesImputed"}),
        ("learners/bayes/counts.py", "pair_counts", {"AODE", "HNB"}),
        ("learners/estimators.py", "J48", {"OurTree"}),
        ("preprocessing/discretization.py", "SortedColumns", {"AODE", "HNB"}),
        (
            "preprocessing/imputation.py",
            "means_and_modes",
            {"BayesImputed", "HNB", "Forest", "OurTree"},
        ),
        ("engines/native/fold.py", "NativeFold", NATIVE),
        ("engines/native/experimenter_order.py", "training_orders", NATIVE),
        ("engines/weka/training.py", "WekaTraining", {"Weka"}),
        ("engines/scikit_learn/parts.py", "Seeds", {"Forest", "OurTree"}),
        ("engines/scikit_learn/adapted.py", "_fit", {"Forest", "OurTree"}),
        ("engines/scikit_learn/columns.py", "Columns", {"Forest", "OurTree"}),
        ("folds/weka.py", "weka_order", NATIVE | {"Weka"}),
        ("engines/training.py", "Training", set(OURS)),
        ("engines/evaluating.py", "evaluate_fold", set(OURS)),
        ("dataset/table.py", "Dataset", set(OURS)),
        ("kernels.py", "kernel", NATIVE | {"OurTree"}),
        # What no count depends on.
        ("learners/__init__.py", "array_learner", set()),
        ("learners/trees/text.py", "tree_as_text", {"OurTree"}),
        ("engines/engine.py", "Engine", set()),
        ("engines/classifier.py", "Classifier", set()),
        ("engines/failures.py", "attributed", set()),
        ("engines/cross_validation.py", "evaluate_panel", set()),
        ("engines/native/compiling.py", "compile_once", set()),
        ("engines/native/start.py", "load_kernels", set()),
        ("engines/scikit_learn/threads.py", "share_threads", set()),
        ("engines/scikit_learn/messages.py", "Messages", set()),
        ("files.py", "atomic_open", set()),
        ("folds/assignment.py", "read_folds", set()),
        ("metrics.py", "measure", set()),
        ("scripting.py", None, set()),
    ],
)
def test_a_changed_line_changes_what_it_serves(copied, path, name, names):
    change = with_a_line_in(name) if name else (lambda text: text + "\nx = 1\n")
    assert changed_by(copied, path, change) == names


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(
            "    def fit_counts", "    # Why.\n\n    def fit_counts"
        ),
        lambda text: text.replace('arrays."""', 'arrays, as WEKA does it."""'),
        lambda text: f"{text}\n\ndef unused():\n    return 1\n",
        lambda text: f"import os\n{text}",
    ],
    ids=["a comment", "a docstring", "a function of nobody", "an import of nobody"],
)
def test_words_and_what_nobody_uses_change_nothing(copied, change):
    text = (copied[0] / "learners/bayes/hnb.py").read_text()
    assert change(text) != text
    assert changed_by(copied, "learners/bayes/hnb.py", change) == set()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("_MASK = np.int64(2**48 - 1)", "_MASK = np.int64(2**47 - 1)"),
        ("import numpy as np", "import numpy.ma as np"),
        ("from tenbyten.folds.weka import", "from tenbyten.folds.weka2 import"),
    ],
    ids=["a constant", "an import of a library", "an import of ours"],
)
def test_constants_and_what_names_stand_for_count(copied, old, new):
    folder, _ = copied
    ours = folder / "folds"
    other = ours / "weka2.py"
    other.write_text((ours / "weka.py").read_text())
    path = "engines/native/experimenter_order.py"
    assert changed_by(copied, path, lambda text: text.replace(old, new)) == NATIVE
    other.unlink()


@pytest.mark.parametrize("name", [name for name in OURS if name != "Weka"])
def test_every_function_that_runs_is_reached_or_stated_not_to_count(name):
    engine, classifier = classifier_of(name)
    roots, beside = engine.code(classifier)
    pieces = sources.reach(roots, beside).pieces
    reached = {(module, top_of(text)) for (module, _), text in pieces.items()}
    # The engine's entry chooses what trains; compiled kernels are kept in files.
    beside = {*beside, f"tenbyten.engines.{engine.name}", "tenbyten.kernels"}
    found = run(TRACED, engine.name, classifier.learner, *classifier.preprocessing)
    ran = {place_of(file, line) for file, line in found} - {None}
    missed = {
        (module, function)
        for module, function in ran - reached
        if not {module, f"{module}:{function}"} & beside
    }
    assert missed == set()
    assert len(ran) > 15


def top_of(text):
    """The name of the function or class in a piece of source; None if it has none."""
    words = (line.split() for line in text.splitlines() if line[:1] not in ("", " "))
    named = (line[1] for line in words if line[0] in ("def", "class"))
    return next((name.partition("(")[0].rstrip(":") for name in named), None)


def place_of(file, line):
    """Module and name of the function or class at its top that has a line."""
    folder = f"{os.sep}workflow{os.sep}"
    _, found, path = file.rpartition(f"{folder}tenbyten{os.sep}")
    if not found:
        return None
    with open(file, encoding="utf-8") as opened:
        tree = ast.parse(opened.read())
    module = ".".join(["tenbyten", *path.removesuffix(".py").split(os.sep)])
    for node in tree.body:
        first = min(x.lineno for x in [node, *getattr(node, "decorator_list", [])])
        if first <= line <= node.end_lineno and hasattr(node, "name"):
            return module.removesuffix(".__init__"), node.name
    return None


def test_what_is_stated_not_to_count_is_there():
    stated = set()
    for name in OURS:
        engine, classifier = classifier_of(name)
        stated |= engine.code(classifier._replace(preprocessing=()))[1]
    for place in stated:
        assert remembered.known_roots([place]) == [place]


def test_a_root_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match=r"there is no module tenbyten\.nothing"):
        code_of("tenbyten.nothing")
    with pytest.raises(ValueError, match=r"tenbyten\.stages has no 'run_nothing'"):
        code_of("tenbyten.stages:run_nothing")
    assert remembered.known_roots(["tenbyten.nothing", "tenbyten.metrics"]) == [
        "tenbyten.metrics"
    ]


def test_a_function_reaches_less_than_its_module():
    assert code_of("tenbyten.stages:run_poisson") != code_of("tenbyten.stages")
    assert code_of("tenbyten.stages:run_poisson") != code_of(
        "tenbyten.stages:run_signed_rank"
    )
    assert "matplotlib" in libraries_of("tenbyten.stages")
    assert "matplotlib" not in libraries_of("tenbyten.stages:run_poisson")


def test_a_test_that_is_imported_when_it_is_asked_for_is_reached():
    reached = sources.reach(["tenbyten.stages:run_other_tests"]).pieces
    modules = {module for module, _ in reached}
    assert "tenbyten.statistics.many_classifiers.friedman" in modules


def test_no_engine_is_loaded_and_all_are_described_in_a_moment():
    code = f"""
import json, sys, time
from tenbyten.engines import Classifier, find_engine

found = [
    (find_engine(engine), Classifier("it", learner, preprocessing=steps))
    for engine, learner, steps in {[*OURS.values()]!r}
]
began = time.process_time()
for engine, classifier in found:
    engine.made_with(classifier)
first = time.process_time() - began
for _ in range(1000):
    engine.made_with(classifier)
heavy = {{"pandas", "sklearn", "numba", "scipy", "jpype"}} & set(sys.modules)
print(json.dumps([first, time.process_time() - began - first, sorted(heavy)]))
"""
    first, thousand, heavy = run(code)
    # Measured: 0.13 s and 0.02 s.
    assert first < 0.5
    assert thousand < 0.5
    assert heavy == []


def test_what_sources_reach_is_remembered_until_one_changes(copied):
    folder, _ = copied
    forget()
    before = code_of("tenbyten.metrics")
    (remembered_in,) = (folder / "__pycache__").glob("software-*.json")
    kept = json.loads(remembered_in.read_text())
    assert before in [code for code, _ in kept.values()]
    forged = {key: ["forged", libraries] for key, (_, libraries) in kept.items()}
    remembered_in.write_text(json.dumps(forged))
    forget()
    assert code_of("tenbyten.metrics") == "forged"
    remembered_in.write_text("[")
    forget()
    assert code_of("tenbyten.metrics") == before
    file = folder / "metrics.py"
    text = file.read_text()
    file.write_text(text + "\n# another state\n")
    forget()
    assert code_of("tenbyten.metrics") == before
    assert not remembered_in.exists()
    file.write_text(text)


def test_what_is_remembered_for_all_installations_is_forgotten_by_none(
    copied, monkeypatch, tmp_path
):
    monkeypatch.setattr(remembered, "cache_of", lambda package: tmp_path)
    other = tmp_path / "software-another.json"
    other.write_text("{}")
    forget()
    code_of("tenbyten.metrics")
    forget()
    assert other.exists()
    assert len(list(tmp_path.glob("software-*.json"))) == 2


def test_a_folder_that_cannot_be_written_remembers_nothing(copied):
    folder, _ = copied
    shutil.rmtree(folder / "__pycache__", ignore_errors=True)
    (folder / "__pycache__").touch()
    forget()
    assert code_of("tenbyten.metrics") == code_of("tenbyten.metrics")
    (folder / "__pycache__").unlink()
