"""Rows of ARFF files: fast and exact reading give the same values and errors."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tenbyten.datasets.readers import arff
from tenbyten.datasets.readers.arff import read_arff

HEADER = (
    "@relation r\n@attribute n numeric\n@attribute a {x,'y z',é,'','?'}\n"
    "@attribute s string\n@attribute c {p,q}\n@data\n"
)
CELLS = (
    *("1", "-0", "+5", "1.", ".5", "1e3", "-2.5E-3", "4.9e-324", "0.1", "17"),
    *("1e999", "1e-999", "123456789012345678901", "nan", "NaN", "inf", "-Infinity"),
    *("1_0", "0x1", "1d", "٣", "\ufeff1", "\ufeff", "\xa0", " 1", "x ", "", " "),
    *("x", "é", "p", "q", "?", "'?'", "''", "X", "'y z'", "y z", "{0", "{}", "%"),
    *("x", "x", "p", "p", "q", "q", "1", "2", "?"),
)
WHOLE = (
    *("1,x,any,p", "?,?,?,q", "2.5, x, t, q", "", "  ", "% c", "{}", "{0 1, 3 q}"),
    *("1,x", "1,x,t,p % c", "1,'y z',t,p", "1,x,'t, %',p", "1\tx,t,p"),
)
ROWS = st.lists(st.sampled_from(CELLS), min_size=4, max_size=4).map(",".join)
LINES = ROWS | st.sampled_from(WHOLE)


def found_in(path):
    """The bits of the values and their shape, or the error."""
    try:
        values = read_arff(path).values
    except ValueError as error:
        return str(error)
    return values.tobytes(), values.shape


@pytest.fixture
def by_parts(monkeypatch):
    """Read parts of any size fast."""
    monkeypatch.setattr(arff, "_SMALL", 0)
    monkeypatch.setattr(arff, "_PART", 40)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@given(st.lists(LINES, max_size=12))
@example(["1,x ,y z,p"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_fast_and_exact_reading_agree(tmp_path, by_parts, monkeypatch, end, lines):
    path = tmp_path / "file.arff"
    text = end.join(HEADER.splitlines() + lines)
    path.write_text(text, encoding="utf-8", newline="")
    fast = found_in(path)
    with monkeypatch.context() as patched:
        patched.setattr(arff, "_read_plain", lambda *_: None)
        assert fast == found_in(path)


def large(path, rows, columns, line=None):
    """Write a table of digits; return the values. Text replaces its last line."""
    rng = np.random.default_rng(1)
    values = rng.integers(0, 256, (rows, columns)).astype(float)
    values[:, -1] %= 2
    header = [f"@attribute x{i} numeric" for i in range(columns - 1)]
    header += ["@attribute class {'0','1'}", "@data"]
    body = pd.DataFrame(values.astype(int)).to_csv(header=False, index=False)
    if line is not None:
        body = body[: body.rstrip("\n").rfind("\n") + 1] + line
    path.write_text("@relation large\n" + "\n".join(header) + "\n" + body)
    return values


@pytest.mark.parametrize(
    ("last", "message"),
    [
        (["1"] * 99 + ["2"], r"line 3102: attribute 'class' is '2', not one of its 2"),
        (["1"] * 98 + ["ten", "1"], r"line 3102: attribute 'x98' is 'ten', not a fin"),
        (["nan"] + ["1"] * 99, r"line 3102: attribute 'x0' is 'nan', not a finite"),
        (["1"] * 99, "line 3102: cannot read '1,.* as 100 values"),
    ],
)
def test_a_fault_in_a_late_part_has_its_line(tmp_path, monkeypatch, last, message):
    monkeypatch.setattr(arff, "_PART", 200_000)
    path = tmp_path / "large.arff"
    values = large(path, 3000, 100)
    found = read_arff(path).values
    assert np.array_equal(found, values)
    assert found.flags.f_contiguous
    large(path, 3000, 100, ",".join(last))
    with pytest.raises(ValueError, match=message):
        read_arff(path)


MEMORY = """
import sys, resource
from tenbyten.datasets.readers.arff import read_arff
import pyarrow.csv
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
values = read_arff(sys.argv[1]).values
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, values.nbytes)
"""


@pytest.mark.parametrize("quoted", [False, True])
def test_memory_is_that_of_the_values_and_of_a_part(tmp_path, quoted):
    path = tmp_path / "large.arff"
    large(path, 20_000, 200, "'1'" + ",1" * 199 if quoted else None)
    if quoted:
        # Quotes in every part: nothing is plain.
        path.write_text(path.read_text().replace("\n7,", "\n'7',"))
    command = [sys.executable, "-c", MEMORY, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    kilobytes, values = map(int, done.stdout.split())
    assert values == 20_000 * 200 * 8
    assert kilobytes * 1024 < values + 150e6
