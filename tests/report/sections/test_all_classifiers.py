"""Tests of all classifiers together over a subset."""

from tenbyten.report.sections.all_classifiers import omnibus_table


def test_what_is_below_alpha_is_bold(small):
    friedman, davenport = omnibus_table(small.by_subset["all"]["omnibus"], small).rows
    assert (friedman[-1].text, friedman[-1].strong) == ("0.0097", True)
    assert (davenport[-1].text, davenport[-1].strong) == ("0.3000", False)
    assert [friedman[2].text, davenport[2].text] == ["2", "2, 14"]
