"""Check the names of WEKA's classes against the jars, without Java."""

import difflib

from tenbyten.engines.classifier import Classifier
from tenbyten.engines.weka.jvm import classes_of, jar_version, split_class_path

# Preprocessing by its name in a study.
FILTERS = {
    "discretize": "weka.filters.supervised.attribute.Discretize",
    "impute": "weka.filters.unsupervised.attribute.ReplaceMissingValues",
}


def check_names(classifier: Classifier, path: str) -> None:
    """Refuse preprocessing or a class that is not there; `path` is a class path.

    Raises a ValueError that names the classifier, and classes that resemble it.
    """
    for name in classifier.preprocessing:
        if name not in FILTERS:
            raise ValueError(
                f"classifier {classifier.name}: unknown preprocessing {name!r}; WEKA's "
                f"are {', '.join(FILTERS)}."
            )
    jar, *packages = split_class_path(path)
    known = {name for name in classes_of(jar) if name.startswith("weka.classifiers.")}
    known = known.union(*map(classes_of, packages))
    learner = classifier.learner
    if learner in known:
        return
    names = sorted(name for name in known if "$" not in name)
    ending = "." + learner.lower().rpartition(".")[2]
    matches = [name for name in names if name.lower().endswith(ending)]
    matches = matches or difflib.get_close_matches(learner, names, cutoff=0.8)
    advice = f"; did you mean {' or '.join(matches)}?" if matches else "."
    raise ValueError(
        f"classifier {classifier.name}: WEKA {jar_version(jar)} ({path}) has no "
        f"classifier {learner}; it is misspelt, or part of another version of WEKA "
        f"(3.6 has many that later ones lack) or of a package (set "
        f"`weka_classpath`){advice}"
    )
