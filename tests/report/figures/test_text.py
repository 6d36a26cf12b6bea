"""Words of figures."""

from tenbyten.report.figures import text


def test_numbers_have_a_true_minus_sign_and_zero_has_none():
    assert text.signed(-1.25, 1) == "\N{MINUS SIGN}1.2"
    assert text.signed(1.5, 2) == "+1.50"
    assert text.signed(-0.001, 2) == "0.00"
    assert text.signed(0.001, 2) == "0.00"
