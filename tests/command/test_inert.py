"""Until a study is run, what it names is neither made nor imported."""

import json
import subprocess
import sys

import yaml

# What a stranger's study may name, with its settings; the last ones within others.
NAMED = yaml.safe_load("""
- [tenbyten.datasets.web.GzipFile, {filename: victim, mode: wb}]
- [tenbyten.jobs.preparing.ZipFile, {file: victim, mode: w}]
- [tenbyten.report.html.Environment, {extensions: [this.x]}]
- [tenbyten.__main__.Path, {}]
- [sklearn.datasets._lfw.Memory, {location: cache}]
- [sklearn.datasets._covtype.TemporaryDirectory, {dir: .}]
- [sklearn.callback._transport.Listener, {address: socket, family: AF_UNIX}]
- [sklearn.cluster.tests.test_hierarchical.KMeans, {}]
- [sklearn.externals.array_api_compat.torch.X, {}]
- [sklearn.utils._testing.TempMemmap, {data: [1]}]
- [mine.Own, {}]
- [this.x, {}]
- [subprocess.run, {args: [touch, made]}]
- - sklearn.pipeline.Pipeline
  - steps: [[a, {learner: sklearn.datasets._lfw.Memory, settings: {location: cache}}]]
- - sklearn.linear_model.LogisticRegression
  - class_weight: {learner: tenbyten.jobs.preparing.ZipFile, settings: {file: victim}}
- - sklearn.model_selection.GridSearchCV
  - estimator: {learner: sklearn.naive_bayes.GaussianNB}
    param_grid: {settings: {learner: this.x}}
- - sklearn.model_selection.GridSearchCV
  - estimator: {learner: sklearn.naive_bayes.GaussianNB, settings: {learner: mine.Own}}
    param_grid: {priors: [{learner: mine.Own}, {learner: this.x}]}
    cv: {learner: sklearn.callback._transport.Listener, settings: {address: socket}}
    scoring: {learner: antigravity.x}
- [sklearn.pipeline.Pipeline, {steps: [], memory: cache}]
""")

WATCHED = r"""
import os, sys
from pathlib import Path
from tenbyten.command import main
from tenbyten.jobs.setup import set_up

seen, writing = [], os.O_WRONLY | os.O_RDWR | os.O_CREAT
HARMLESS = "os.listdir", "os.scandir", "os.putenv"
ASIDE = "open", "os.", "socket.", "subprocess.", "shutil.", "tempfile.", "urllib."


def watch(event, given):
    if event == "open" and not (given[2] or 0) & writing or ".csv" in str(given):
        return
    if event.startswith(ASIDE) and event not in HARMLESS:
        seen.append((event, *map(str, given[:2])))


for place, study in enumerate(sys.argv[1:]):
    if place == 1:
        # By the first, which is harmless, all is imported that is needed.
        sys.addaudithook(watch)
    try:
        set_up({"study": study}).begin(1)
    except ValueError as error:
        print(error)
    main(["verify", study])
main(["export", "results", "--to", "wide", "-o", "exported.csv"])
named = {"this", "antigravity", "mine", "torch", "tenbyten.__main__"}
print("SEEN", seen, sorted(named & sys.modules.keys()))
"""


def test_nothing_that_a_study_names_is_made_before_it_runs(tmp_path):
    (tmp_path / "mine.py").write_text("open('imported', 'w')\n")
    (tmp_path / "sheet.tsv").write_text("name\tbundled\niris\tiris\nwine\twine\n")
    (tmp_path / "victim").write_text("the only copy\n")
    (tmp_path / "results").mkdir()
    rows = "dataset,classifier,run,fold,tested,correct\niris,A,1,1,3,2\n"
    (tmp_path / "results" / "accuracies.csv").write_text(rows)
    bayes = {"native": {"learner": "NaiveBayes"}}
    named = [["sklearn.naive_bayes.GaussianNB", {}], *NAMED]
    for n, (learner, settings) in enumerate(named):
        entry = {"scikit_learn": {"learner": learner, "settings": settings}}
        study = {"datasets": "sheet.tsv", "classifiers": {"A": bayes, "B": entry}}
        (tmp_path / f"s{n}.yaml").write_text(json.dumps(study))
    there = {x.name for x in tmp_path.iterdir()}
    studies = [f"s{n}.yaml" for n in range(len(named))]
    call = [sys.executable, "-P", "-B", "-c", WATCHED, *studies]
    got = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True)
    assert got.stdout.splitlines()[-1] == "SEEN [] []", got.stdout + got.stderr
    assert {x.name for x in tmp_path.iterdir()} - there == {"exported.csv"}
    assert (tmp_path / "victim").read_text() == "the only copy\n"
    # All but those that have modules of others, which are not looked at, are refused.
    assert got.stdout.count("classifier B: ") == len(NAMED) - 5
