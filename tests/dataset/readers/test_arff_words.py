"""Words of ARFF: what is written is read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arff_writer import quote
from tenbyten.dataset.readers.arff_words import split, unquote


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1))
def test_quoted_words_are_read_back_whatever_is_between_them(texts):
    for between in (",", " ", "\t, "):
        words, rest = split(between.join(map(quote, texts)))
        assert [unquote(word) for word in words] == texts
        assert rest == ""


@pytest.mark.parametrize(
    ("text", "written"),
    [("plain", "plain"), ("?", "'?'"), ("", "''"), ("it's", r"'it\'s'"), ("é", "é")],
)
def test_only_what_needs_quotes_gets_them(text, written):
    assert quote(text) == written


def test_what_is_no_word_is_left():
    words, rest = split("a 'b c' } d")
    assert ([unquote(word) for word in words], rest) == (["a", "b c"], "} d")
