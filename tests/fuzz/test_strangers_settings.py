"""Settings of somebody else's study: what the list lets pass reaches only its data."""

import json
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SECONDS = float(os.environ.get("TENBYTEN_FUZZ_SECONDS", "0"))
CASES = 700

SHEET = "number\tname\tbundled\n1\ti\tiris\n2\tj\tiris\n"
MINE = """
from pathlib import Path
Path("imported").touch()
class Mine: pass
def function(*arguments): return 1
"""


@pytest.fixture
def folder(tmp_path):
    """What a stranger may have sent beside a study."""
    (tmp_path / "names.tsv").write_text(SHEET)
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


def ran(folder, *arguments):
    """What the program with the canary says, in a process of its own."""
    program = [sys.executable, HERE / "settings_canary.py", *arguments]
    done = subprocess.run(
        [str(x) for x in program], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["dry", "train"])
def test_hostile_settings_reach_nothing(phase, folder, counted):
    # A dry run of any settings; training where the list has nothing against them.
    until, number = time.monotonic() + SECONDS / 2, 0
    while number == 0 or time.monotonic() < until:
        number += 1
        said = ran(folder, phase, number, CASES)
        assert said["found"] == []
        assert sum(said["ends"].values()) == CASES
        assert min(said["ends"].values()) > 10
        if phase == "dry":
            # Whatever numbers the settings have, nothing is allocated for them.
            assert said["megabytes"] < 100
        counted("fuzz cases", CASES)
        for end, count in said["ends"].items():
            counted(f"scikit-learn {phase}: {end}", count)
    assert not (folder / "imported").exists()


REACHES = {
    "open('/etc/passwd').read()": "open",
    "open('made', 'w')": "open",
    "__import__('os').system('true')": "os.system",
    "__import__('subprocess').run(['true'])": "subprocess.Popen",
    "__import__('socket').socket().connect_ex(('127.0.0.1', 9))": "socket.",
    "__import__('pickle').loads(b'cos\\ngetcwd\\n.')": "pickle.find_class",
    "eval('1 # CANARY')": "compile",
}


def test_the_canary_is_alive(folder):
    heard = "import sys\nfrom settings_canary import Canary\ncanary = Canary()\n"
    for code in REACHES:
        heard += f"canary.awake = True\n{code}\ncanary.awake = False\n"
        heard += "print([x.split()[0] for x in canary.seen])\ncanary.seen.clear()\n"
    done = subprocess.run(
        [sys.executable, "-c", heard],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(REACHES), done.stderr
    for line, event in zip(lines, REACHES.values(), strict=True):
        assert event in line, (line, event)


class Malicious:
    """Unpickling it touches a file."""

    def __reduce__(self):
        """Say how it is made."""
        return Path.touch, (Path("unpickled"),)


CACHED = """
datasets: names.tsv
splitter: scikit_learn
runs: 1
folds: 2
classifiers:
  Cached:
    scikit_learn:
      learner: sklearn.pipeline.Pipeline
      settings:
        memory: cache
        steps:
          - [scale, {learner: sklearn.preprocessing.StandardScaler}]
          - [bayes, {learner: sklearn.naive_bayes.GaussianNB}]
  Tree:
    native: {learner: J48}
"""


def snakemake(folder, *config, dry=True):
    """Run the study of a folder, in that folder."""
    command = ["-m", "snakemake", "--snakefile", ROOT / "Snakefile", "--cores", "1"]
    command += ["--directory", folder, "--quiet", "rules", *["--dry-run"] * dry]
    command += ["--config", f"study={folder / 'study.yaml'}", *config]
    return subprocess.run(
        [sys.executable, *map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def spoil(cache):
    """Put a malicious pickle in place of every one that joblib has kept."""
    kept = list(cache.rglob("output.pkl"))
    for path in kept:
        path.write_bytes(pickle.dumps(Malicious()))
    return len(kept)


@pytest.mark.slow
def test_a_cache_beside_the_study_is_unpickled_only_with_consent(folder):
    (folder / "study.yaml").write_text(CACHED)
    for dry in (True, False):
        done = snakemake(folder, dry=dry)
        assert done.returncode != 0
        assert (
            "classifier Cached names the cache cache (settings.memory)" in done.stdout
        )
        assert "--config trust=Cached" in done.stdout
        assert not (folder / "cache").exists()
    # With consent joblib keeps what it computes, and takes from there what it finds.
    done = snakemake(folder, "trust=Cached", dry=False)
    assert done.returncode == 0, done.stdout
    assert spoil(folder / "cache") > 0
    for kept in (folder / "results" / "study").glob("kept/*/*.json"):
        kept.unlink()
    assert snakemake(folder, "trust=Cached").returncode == 0
    assert snakemake(folder, dry=False).returncode != 0
    assert not (folder / "unpickled").exists()
    snakemake(folder, "trust=Cached", dry=False)
    assert (folder / "unpickled").exists()
