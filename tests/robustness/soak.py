"""A study that is changed, damaged and killed between runs ends as a fresh one does.

As a program, from the top folder, with a seed to repeat its steps:
``.venv/bin/python tests/robustness/soak.py [--minutes 60] [--seed N] [--rounds N]``.

Each round changes the study traced.yaml in one to three ways, or undoes changes, may
kill it in the middle, runs and verifies it. A study that is refused must be refused by
the same words in an empty folder, and is taken back. Every few rounds all files of
``results/`` are compared with those of a fresh run in an empty folder.
"""

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
sys.path.append(str(Path(__file__).parents[1] / "workflow"))
from alterations import EDITS, Unalterable, delete, edit
from changes import CHANGES
from test_kills import SIGNALS, TARGETS, disturb, unlock
from test_mutations import KINDS, TIMED, files_of

from conftest import ROOT, Study

# Rounds from a comparison with a fresh run to the next.
APART = 4
KILLED = 0.25
# What a step does, and how often it is drawn.
WAYS = {"change": 5, "undo": 2, "damage": 2, "remove": 1}
# A copy of the project that its kernels fit: a change of a learner's code or of Numba
# would compile them anew, for a minute.
LASTING = ("code of one of this project's learners, such as J48",)
LASTING += ("a library that classifiers import, such as Numba",)
OURS = ("statistics/many_datasets/poisson.py", "report/page.py")
# What is left of what the study no longer has: `verify` notes all but the data.
FORMER = ("data/", "folds/", "accuracies/", "fetched/", "predictions/")
FORMER += ("comparisons/", "tables/", "made/", "metrics.csv", "failures.csv")
# More may be kept than a fresh run keeps: what is taken of it is compared.
KEPT = ("kept/", "kept_predictions/")


class Difference(Exception):
    """A run that did not end as it must."""


class Soaked(Study):
    """The study traced.yaml, run as a round says."""

    cores = 2
    options = ()

    def __init__(self, folder, root):
        super().__init__(folder, name="traced", root=root)

    def command(self, *arguments):
        """The command with this round's options, by the project at `root`."""
        paths = self.root / "workflow", self.folder / "newer"
        path = f"PYTHONPATH={os.pathsep.join(map(str, paths))}"
        how = {"cores": self.cores, "config": self.options}
        return ["env", path, *super().command(*arguments, **how)]

    @property
    def made_here(self):
        """Where the study's results are."""
        return self.folder / "results" / self.name

    def run(self, *arguments):
        """Run in a new process; return its exit code and what it said."""
        return self(*arguments, env={})


class Soak:
    """A study, what was done to it, and how often."""

    def __init__(self, top, seed):
        self.top, self.seed = top, seed
        self.counts, self.done = Counter(), Counter()
        root = top / "project"
        for part in ("config", "workflow"):
            shutil.copytree(ROOT / part, root / part)
        shutil.copy2(ROOT / "Snakefile", root)
        self.study = Soaked(top / "study", root)
        # The sources after each round that was not refused.
        self.former = [self.sources()]

    def sources(self):
        """All that results are made from: the user's files and two of the project's."""
        package = self.study.root / "workflow" / "tenbyten"
        paths = [x for x in self.study.folder.iterdir() if x.is_file()]
        paths += (self.study.folder / "newer").rglob("*")
        found = {
            path.relative_to(self.study.folder): path.read_bytes()
            for path in paths
            if path.is_file()
        }
        return found, {name: (package / name).read_bytes() for name in OURS}

    def restore(self, sources, study=None):
        """Put former sources back, and remove others."""
        study = study or self.study
        shutil.rmtree(study.folder / "newer", ignore_errors=True)
        for path in study.folder.iterdir():
            if path.is_file():
                path.unlink()
        for path, content in sources[0].items():
            (study.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (study.folder / path).write_bytes(content)
        for name, content in sources[1].items():
            file = study.root / "workflow" / "tenbyten" / name
            if file.read_bytes() != content:
                file.write_bytes(content)

    def told(self):
        """How often each change was made."""
        return [f"{n} {change}" for change, n in self.done.most_common() if n]

    def step(self, draw):
        """Do one thing to the study; return its name, or None where it cannot be."""
        way = draw.choices([*WAYS], [*WAYS.values()])[0]
        if way == "undo":
            number = draw.randrange(len(self.former))
            self.restore(self.former[number])
            return f"undo: the sources as they were, the {number + 1}th"
        if way == "change":
            return self.change(draw)
        if not self.study.made_here.is_dir():
            return None
        if way == "remove":
            path = draw.choice(sorted(self.study.made_here.iterdir()))
            delete(path)
            return f"remove: {path.name}"
        files = files_of(self.study.made_here, draw.choice(KINDS))
        if not files:
            return None
        file, how = draw.choice(files), draw.choice([*EDITS, "deleted"])
        path = self.study.made_here / file
        with suppress(Unalterable):
            delete(path) if how == "deleted" else edit(path, how)
            return f"damage: {file} {how}"
        return None

    def change(self, draw):
        """Make one of the changes whose effects config/README.md tells."""
        change = draw.choice([x for x in CHANGES if x.changed not in LASTING])
        before = self.sources()
        try:
            change.alter(self.study)
        except (AssertionError, TypeError, ValueError, OSError):
            # It was made before, or does not fit what was.
            self.restore(before)
            return None
        self.study.options = tuple(change.how.get("config", self.study.options))
        return f"change: {change.changed}"

    def round(self, number):
        """Change, kill, run and verify the study; say what was done."""
        draw = random.Random(f"{self.seed} {number}")
        self.study.options, self.study.cores = (), draw.randint(1, 4)
        steps = []
        wanted = draw.randint(1, 3)
        while len(steps) < wanted:
            if step := self.step(draw):
                steps.append(step)
                self.counts[step.split(":")[0]] += 1
                self.done[step] += step.startswith("change")
        started = time.monotonic()
        print(f"round {number}: {'; '.join(steps)}", end="", flush=True)
        print(f"; --cores {self.study.cores}", *self.study.options, end="", flush=True)
        if draw.random() < KILLED:
            way = draw.choice(SIGNALS), draw.choice(TARGETS)
            kills = disturb(self.study, draw, way)
            self.counts["kill"] += len(kills)
            print("; killed:", ", ".join(kills) or "nothing", end="", flush=True)
            unlock(self.study)
        self.run()
        print(f"; {time.monotonic() - started:.0f} s", flush=True)

    def run(self):
        """Run and verify the study, or take back what is refused."""
        code, said = self.study.run()
        if code != 0:
            fresh, also = self.fresh()
            if fresh == 0 or last_words(also) != last_words(said):
                raise Difference(
                    f"exit code {code}; in an empty folder {fresh}\n{said}"
                )
            print("; refused:", last_words(said), end="")
            self.counts["refused"] += 1
            self.restore(self.former[-1])
            code, said = self.study.run()
            if code != 0:
                raise Difference(f"taken back, exit code {code}\n{said}")
        self.former.append(self.sources())
        code, said = self.study.run("verify")
        if code != 0:
            raise Difference(f"not verified\n{said}")
        self.counts["verified"] += 1

    def fresh(self):
        """Run the study as it is now in an empty folder."""
        folder = self.top / "fresh"
        shutil.rmtree(folder, ignore_errors=True)
        self.other = Soaked(folder, self.study.root)
        self.other.options = self.study.options
        self.restore(self.sources(), self.other)
        return self.other.run()

    def compare(self):
        """Compare all files with those of a fresh run, and plan once more."""
        code, said = self.fresh()
        if code != 0:
            raise Difference(f"in an empty folder exit code {code}\n{said}")
        theirs = contents(self.other)
        if names := differing(contents(self.study), theirs):
            raise Difference(f"not as in a fresh run: {', '.join(names)}")
        if jobs := self.study.jobs(env={}):
            raise Difference(f"jobs after the end: {jobs}")
        self.counts["compared"] += 1
        self.counts["files compared"] += len(theirs)
        print(f"  {len(theirs)} files as in a fresh run", flush=True)


def differing(ours, theirs):
    """The files that are not as in a fresh run."""
    return [
        name
        for name in sorted(ours.keys() | theirs.keys())
        if ours.get(name) != theirs.get(name)
        and (name in theirs or not name.startswith(FORMER))
    ]


def last_words(said):
    """The last line of an error; what follows says where the code is that raised it."""
    return [line for line in said.splitlines() if line and line[0] != " "][-1]


def contents(study):
    """The bytes of every file of the results but logs and times."""
    files = {
        name: path.read_bytes()
        for path in study.made_here.rglob("*")
        if path.is_file() and not path.name.startswith(".")
        if not (name := path.relative_to(study.made_here).as_posix()).startswith(
            ("logs/", "benchmarks/", *KEPT)
        )
    }
    record = json.loads(files["provenance.json"])
    timed = {**record, "time": "", "processors": ""}
    for name in TIMED:
        del files[name]
    files["provenance.json"] = json.dumps(timed, sort_keys=True).encode()
    files |= study.made()
    for name in [x for x in files if x.startswith("data/") and x.endswith(".json")]:
        record = json.loads(files[name])
        # Where every row has a class, data made by another setting are not made anew.
        del record["made_from"]["missing_class"], record["checksum"]
        files[name] = json.dumps(record).encode()
    return files


def main():
    """Soak the study; return 1 at a difference."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    top = Path(tempfile.mkdtemp(prefix="soak"))
    print(f"seed {options.seed}, in {top}", flush=True)
    soak, end = Soak(top, options.seed), time.monotonic() + 60 * options.minutes
    number = 0
    try:
        while number < options.rounds and time.monotonic() < end:
            number += 1
            soak.round(number)
            if number % APART == 0:
                soak.compare()
        if number % APART:
            soak.compare()
    except KeyboardInterrupt:
        print(f"\nround {number}: interrupted; what is there is in {top}")
        return 1
    except Difference as difference:
        print(f"\nround {number}: {difference}\nseed {options.seed}; see {top}")
        return 1
    finally:
        told = ", ".join(f"{n} {x}" for x, n in soak.counts.items())
        print(f"{number} rounds; {told}", *soak.told(), sep="\n")
    shutil.rmtree(top)
    return 0


if __name__ == "__main__":
    sys.exit(main())
