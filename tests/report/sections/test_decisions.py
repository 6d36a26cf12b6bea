"""Decisions over a subset and on one data set, laid out."""

import numpy as np
import pytest

from report_pages import by_heading, headings, texts
from tenbyten.report.document import tables_in_latex, tables_in_markdown
from tenbyten.report.formatting import EMPTY
from tenbyten.report.sections.decisions import (
    adjusted_table,
    on_one_dataset_table,
)
from tenbyten.report.sections.registry import tables_of_decisions

# Adjusted


@pytest.fixture
def adjusted(small):
    """Make the table of the small study, with some settings and numbers changed."""

    def make(frame=small.by_subset["all"]["adjusted"], **settings):
        changed = small._replace(
            by_subset={"all": {"adjusted": frame}}, settings=small.settings | settings
        )
        return adjusted_table(changed, "all", "Data sets 1-8")

    return make


def test_a_line_has_decision_and_effect_sizes_together(adjusted):
    assert by_heading(adjusted()) == {
        "row": "weak one",
        "column": "strong_1",
        "mean difference (percentage points)": "12.34",
        "median": "9.00",
        "pseudomedian (95% interval)": "10.00 (5.00 to 15.00)",
        "simultaneous 95% interval": "4.00 to 16.00",
        "rank-biserial correlation": "0.75",
        "p": "0.0078",
        "Holm's p": "0.0234",
        "Shaffer's p": "0.0234",
        "better": "strong_1",
        "by the rope": "strong_1 better",
    }


def test_what_is_not_found_is_no_finding_and_no_bold_type(adjusted, small):
    frame = small.by_subset["all"]["adjusted"]
    last = adjusted(frame).rows[-1]
    assert texts(last[-2:]) == ["none found", "undecided"]
    assert not any(cell.strong for cell in last)
    bold = [cell.text for cell in adjusted(frame).rows[0] if cell.strong]
    assert bold == ["0.0234", "0.0234", "strong_1"]
    turned = adjusted(frame.assign(holm=-1, rope_verdict="row"))
    assert texts(turned.rows[0][-2:]) == ["weak one", "weak one better"]
    unclear = adjusted(frame.assign(holm=1, mixed_signs=1, rope_verdict="rope"))
    assert texts(unclear.rows[0][-2:]) == ["direction unclear", "typically alike"]


def test_a_missing_interval_is_said_and_another_metric_has_no_points(adjusted, small):
    frame = small.by_subset["all"]["adjusted"]
    ends = ["pseudomedian_low", "pseudomedian_high", "family_low", "family_high"]
    none = adjusted(frame.assign(**dict.fromkeys(ends, np.nan)), alpha=0.1)
    assert by_heading(none)["pseudomedian (90% interval)"] == "10.00 (no interval)"
    assert by_heading(none)["simultaneous 90% interval"] == "unbounded"
    losses = by_heading(adjusted(metric="log_loss"))
    assert losses["mean difference (log_loss)"] == "0.1234"
    assert losses["pseudomedian (95% interval)"] == "0.1000 (0.0500 to 0.1500)"


def test_of_one_pair_there_is_nothing_to_adjust(adjusted, small):
    one = adjusted(small.by_subset["all"]["adjusted"].iloc[:1])
    assert not {"Holm's p", "Shaffer's p"} & by_heading(one).keys()


def test_without_a_rope_there_are_no_verdicts_by_it(adjusted):
    assert "by the rope" in by_heading(adjusted())
    assert "by the rope" not in by_heading(adjusted(rope=0))


def test_with_a_control_its_family_has_a_column(adjusted, small):
    frame = small.by_subset["all"]["adjusted"].copy()
    frame.loc[2, ["family_p", "family_low", "family_high"]] = np.nan
    table = adjusted(frame)
    assert by_heading(table)["with the control"] == "0.0234"
    assert by_heading(table, 2)["with the control"] == EMPTY
    assert by_heading(table, 2)["simultaneous 95% interval"] == EMPTY


# Table 4's layout


def test_markdown_has_table_4s_layout(lay_out):
    text = tables_in_markdown(*lay_out())
    lines = text.splitlines()
    assert lines[0] == "**Data sets 1-8: decisions of single tests, not adjusted**"
    assert lines[2] == "|  | weak one | strong_1 | twin |"
    assert lines[3] == "| --- | :---: | :---: | :---: |"
    assert lines[4:7] == [
        "| weak one | - | 1/1 | 1/1 |",
        "| strong_1 | 0/0 | - | 0/0 |",
        "| twin | 0/0 | 0/0 | - |",
    ]
    assert lines[8].startswith("Weak &amp; strong. Each cell is Poisson/signed-rank:")
    assert "an all-zero difference counts 1/2" in text
    assert "below the diagonal stands the pair of above turned round" in text
    assert lines[-5].startswith("| weak one | strong_1 | >0.9999 | <0.0001 | ")


def test_the_numbers_behind_have_p_for_either_side(lay_out, small):
    lines = small.decisions["all"].set_index(["row", "column"])
    of_column, of_row = (
        f"{lines.loc[pair, 'p_one_sided']:.4f}"
        for pair in [("weak", "strong"), ("strong", "weak")]
    )
    behind = lay_out()[1]
    assert headings(behind)[-2:] == ["p: column", "p: row"]
    assert texts(behind.rows[0][-2:]) == [of_column, of_row]
    both = lay_out(signed_rank_sides="two")[1]
    assert headings(both)[-2:] == ["z", "p"]


def test_a_contradictory_pair_is_printed_as_one(lay_out, small):
    lines = small.decisions["all"].set_index(["row", "column"])
    equal = [("strong", "twin"), ("twin", "strong")]
    lines.loc[equal, ["poisson", "poisson_contradictory"]] = 1
    lines.loc[equal, "p_column"] = 0.999
    made = lay_out(decisions=lines.reset_index())
    assert "contradictory" not in lay_out()[0].caption
    layout = made[0]
    assert (layout.rows[1][3].text, layout.rows[2][2].text) == ("!/0", "!/0")
    for text in (tables_in_markdown(*made), tables_in_latex(layout)):
        assert "contradictory. The test finds each of the two better" in text
    assert "& !/0 &" in tables_in_latex(layout)
    # Behind both decisions stands the number that made it.
    assert texts(made[1].rows[2][2:4]) == ["0.9990", "0.9990"]


def test_the_files_of_decisions_are_named(small):
    _, layout, behind = tables_of_decisions(small, "all")
    title = "Data sets 1-8 (all): decisions of single tests, not adjusted"
    assert layout.title == title
    assert behind.title == "Data sets 1-8 (all): numbers behind the decisions"
    for table in (layout, behind):
        assert (table.csv, table.tex) == ("tables/all.csv", "tables/all.tex")


# On one data set


@pytest.fixture
def table(alone):
    """Lay the decisions out under some settings."""

    def make(frame=alone.decisions["all"], **settings):
        contents = alone._replace(
            decisions={"all": frame}, settings=alone.settings | settings
        )
        return on_one_dataset_table(contents, "all")

    return make


def test_a_line_has_the_test_its_interval_and_the_posterior(table):
    assert by_heading(table()) == {
        "row": "weak one",
        "column": "strong_1",
        "mean difference (percentage points, 95% interval)": "6.40 (3.12 to 9.68)",
        "simultaneous 95% interval": "2.00 to 10.80",
        "p": "0.0004",
        "Holm's p": "0.0012",
        "better": "strong_1",
        "P: row better": "<0.0001",
        "P: equivalent": "0.0010",
        "P: column better": "0.9990",
        "by the rope": "strong_1 better",
    }
    second = by_heading(table(), 1)
    assert (second["better"], second["by the rope"]) == ("none found", "undecided")
    assert by_heading(table(), 2)["by the rope"] == "equivalent"


def test_one_pair_has_no_adjusted_p(table, alone):
    alone = table(alone.decisions["all"].head(1))
    assert "Holm's p" not in by_heading(alone)
    assert "There is one pair: nothing to adjust." in alone.caption
    assert "where its p is below alpha = 0.05" in alone.caption


def test_without_a_rope_there_is_no_verdict(table):
    bare = by_heading(table(rope=0))
    assert not {"P: equivalent", "by the rope"} & bare.keys()


def test_a_metric_has_its_own_unit_and_alpha_its_own_level(table):
    heads = by_heading(table(metric="log_loss", alpha=0.1))
    assert heads["mean difference (log_loss, 90% interval)"].startswith("0.0640 (")
