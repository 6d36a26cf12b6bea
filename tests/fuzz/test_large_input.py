"""A hostile file costs no more time and memory than an honest one of its size."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
MEGABYTE = 1_000_000
# Address space, most of it what importing maps.
MOST_BYTES = 3 * 1024**3

ARFF = "@relation r\n@attribute a numeric\n@attribute c {x,y}\n@data\n"
STUDY = "datasets: tiny.tsv\nclassifiers:\n  A: {}\n  B: {}\n"
COUNTS = "dataset,classifier,run,fold,accuracy\n"
LABELS = ",".join(f"l{i}" for i in range(100_000))

FILES = {
    "unclosed-quote.arff": (ARFF + "'" + "a" * MEGABYTE, "close every quote"),
    "backslashes.arff": (ARFF + "'" + "\\" * MEGABYTE, "close every quote"),
    "blanks.arff": (ARFF + "1" + " " * MEGABYTE + ",{", "write no weights"),
    "quotes.arff": (ARFF + "'" * MEGABYTE, "close every quote"),
    "braces.arff": (ARFF + "{" * MEGABYTE, "close every quote"),
    "labels.arff": (
        "@relation r\n@attribute a {" + "l,'m'," * 100_000 + "x y}\n",
        "quote what has blanks",
    ),
    "doubled-label.arff": (
        f"@relation r\n@attribute c {{{LABELS},l99999}}\n@data\n",
        "'l99999' twice",
    ),
    "attributes.arff": (
        "@relation r\n" + "@attribute a numeric\n" * 100_000,
        "declared twice",
    ),
    "deep.yaml": ("[" * 100_000, "not a YAML file"),
    "key-twice.yaml": (
        "".join(f"k{i}: 1\n" for i in range(10_000)) + "k9999: 2\n",
        "'k9999' is given twice",
    ),
    "integer.yaml": (f"seed: 0x{'f' * 9_000}\n{STUDY}", "more than 64 bits"),
    "cell.tsv": ("number\tname\n1\t" + "x" * MEGABYTE, "field limit"),
    "columns.tsv": ("\t".join(map(str, range(50_000))) + "\nx\n", "no column `name`"),
    "names.tsv": (
        "number\tname\tbundled\n"
        + "".join(f"{i}\tn{i}\tiris\n" for i in range(1, 3000))
        + "3000\tn2999\tiris\n",
        "appears twice",
    ),
    "unclosed.csv": (COUNTS + 'a,b,1,1,"' + "a" * MEGABYTE, "correct the quotes"),
    "columns.csv": ("," * MEGABYTE, "neither comma, semicolon"),
    "digits.csv": (COUNTS + "a,b,1,1," + "9" * MEGABYTE, "field limit"),
}

READ = """
import json, signal, sys
from pathlib import Path
from tenbyten.datasets.readers.arff import read_arff
from tenbyten.study import read_study
from tenbyten.results.results import read_results
*paths, root = map(Path, sys.argv[1:])
read = {
    ".arff": read_arff,
    ".csv": lambda path: read_results(path).table,
    ".yaml": lambda path: read_study(path, root),
    ".tsv": lambda path: read_study(path.with_suffix(".study.yaml"), root),
}
said = {}
for path in paths:
    signal.alarm(60)
    print(path.name, file=sys.stderr)
    try:
        said[path.name] = repr(read[path.suffix](path))
    except ValueError as error:
        said[path.name] = str(error)
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What the readers say of every file, in a process that may not grow or hang."""
    folder = tmp_path_factory.mktemp("large")
    for name, (content, _) in FILES.items():
        path = folder / name
        path.write_text(content)
        if path.suffix == ".tsv":
            study = path.with_suffix(".study.yaml")
            study.write_text(STUDY.replace("tiny.tsv", name))
    limit = resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES)
    how = {"preexec_fn": lambda: resource.setrlimit(*limit), "capture_output": True}
    command = [sys.executable, "-c", READ, *(folder / name for name in FILES), ROOT]
    done = subprocess.run(command, text=True, **how)
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(done.stdout)
    return {name: said[name].removeprefix(str(folder / name)) for name in FILES}


@pytest.mark.parametrize("name", FILES)
def test_a_large_hostile_file_is_refused(name, said):
    _, message = FILES[name]
    assert said[name].startswith((":", ","))
    assert message in said[name][:1000]
