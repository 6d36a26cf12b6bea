"""Numbers in cells of text."""

import cProfile
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.results.cells import MARKS, Numbers, read_numbers

NAN = math.nan


def read_one(text):
    """Read one cell, as a tuple."""
    return tuple(column.iloc[0] for column in read_numbers(pd.Series([text])))


def same(numbers, others):
    """Whether numbers are the same, where nan is nan."""
    return np.array_equal(numbers, others, equal_nan=True)


# Texts of a value, whether it has a percent sign, and a deviation.
NUMBERS = {
    (
        0.93,
        False,
        NAN,
    ): "0.93|.93| 0.93\t|*0.93*|**0.93**|***0.93***|__0.93__|_0.93_|0.93*"
    "|0.93†‡|0.93 •|0.93 ◦|+0.93|9.3e-1|9.3E\N{MINUS SIGN}1",
    (-0.5, False, NAN): "-0.5|\N{MINUS SIGN}0.5|-.5|**-0.5**",
    (93.0, False, NAN): "93|93.|93.0",
    (math.inf, False, NAN): "inf|Inf",
    (-math.inf, False, NAN): "-inf",
    (93.1, True, NAN): "93.1%|93.1 %|93.1 %*|**93.1%**",
    (
        90.3,
        False,
        1.3,
    ): "90.3 ± 1.3|90.3±1.3|90.3 +/- 1.3|90.3 +- 1.3|90.3 (1.3)|90.3(±1.3)"
    "|90.3 [1.3]|**90.3** ± 1.3|**90.3 ± 1.3**|90.3* ± 1.3|90.3 (1.3)†",
    (90.3, True, 1.3): "90.3±1.3%|90.3% ± 1.3%|90.3% (1.3)|90.3 [1.3 %]",
    # A rank perhaps: only the whole column can tell.
    (0.93, False, 2.0): "0.93 (2)",
}


@pytest.mark.parametrize(("number", "texts"), NUMBERS.items())
def test_a_number_is_read_with_its_percent_sign_and_deviation(number, texts):
    value, percent, deviation = number
    for text in texts.split("|"):
        assert same(read_one(text), (value, False, percent, deviation)), text


def test_a_missing_number_is_not_wrong():
    texts = "|-|\N{EN DASH}|—|\N{MINUS SIGN}|--|---|n/a|N/A|NA|nan|NaN|None|null|?| - "
    for text in [*texts.split("|"), "missing", "Failed", "timeout", "ERR", "**-**"]:
        assert same(read_one(text), (NAN, False, False, NAN)), text


WRONG = """0.93a;a;1,234.5;1,234;0,93;1_000_000;2*3*;(1);0.9 (0.8, 1);0.9 1.2;0.9 ± -1
0.9 (1.3;±1;%;1 000;0x1f;٣;1e;.;12:30;2024-01-01;1/3;True;iris;>0.9;* *;0.93 (-0.2)"""


def test_what_is_more_than_a_number_is_wrong_and_never_read_in_part():
    for text in WRONG.replace("\n", ";").split(";"):
        assert same(read_one(text), (NAN, True, False, NAN)), text


@given(
    st.floats(allow_nan=False),
    st.floats(0, allow_infinity=False),
    st.sampled_from(["{} ± {}", "{}+-{}", "{} ({})", "**{}** ± {}", "{}[{}]"]),
    st.text(MARKS, max_size=2),
)
def test_every_float_comes_back_with_all_its_digits(value, deviation, form, marks):
    text = form.format(value, abs(deviation)) + marks
    assert read_one(text) == (value, False, False, abs(deviation))
    assert read_one(f"{value}%")[:3] == (value, False, True)


@given(st.text())
def test_any_text_is_a_number_or_missing_or_wrong(text):
    value, wrong, _, deviation = read_one(text)
    assert not wrong or math.isnan(value)
    assert math.isnan(deviation) or not math.isnan(value)


def test_cells_keep_their_index_although_it_is_not_unique():
    numbers = read_numbers(pd.Series(["1", "x", "", "1"], index=["a", "b", "b", "c"]))
    assert Numbers._fields == tuple(column.name for column in numbers)
    assert all(list(column.index) == ["a", "b", "b", "c"] for column in numbers)
    assert [column.dtype for column in numbers] == [float, bool, bool, float]
    assert numbers.wrong.tolist() == [False, True, False, False]


def test_no_cells_are_no_numbers_of_the_same_types():
    numbers = read_numbers(pd.Series([], dtype=object))
    assert [column.dtype for column in numbers] == [float, bool, bool, float]


def test_100_000_cells_are_read_to_the_digit_in_few_calls_each():
    values = np.random.default_rng(1).random(100_000)
    texts, profile = pd.Series(map(str, values)), cProfile.Profile()
    numbers = profile.runcall(read_numbers, texts)
    assert (numbers.values == values).all()
    calls = sum(entry.callcount for entry in profile.getstats())
    assert calls < 12 * len(texts), calls


@pytest.mark.parametrize(
    "text",
    [
        f"0.9{' ' * 400}x",
        f"{'1' * 16_000}x",
        f"0.{'1' * 16_000}e",
        f"0.9{' *' * 400}x",
        f"0.9{'*' * 16_000}x",
        f"0.9 ({' ' * 400}",
    ],
    ids=lambda text: f"{text[:3]}-{text[3:6]}-{text[-1]}",
)
def test_long_cells_that_are_no_numbers_are_found_to_be_none(text):
    assert read_numbers(pd.Series([text])).wrong.all()
