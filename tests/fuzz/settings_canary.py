"""Hostile settings for every public class and function of scikit-learn, with a canary.

A program for test_strangers_settings.py: `settings_canary.py (dry|train) SEED CASES`,
in a folder with what a stranger may have sent. Its last line says in JSON how the cases
ended, and what they did to the host.
"""

import dataclasses
import importlib
import json
import os
import resource
import signal
import sys
import sysconfig
import warnings
from collections import Counter
from contextlib import suppress
from pathlib import Path

import numpy as np
import yaml
from joblib.externals import loky
from settings_cases import Cases, public
from sklearn.utils.discovery import all_estimators, all_functions

from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.engines.scikit_learn.instantiate import instantiate
from tenbyten.study.readiness import check_ready, describe_classes
from tenbyten.study.reading import read_study

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = {sysconfig.get_path(x) for x in ("stdlib", "platstdlib", "purelib")}
INSTALLED |= {
    str(Path(np.__file__).parents[1]),
    str(ROOT / "workflow"),
    sys.base_prefix,
}
INSTALLED |= {"/proc/cpuinfo", "/sys/fs/cgroup"}  # The number of cores.
INSTALLED = tuple(os.path.realpath(x) for x in INSTALLED)
READ = {"study.yaml", "names.tsv", "mine.py"}
# Events of sys.audit that reach the host.
REACHING = (
    *("os.", "subprocess.", "socket.", "shutil.", "tempfile.", "urllib.", "http."),
    *("pickle.", "ftplib.", "smtplib.", "webbrowser.", "sqlite3."),
    *("syslog.", "pty.", "mmap.", "fcntl.", "signal.", "glob.", "pathlib."),
)
# How modules are found.
FINDING = {"os.listdir", "os.scandir"}


class Canary:
    """Notices what reaches the host while it is awake."""

    def __init__(self):
        self.awake, self.seen = False, []
        sys.addaudithook(self.hear)

    def hear(self, event, arguments):
        """Remember an event that reaches the host."""
        if not self.awake:
            return
        self.awake = False
        try:
            told = event.startswith(REACHING) and event not in FINDING
            if event == "open":
                path, _, flags = arguments
                told = not self.is_ours(path, flags)
            if event in ("compile", "exec"):
                told = "CANARY" in repr(arguments[0])
            if told:
                self.seen.append(f"{event} {arguments!r}"[:300])
        finally:
            self.awake = True

    @staticmethod
    def is_ours(path, flags):
        """Whether a file is only read, and of Python or of the study itself."""
        if isinstance(path, int) or flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return False
        path = os.path.realpath(os.fsdecode(path))
        return path.startswith(INSTALLED) or (
            os.path.dirname(path) == os.getcwd() and os.path.basename(path) in READ
        )


def hang(*_):
    """End a training that takes long."""
    raise TimeoutError


def dry(study):
    """Do what a dry run does with a study, without consent and with it."""
    end = "refused"
    for trust in ([], list(study["classifiers"])):
        panels = study.panels("native")
        describe_classes(study, panels)
        for panel in panels.values():
            size = {"instances": 150, "attributes": 5, "folds": 10}
            seconds = sum(ENGINE.seconds(c, **size) for c in panel.classifiers)
            ENGINE.resources(panel, seconds=seconds, cells=750)
        with suppress(ValueError):
            check_ready(study, panels, machine={"weka_jar": "", "trust": trust})
            end = "made" if end == "made" or not trust else "made if trusted"
    return end


def train(classifier):
    """Train and test what the list lets pass on twenty rows, in a second at most."""
    if ENGINE.untrusted(classifier) or ENGINE.foreign(classifier):
        return "outside the list"
    rng = np.random.default_rng(1)
    X, y = rng.random((20, 3)), np.arange(20) % 2
    try:
        learner = instantiate(classifier)
    except ValueError:
        return "refused"
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        learner.fit(X, y).predict(X)
    except Exception:
        return "failed"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return "trained"


def studies(cases, count):
    """Write and read studies of forty cases each, and yield them one by one."""
    paths = sorted([*cases.classes, *cases.functions])
    if cases.trained:
        # Regressors and the like are refused, whatever they could do.
        classifiers = {public(x) for _, x in all_estimators("classifier")}
        useless = {x for x, c in cases.classes.items() if hasattr(c, "predict")}
        paths = [path for path in paths if path not in useless - classifiers]
    cases.rng.shuffle(paths)
    made = [cases.case(path) for path in (paths * (count // len(paths) + 1))[:count]]
    for start in range(0, count, 40):
        entries = {
            f"c{n}": {"scikit_learn": {"learner": learner, "settings": settings}}
            for n, (learner, settings) in enumerate(made[start : start + 40])
        }
        text = {"datasets": "names.tsv", "classifiers": entries}
        Path("study.yaml").write_text(yaml.safe_dump(text))
        yield entries


def run(phase, seed, count):
    """Go through the cases; return how they ended, and what the canary saw."""
    canary, ends, found = Canary(), Counter(), []
    cases = Cases(seed, trained=phase == "train")
    for _ in studies(cases, count):
        canary.awake = True
        study = read_study("study.yaml", ROOT)
        canary.awake = False
        panels = study.panels("native")
        for classifier in (c for panel in panels.values() for c in panel.classifiers):
            name = classifier.name
            one = study.settings | {"classifiers": {name: study["classifiers"][name]}}
            canary.awake = True
            try:
                if phase == "dry":
                    ends[dry(dataclasses.replace(study, settings=one))] += 1
                else:
                    ends[train(classifier)] += 1
            except Exception as error:
                found.append([str(classifier), repr(error)])
            finally:
                canary.awake = False
            found += [[str(classifier), event] for event in canary.seen]
            canary.seen.clear()
    return {"ends": ends, "found": found}


def warm():
    """Import what the first case would, and train once."""
    warnings.simplefilter("ignore")
    sys.dont_write_bytecode = True
    for module in (
        "pandas",
        "scipy.stats",
        "sklearn.utils.parallel",
        "joblib.parallel",
    ):
        importlib.import_module(module)
    # Both read /proc/cpuinfo, once.
    importlib.import_module("tenbyten.learners.estimators")
    loky.cpu_count(only_physical_cores=True)
    for _, x in all_functions():
        importlib.import_module(x.__module__)


if __name__ == "__main__":
    phase, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    warm()
    signal.signal(signal.SIGALRM, hang)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told = run(phase, seed, count)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps(told | {"megabytes": (after - before) / 1024}))
