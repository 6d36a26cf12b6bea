"""What classifiers warn of is kept with their counts."""

import logging
import sys
import warnings

from sklearn.naive_bayes import GaussianNB

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.counts_cache import CountsCache
from tenbyten.engines.cross_validation import MOST_KINDS, evaluate_panel
from tenbyten.engines.native.training import NativeTraining

IRIS = read_bundled("iris")
FOLDS = weka_folds(IRIS.classes, runs=2, folds=3, seed=1)


class Noisy(GaussianNB):
    """Warns in every way, and of nothing where it is trained on few rows."""

    def __init__(self, kinds=0):
        super().__init__()
        self.kinds = kinds

    def fit(self, X, y):
        """Warn and train."""
        warnings.warn(f"no luck at {object()}\nafter {X.sum():.3f}", stacklevel=1)
        warnings.warn("of old", DeprecationWarning, stacklevel=1)
        logging.getLogger("theirs").warning("column %d is constant", len(X))
        print("[Lib] [Warning] unknown leaf")
        sys.stderr.write("hello\n")
        for letter in "abcdefg"[: self.kinds]:
            warnings.warn(letter, stacklevel=1)
        return super().fit(X, y)


NOISY = Classifier("it", f"{__name__}.Noisy")
QUIET = Classifier("quiet", "sklearn.naive_bayes.GaussianNB")


def warned(cache=None, *classifiers, engine="scikit_learn"):
    """Evaluate a panel; return classifier, run, folds and text of warnings."""
    panel = Panel(engine, list(classifiers) or [NOISY, QUIET])
    found = evaluate_panel(IRIS, FOLDS, panel, seed=1, cache=cache)
    return [x[1:] for x in found.warned]


def test_warnings_are_counted_by_kind_and_kept_with_the_counts(tmp_path, capfd):
    made_from = {"it": {}, "quiet": {}}
    found = warned(CountsCache(tmp_path, "iris", made_from))
    assert [x[:3] for x in found] == [("it", 1, 3)] * 3 + [("it", 2, 3)] * 3
    first, printed, logged = (x[3] for x in found[:3])
    assert first.startswith("UserWarning: no luck at <object object> after ")
    assert printed == "[Lib] [Warning] unknown leaf"
    assert logged == "WARNING: column 100 is constant"
    assert capfd.readouterr().out == f"{printed}\n" * 6
    assert warned(CountsCache(tmp_path, "iris", made_from)) == found


def test_of_many_kinds_some_are_kept():
    many = NOISY._replace(settings={"kinds": 7})
    assert len(warned(None, many)) == 2 * MOST_KINDS


def test_a_fold_that_is_left_unclassified_is_warned_of(monkeypatch):
    evaluate = NativeTraining.evaluate

    def none(self, *how):
        predicted, *others = evaluate(self, *how)
        return predicted * 0 - 1, *others

    bayes = Classifier("bayes", "NaiveBayes")
    assert warned(None, bayes, engine="native") == []
    monkeypatch.setattr(NativeTraining, "evaluate", none)
    said = "it left every test instance unclassified"
    assert warned(None, bayes, engine="native")[0] == ("bayes", 1, 3, said)
