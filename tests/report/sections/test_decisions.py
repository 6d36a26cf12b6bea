"""Decisions in Table 4's layout."""

import pytest

from tenbyten.report.latex import tables_in_latex
from tenbyten.report.markdown import tables_in_markdown
from tenbyten.report.sections.decisions import decision_tables
from tenbyten.report.sections.registered import decided_tables


@pytest.fixture
def tables(small):
    """Make both tables of the small study, of other labels or settings if given."""

    def make(labels=small.labels, decisions=small.decisions["all"], **settings):
        return decision_tables(
            decisions,
            labels=labels,
            span=(1, 8),
            policies=small.settings | settings,
            data_sets=8,
            false_marks=small.by_subset["all"]["false_marks"],
        )

    return make


def test_markdown_has_table_4s_layout(tables):
    text = tables_in_markdown(*tables())
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
    assert lines[-5].startswith("| weak one | strong_1 | >0.9999 | &lt;0.0001 | ")


def test_every_form_has_the_decisions_of_both_directions(tables, small):
    # The one that is worse comes last: above the diagonal there is no 1.
    made = tables(dict(reversed(small.labels.items())))
    assert "| weak one | 1/1 | 1/1 | - |" in tables_in_markdown(*made)
    assert r"weak one & 1/1 & 1/1 & - \\" in tables_in_latex(made[0])


def test_the_numbers_behind_have_p_for_either_side(tables, small):
    lines = small.decisions["all"].set_index(["row", "column"])
    of_column, of_row = (
        f"{lines.loc[pair, 'p_one_sided']:.4f}"
        for pair in [("weak", "strong"), ("strong", "weak")]
    )
    behind = tables()[1]
    assert [column.heading for column in behind.columns[-2:]] == [
        "p: column",
        "p: row",
    ]
    assert [cell.text for cell in behind.rows[0][-2:]] == [of_column, of_row]
    both = tables(signed_rank_sides="two")[1]
    assert [column.heading for column in both.columns[-2:]] == ["z", "p"]


def test_a_contradictory_pair_is_printed_as_one(tables, small):
    lines = small.decisions["all"].set_index(["row", "column"])
    equal = [("strong", "twin"), ("twin", "strong")]
    lines.loc[equal, ["poisson", "poisson_contradictory"]] = 1
    lines.loc[equal, "p_column"] = 0.999
    made = tables(decisions=lines.reset_index())
    assert "contradictory" not in tables()[0].caption
    layout = made[0]
    assert (layout.rows[1][3].text, layout.rows[2][2].text) == ("!/0", "!/0")
    for text in (tables_in_markdown(*made), tables_in_latex(layout)):
        assert "contradictory. The test finds each of the two better" in text
    assert "& !/0 &" in tables_in_latex(layout)
    # Behind both decisions stands the number that made it.
    assert [cell.text for cell in made[1].rows[2][2:4]] == ["0.9990", "0.9990"]


def test_the_files_of_decisions_are_named(small):
    _, layout, behind = decided_tables(small, "all")
    title = "Data sets 1-8 (all): decisions of single tests, not adjusted"
    assert layout.title == title
    assert behind.title == "Data sets 1-8 (all): numbers behind the decisions"
    for table in (layout, behind):
        assert (table.csv, table.tex) == ("tables/all.csv", "tables/all.tex")
