"""What can be known to be wrong before any job starts."""

import importlib
import multiprocessing
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tenbyten.engines.weka.jvm import find_jar

# How a source is called in the line that says where the data come from.
_PLACES = {
    "bundled": "bundled",
    "arff": "from ARFF files",
    "openml": "from OpenML",
    "openml_task": "from OpenML tasks",
}

_TRIAL_HEAP_MB = 128

# Whose classes may be imported to check a study that nobody may have read yet.
_OURS = ("sklearn", "tenbyten")


def check_ready(study, panels, *, weka_jar):
    """Refuse a study whose jobs are bound to fail, importing no foreign Python class.

    Parameters
    ----------
    study : Study
        The study.
    panels : dict
        From `Study.panels`.
    weka_jar : str
        The configured jar; empty to look in the usual places.

    Raises
    ------
    ValueError
        If a data set has fewer instances than there are folds, if the splits of
        OpenML's tasks are wanted where a data set names no task, or if a classifier
        is unknown, refuses its settings, or cannot give what a metric is made from.
    FileNotFoundError
        If a panel needs WEKA and there is no jar or no Java.
    ModuleNotFoundError
        If a panel needs JPype and it is not installed.
    """
    for name, row in study.datasets.items():
        if row.get("instances", study["folds"]) < study["folds"]:
            raise ValueError(
                f"{study.where(name)}: {row['instances']} instances, but {study.path} "
                f"asks for {study['folds']} folds; ask for fewer, or leave it out"
            )
        if study["splitter"] == "openml" and "openml_task" not in row:
            raise ValueError(
                f"{study.where(name)}: no openml_task, but {study.path} wants the "
                f"splits of OpenML's tasks; name a task, or choose another splitter"
            )
    metrics = study["metrics"]
    for engine, classifiers in panels.values():
        if engine == "weka":
            jar = find_jar(weka_jar)
            # In a process of its own: a JVM would take over this one's signals.
            spawn = multiprocessing.get_context("spawn")
            with ProcessPoolExecutor(1, mp_context=spawn) as pool:
                pool.submit(_try_weka, jar, classifiers, metrics).result()
        else:
            module = importlib.import_module(f"tenbyten.engines.{engine}.training")
            ours = [c for c in classifiers if not _foreign(engine, c)]
            module.check_classifiers(ours, metrics=metrics)


def check_foreign(study, panels):
    """Import and make the classifiers that `check_ready` leaves alone.

    They are those with a Python class that is neither of scikit-learn nor of
    tenbyten, in their settings or themselves. To import such a class runs whatever
    its module says.

    Parameters
    ----------
    study : Study
        The study.
    panels : dict
        From `Study.panels`.

    Raises
    ------
    ValueError
        As `check_ready`.
    """
    for engine, classifiers in panels.values():
        if foreign := [c for c in classifiers if _foreign(engine, c)]:
            module = importlib.import_module(f"tenbyten.engines.{engine}.training")
            module.check_classifiers(foreign, metrics=study["metrics"])


def describe_classes(study, panels):
    """Say what a study loads, importing nothing of it.

    Parameters
    ----------
    study : Study
        The study.
    panels : dict
        From `Study.panels`.

    Returns
    -------
    str
        A line for each classifier, in the study's order: import paths, also those
        within its settings, or a Java class with its options; a last line on what is
        not of scikit-learn, if there is such a class.
    """
    lines, foreign = {}, []
    for engine, classifiers in panels.values():
        for classifier in classifiers:
            loaded = ", ".join(_loaded(engine, classifier))
            lines[classifier.name] = f"  {classifier.name}: {loaded}"
            foreign += _foreign(engine, classifier)
    text = [
        f"Study {study.name} loads",
        *(lines[name] for name in study["classifiers"]),
    ]
    if foreign:
        text.append(
            f"Not of scikit-learn, imported only when jobs start: "
            f"{', '.join(dict.fromkeys(foreign))}"
        )
    return "\n".join(text)


def _loaded(engine, classifier):
    """What the classifier is made from, in words."""
    if engine == "scikit_learn":
        return map(_shown, _import_paths(classifier))
    if engine == "native":
        return [f"tenbyten.learners.{classifier.learner}"]
    options = f" with the options {classifier.options!r}" if classifier.options else ""
    return [f"the Java class {_shown(classifier.learner)}{options}"]


def _shown(name):
    """A name as it is, in quotes and escaped if it could hide what stands beside it."""
    return name if name.isascii() and name.isprintable() else ascii(name)


def _foreign(engine, classifier):
    """The Python classes of a classifier that are not scikit-learn's or ours."""
    if engine != "scikit_learn":
        return []
    paths = _import_paths(classifier)
    return [path for path in paths if path.partition(".")[0] not in _OURS]


def _import_paths(classifier):
    """The import paths of a scikit-learn classifier."""
    return importlib.import_module(
        "tenbyten.engines.scikit_learn.instantiate"
    ).import_paths(classifier)


def _try_weka(jar, classifiers, metrics):
    """Start WEKA and make every classifier once, untrained."""
    from tenbyten.engines.weka import training as weka

    with tempfile.TemporaryDirectory(prefix="tenbyten-") as scratch:
        weka.start_jvm(jar, heap_mb=_TRIAL_HEAP_MB, scratch=scratch)
        weka.check_classifiers(classifiers, metrics=metrics)


def describe(study, panels, sources):
    """One line on what is about to be computed.

    Returns
    -------
    str
        Data sets and where they come from, classifiers by engine, folds.
    """
    places = Counter(source.kind for source in sources.values())
    data = ", ".join(f"{count} {_PLACES[kind]}" for kind, count in places.items())
    engines = Counter()
    for engine, classifiers in panels.values():
        engines[engine] += len(classifiers)
    by_engine = ", ".join(f"{count} by {engine}" for engine, count in engines.items())
    return (
        f"Study {study.name}: {len(sources)} data sets ({data}), "
        f"{sum(engines.values())} classifiers ({by_engine}), "
        f"{study['runs']} runs of {study['folds']} folds"
    )
