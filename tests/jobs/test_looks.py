"""Which runs a look asks for, of which jobs."""

from holes import SPLIT

from tenbyten.engines import Classifier
from tenbyten.files import write_json
from tenbyten.jobs.cross_validating import cross_validate
from tenbyten.jobs.looks import design_at, new_runs, new_runs_of_job, settled_by

SETTINGS = {"datasets": ["a"], "classifiers": {"x": {}, "y": {}}, "first_look": 2}
SETTINGS |= {"runs": [1, 3, 5, 7]}
FIRST, SECOND = {"a": {"x": 2, "y": 5}}, {"a": {"x": 7, "y": 5}}


def test_new_runs_are_those_of_the_part_since_the_look_before():
    assert new_runs(SETTINGS, []) == {"a": {"x": [1], "y": [1]}}
    assert new_runs(SETTINGS, [FIRST]) == {"a": {"x": [], "y": [3, 5]}}
    assert new_runs(SETTINGS, [FIRST, SECOND]) == {"a": {"x": [3, 5, 7], "y": []}}
    # A classifier that an older look did not know.
    assert new_runs(SETTINGS, [{"a": {"y": 5}}])["a"]["x"] == []


def test_a_job_reads_them_from_the_looks_before(tmp_path):
    paths = [tmp_path / "1.json", tmp_path / "2.json"]
    for path, runs in zip(paths, (FIRST, SECOND), strict=True):
        write_json({"runs": runs}, path)
    assert new_runs_of_job(SETTINGS, None, []) is None
    assert new_runs_of_job(SETTINGS, "3", paths) == new_runs(SETTINGS, [FIRST, SECOND])
    design = {"datasets": ["a"], "classifiers": ["x"], "runs": 9}
    assert design_at(design, []) == design
    assert design_at(design, [], 2)["asked"] == {"a": {"x": 2}}
    assert design_at(design, paths)["asked"] == SECOND
    named = [settled_by(x) for x in ("look/12", "a/b.look-2", "draw")]
    assert named == ["look", "a/b", "draw"]


def test_a_job_makes_the_new_runs_of_each_classifier(make, job_of):
    bayes = Classifier("x", "sklearn.naive_bayes.GaussianNB", preprocessing=("impute",))
    classifiers = [bayes, bayes._replace(name="y"), bayes._replace(name="z")]
    for name in "ab":
        make(name=name)
    work = job_of(classifiers, datasets="ab", runs=(1, 2, 3), split=SPLIT)
    new = {"a": {"x": [2], "y": [], "z": [2]}, "b": {"x": [1], "y": [2, 3], "z": []}}
    looked = cross_validate(work._replace(new=new)).rows
    whole = cross_validate(work).rows
    cells = {("a", "x", 2), ("a", "z", 2), ("b", "x", 1), ("b", "y", 2), ("b", "y", 3)}
    assert sorted(looked) == sorted(row for row in whole if row[:3] in cells)
