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
