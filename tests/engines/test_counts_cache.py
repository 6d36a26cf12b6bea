"""Counts are found by what made them, and never used when they were altered."""

import os
import time
from concurrent.futures import ProcessPoolExecutor

import pytest
from failing_learner import Failing, failing

from tenbyten.datasets.bundled import read_bundled
from tenbyten.datasets.folds import run_checksums
from tenbyten.datasets.folds.weka import weka_folds
from tenbyten.engines import Classifier, Panel
from tenbyten.engines.classifier import ClassifierError
from tenbyten.engines.counts_cache import CountsCache, Entry, list_cache_files
from tenbyten.engines.cross_validation import evaluate_panel
from tenbyten.engines.scikit_learn.training import ScikitLearnTraining

IRIS = read_bundled("iris")
# The second draws, and so would show if a run depended on others.
BAYES = Classifier("bayes", "sklearn.naive_bayes.GaussianNB")
DRAWN = Classifier("drawn", "sklearn.tree.ExtraTreeClassifier")
RUNS = 4
METRICS = ("auc", "brier")


def folds_of(seed=1):
    """Two folds a run."""
    return weka_folds(IRIS.classes, runs=RUNS, folds=2, seed=seed)


SUMS = run_checksums(folds_of())


@pytest.fixture
def kept(tmp_path):
    """Open the cache as another process would; with other settings on request."""

    def opened(*classifiers, **more):
        names = [x.name for x in classifiers] or ["bayes", "drawn", "bad"]
        made_from = {x: {"learner": x, "seed": 1} | more for x in names}
        return CountsCache(tmp_path / "cache", "iris", made_from)

    return opened


@pytest.fixture
def fits(monkeypatch):
    """Which classifiers were trained, in their order."""
    found, evaluate = [], ScikitLearnTraining.evaluate

    def counted(self, classifier, cut):
        found.append(classifier.name)
        return evaluate(self, classifier, cut)

    monkeypatch.setattr(ScikitLearnTraining, "evaluate", counted)
    return found


def do_job(cache=None, *classifiers, folds=None, **asked):
    """Evaluate a panel on iris."""
    panel = Panel("scikit_learn", list(classifiers) or [BAYES, DRAWN])
    asked = {"seed": 1, "metrics": METRICS, "cache": cache} | asked
    return evaluate_panel(IRIS, folds or folds_of(), panel, **asked)


# Read in place of trained


def test_counts_are_read_and_nothing_is_trained(kept, fits, caplog):
    first = do_job(kept())
    assert len(fits) == 2 * RUNS * 2
    assert first.rows == do_job().rows
    fits.clear()
    caplog.set_level("INFO")
    again = do_job(kept(), start=lambda: pytest.fail("started"))
    assert repr(again.rows) == repr(first.rows)
    assert (fits, again.used) == ([], first.used)
    assert "0 runs trained, 0 of them compared, 8 read from the cache" in caplog.text


def test_only_runs_that_are_missing_are_trained(kept, fits):
    do_job(kept(), DRAWN, runs=[2, 3])
    fits.clear()
    assert do_job(kept()).rows == do_job().rows
    assert fits[: 2 * (4 + 2)].count("drawn") == 4
    fits.clear()
    # Run 3 alone has the same folds.
    other = folds_of(seed=2)
    other.test_fold[2] = folds_of().test_fold[2]
    do_job(kept(), BAYES, folds=other)
    assert len(fits) == 3 * 2


def test_what_another_setting_made_stays_beside(kept, fits):
    do_job(kept(), BAYES)
    do_job(kept(seed=7), BAYES, seed=7)
    fits.clear()
    do_job(kept(), BAYES)
    do_job(kept(seed=7), BAYES, seed=7)
    assert fits == []


def test_counts_are_found_under_other_names_and_of_other_data_are_not(tmp_path, fits):
    def renamed(dataset, *names, data="iris"):
        made_from = {
            x: {"dataset": dataset, "data": data, "learner": "bayes"} for x in names
        }
        cache = CountsCache(tmp_path / "cache", dataset, made_from)
        asked = [BAYES._replace(name=x) for x in names]
        return fits.clear() or do_job(cache, *asked, predictions=predictions)

    predictions = False
    first = renamed("iris", "bayes")
    again = renamed("other", "new")
    assert fits == []
    assert [x[2:] for x in again.rows] == [x[2:] for x in first.rows]
    assert again.used == first.used
    # Alike classifiers of one study are trained each; so are those on other data.
    renamed("iris", "bayes", "twin")
    assert set(fits) == {"twin"}
    renamed("other", "new", data="else")
    assert set(fits) == {"new"}
    # A file of predictions has the names.
    predictions = True
    renamed("iris", "bayes", data="more")
    renamed("other", "new", data="more")
    assert set(fits) == {"new"}


def do_part(folder, runs, names):
    """Evaluate some runs of some classifiers, in a process of its own."""
    panel = [x for x in (BAYES, DRAWN) if x.name in names]
    made_from = {name: {"learner": name, "seed": 1} for name in names}
    do_job(CountsCache(folder, "iris", made_from), *panel, runs=runs)


def test_the_same_job_twice_at_once_loses_nothing(kept, fits, tmp_path, monkeypatch):
    # As where Snakemake was killed, and is called again while its job goes on.
    monkeypatch.setattr("tenbyten.engines.counts_cache._SECONDS", 0)
    runs, both = range(1, RUNS + 1), ["bayes", "drawn"]
    with ProcessPoolExecutor(2) as pool:
        jobs = [pool.submit(do_part, tmp_path / "cache", runs, both) for _ in range(2)]
        # Whenever it is read, what is there is whole.
        while not all(job.done() for job in jobs):
            kept().read("bayes", SUMS)
        assert [job.result() for job in jobs] == [None, None]
    found = do_job(kept())
    assert fits == []
    assert found.rows == do_job().rows


def test_thousands_of_runs_are_few_files(kept):
    cache, sums = kept(BAYES), {run: f"sum of {run}" for run in range(1, 200_001)}
    cache.read("bayes", sums)
    for run, checksum in sums.items():
        cache.put("bayes", run, Entry(checksum, [[15, 14]]))
    cache.write()
    assert len(list_cache_files(cache._folder.parent)) == 1
    assert len(kept().read("bayes", sums)) == len(sums)


def test_numbers_come_back_as_they_were(kept):
    cells = [[9, 1, x] for x in (float("nan"), 0.1 + 0.2, 1e-300, -float("inf"), 1.0)]
    cache = kept()
    cache.read("bayes", {1: "s"})
    cache.put("bayes", 1, Entry("s", cells))
    cache.write()
    assert repr(kept().read("bayes", {1: "s"})[1].cells) == repr(cells)


def test_counts_are_read_by_the_header_that_they_were_written_with(kept):
    columns, chosen = ["tested", "correct", "auc"], {"depth": "3"}
    more, entry = (
        [*columns[:2], "unclassified", "auc"],
        Entry("s", [[9, 1, 0.5, chosen]]),
    )
    content = {"columns": columns, "runs": {"1": entry._asdict()}}
    kept()._write("bayes", kept().made_from["bayes"], content, "own")
    assert kept().read("bayes", {1: "s"}, columns) == {1: entry}
    assert kept().read("bayes", {1: "s"}, more) == {}
    turned = kept().read("bayes", {1: "s"}, ["auc", "correct"])
    assert turned[1].cells == [[0.5, 1, chosen]]


# Altered


@pytest.mark.parametrize(
    "damage",
    [
        lambda x: x.replace('"1"', '"2"', 1),
        lambda x: x.replace("[75", "[76", 1),
        lambda x: x.replace('"seed": 1', '"seed": 7'),
        lambda x: x[:-9],
        lambda x: x[: len(x) // 2],
        lambda x: "",
        lambda x: f"{x}\n",
    ],
)
def test_an_altered_file_is_refused_by_name(kept, damage):
    do_job(kept(), BAYES)
    (path,) = list_cache_files(kept()._folder.parent)
    path.write_text(damage(path.read_text()))
    with pytest.raises(ValueError, match="altered since it was written; delete the"):
        do_job(kept(), BAYES)
    path.unlink()
    assert do_job(kept(), BAYES).rows == do_job(None, BAYES).rows


def test_a_file_of_other_settings_is_not_taken_under_this_ones_name(kept):
    do_job(kept(), BAYES)
    do_job(kept(seed=7), BAYES, seed=7)
    ours, other = list_cache_files(kept()._folder.parent)
    other.write_bytes(ours.read_bytes())
    with pytest.raises(ValueError, match=r"bayes~.*: altered since it was written"):
        do_job(kept(), BAYES), do_job(kept(seed=7), BAYES, seed=7)


# Predictions


def test_predictions_are_kept_and_belong_to_their_counts(kept, fits):
    asked = {"predictions": True, "metrics": ()}
    do_job(kept(), metrics=())
    fits.clear()
    first = do_job(kept(), **asked)
    assert len(fits) == 2 * RUNS * 2
    of_data = [f"iris/{x}" for x in ("bayes", "drawn")]
    names = {f"{x}~{run:04d}.parquet" for x in of_data for run in SUMS}
    assert first.predictions.keys() == names
    fits.clear()
    assert do_job(kept(), **asked).predictions == first.predictions
    assert fits == []
    path = first.predictions["iris/drawn~0001.parquet"]
    whole = path.read_bytes()
    path.unlink()
    do_job(kept(), **asked)
    assert (fits, path.read_bytes()) == (["drawn"] * 2, whole)
    # Its other runs are there as before.
    fits.clear()
    assert do_job(kept(), **asked).rows == first.rows
    assert fits == []
    path.write_bytes(whole[:-1])
    with pytest.raises(ValueError, match=r"drawn~.*parquet: not the predictions that"):
        do_job(kept(), **asked)


# Made again


def test_a_recount_stops_at_a_difference(kept):
    do_job(kept(), DRAWN)
    words = r"iris, drawn, run 1, fold [12]: \d+ of 75 .* but \d+ of 75 are kept, with"
    with pytest.raises(ValueError, match=words):
        do_job(kept(), DRAWN, seed=2, recount=True)


# Interrupted, and failed


def test_runs_that_were_finished_before_an_error_are_kept(kept, fits):
    with pytest.raises(ClassifierError, match="iris, bad, run 2, fold 1: ZeroDiv"):
        do_job(kept(), BAYES, failing("raise"), metrics=())
    fits.clear()
    bad = failing("raise")
    Failing.trained = 3
    do_job(kept(), BAYES, bad, metrics=())
    assert len(fits) == 2 * 3 * 2


@pytest.mark.parametrize(
    "more", [{"fold_timeout": 9}, {"runs": [2, 3]}, {"failures": "stop"}]
)
def test_a_failure_is_kept_for_the_same_runs_and_rules(kept, fits, more):
    asked = {"failures": "exclude", "metrics": ()}
    first = do_job(kept(), failing("raise"), BAYES, **asked)
    assert [x[:4] for x in first.failures] == [("iris", "bad", 2, 1)]
    assert first.rows == do_job(None, BAYES, metrics=()).rows
    fits.clear()
    assert do_job(kept(), failing("raise"), BAYES, **asked) == first
    assert fits == []
    # What may go well by other rules, or is to stop the study, is tried again.
    good = failing("raise")
    Failing.trained = 3
    assert not do_job(kept(), good, BAYES, **asked | more).failures
    assert "bad" in fits


# Of earlier versions of the user's modules


def version(modules, **others):
    """What settles counts of a version of the user's modules."""
    return {"software": {"modules": modules, "libraries": {}} | others}


@pytest.fixture
def versions(tmp_path):
    """Open the cache with modules of some version, and keep earlier ones."""

    def opened(modules, keep=("drawn",), **others):
        made_from = {"drawn": {"seed": 1} | version(modules, **others)}
        return CountsCache(tmp_path / "cache", "iris", made_from, keep)

    return opened


def test_counts_of_the_latest_earlier_version_are_kept_on_request(
    versions, fits, tmp_path
):
    asked = {"predictions": True}
    old = do_job(versions({"mine": "1", "more": "1"}), DRAWN, runs=[1, 2], **asked)
    newer = do_job(versions({"mine": "2", "more": "1"}, ()), DRAWN, runs=[2], **asked)
    for age, used in ((100, old.used), (50, newer.used)):
        for path in (tmp_path / "cache" / x for x in used):
            os.utime(path, (time.time() - age,) * 2)
    do_job(versions({"mine": "1"}, (), python="3.9"), DRAWN, runs=[3], **asked)
    fits.clear()
    now = do_job(versions({"mine": "3"}), DRAWN, runs=[1, 2, 3], **asked)
    # One run is missing: another Python made it.
    assert len(fits) == 2
    assert now.rows == do_job(None, DRAWN, runs=[1, 2, 3]).rows
    there, later = ({x for x in y.used if x.endswith("json")} for y in (old, newer))
    kept = now.record["kept"]
    assert {x: kept[x] for x in kept if x.endswith("json")} == {
        x: ["mine", "more"] for x in there | later
    }
    assert all(path.is_file() for path in now.predictions.values())
    # Run 2 is the latest one's; without the key all are trained.
    assert str(now.predictions["iris/drawn~0002.parquet"]).split("~")[1] in str(later)
    assert "kept" not in do_job(versions({"mine": "4"}, ()), DRAWN).record
    fits.clear()
    assert "kept" not in do_job(versions({"mine": "3"}), DRAWN, runs=[3]).record
    assert fits == []
