"""Words of figures."""

from tenbyten.report.figures import text


def test_words_that_fit_stay_and_others_end_in_an_ellipsis():
    assert text.fit("naive Bayes", 200, 8) == "naive Bayes"
    short = text.fit("averaged one-dependence estimators", 60, 8)
    assert short.endswith("…")
    assert "averaged one-dependence estimators".startswith(short[:-1])
    assert text.width_of(short, 8) <= 60
    longer = "averaged one-dependence estimators"[: len(short) + 1]
    assert text.width_of(longer.rstrip() + "…", 8) > 60


def test_control_characters_are_replaced():
    assert text.clean("a\x00b\tc\nd") == "a\N{REPLACEMENT CHARACTER}b c d"


def test_numbers_have_a_true_minus_sign_and_zero_has_none():
    assert text.signed(-1.25, 1) == "\N{MINUS SIGN}1.2"
    assert text.signed(1.5, 2) == "+1.50"
    assert text.signed(-0.001, 2) == "0.00"


def test_letters_that_the_figures_font_lacks_are_found():
    assert text.letters_lacking("δέντρο J48 é… 森林") == {"森", "林"}
    # As wide as high, on every machine.
    assert text.width_of("森林", 8) == 16
    assert text.width_of("J森48", 8) == text.width_of("J48", 8) + 8


def test_fonts_are_found_by_their_letters():
    assert text.fonts_with(frozenset()) == ((), frozenset())
    families, none = text.fonts_with(frozenset("δ\U0010ffff"))
    assert families
    # No font has what is no letter.
    assert none == {"\U0010ffff"}
