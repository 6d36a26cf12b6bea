"""Names that files bear."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenbyten.study.names import fault_of_name, folded, name_of


@pytest.mark.parametrize(
    "name", ["J48", "1-NN", "SVM_rbf.2+", "δέντρο", "随机森林", "é", "पेड़", "x" * 64]
)
def test_letters_of_any_script_make_a_name(name):
    assert fault_of_name(name) == ""
    assert name_of(name) == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "is empty"),
        ("random forest", "has ' '; give letters"),
        ("a/b", "has '/'; give letters"),
        ("a\n", "has '\\\\n'"),
        (".x", r"begins with '\.'"),
        ("-rf", "begins with '-'"),
        ("\u0301e", "begins with"),
        ("שלום", "has '.u05e9'"),
        ("a\u3164b", "has '.u3164'"),
        ("e\u0301", r"in two parts, 'e.u0301'; write it in one, such as 'é', which"),
        ("x" * 65, "takes 65 bytes in UTF-8; give 64 at most"),
        ("林" * 22, "takes 66 bytes in UTF-8"),
    ],
)
def test_what_is_no_name_is_said_with_a_remedy(name, said):
    fault = fault_of_name(name)
    assert re.search(said, fault)
    assert "give " in fault or "write " in fault


@given(st.text())
def test_every_text_becomes_a_name_or_nothing(text):
    name = name_of(text)
    assert not name or fault_of_name(name) == ""
    assert name_of(name) == name


@given(st.text(), st.integers(1, 64))
def test_a_name_has_no_more_bytes_than_asked(text, most):
    assert len(name_of(text, most=most).encode()) <= most


@given(st.text())
def test_what_some_file_systems_take_for_one_is_folded_to_one(text):
    assert folded(text) == folded(unicodedata.normalize("NFD", text))
    assert folded(folded(text)) == folded(text)
