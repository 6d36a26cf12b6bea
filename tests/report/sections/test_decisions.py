"""Decisions in Table 4's layout."""

import pytest

from tenbyten.report.latex import tables_in_latex
from tenbyten.report.markdown import tables_in_markdown
from tenbyten.report.sections.decisions import decision_tables, decisions_of_subset


@pytest.fixture
def tables(small):
    """Make both tables of the small study, of other labels or settings if given."""

    def make(labels=small.labels, **settings):
        return decision_tables(
            small.decisions["all"],
            labels=labels,
            span=(1, 8),
            policies=small.settings | settings,
        )

    return make


def test_markdown_has_table_4s_layout(tables):
    text = tables_in_markdown(*tables())
    lines = text.splitlines()
    assert lines[0] == "**Data sets 1-8**"
    assert lines[2] == "|  | weak one | strong_1 | twin |"
    assert lines[3] == "| --- | :---: | :---: | :---: |"
    assert lines[4:6] == ["| weak one | - | 1/1 | 1/1 |", "| strong_1 | - | - | 0/0 |"]
    assert lines[7].startswith("Weak &amp; strong. Each cell is Poisson/signed-rank:")
    assert "an all-zero difference counts 1/2" in text
    assert "better than the column: none." in text
    assert lines[-3].startswith("| weak one | strong_1 | >0.9999 | ")


def test_the_other_way_round_is_said(tables, small):
    text = tables_in_markdown(*tables(dict(reversed(small.labels.items()))))
    assert "strong_1 over weak one (1/1); twin over weak one (1/1)." in text


def test_latex_is_escaped_and_balanced(tables):
    text = tables_in_latex(tables()[0])
    assert r"Weak \& strong. " in text
    assert r"weak one & - & 1/1 & 1/1 \\" in text
    assert r"strong\_1 & - & - & 0/0 \\" in text
    assert "▲" not in text
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")


def test_marks_say_who_is_better_in_both_directions(tables, small):
    row = tables()[0].rows[0]
    assert [detail.mark for detail in row[2].details] == ["▲", "▲"]
    # The other way round, the better one stands in the row.
    turned = tables(dict(reversed(small.labels.items())))[0].rows[1][3]
    assert turned.text == "0/0"
    assert [(d.mark, d.words) for d in turned.details] == [("▼", "row better")] * 2
    assert [d.value for d in turned.details] == [d.value for d in row[2].details]


def test_pairs_without_a_difference_show_the_columns_numbers(tables, small):
    cell = tables()[0].rows[1][3]
    assert cell.text == "0/0"
    assert [(d.mark, d.words, d.found) for d in cell.details] == [
        ("○", "no difference found", False)
    ] * 2
    lines = small.decisions["all"].set_index(["row", "column"])
    p = lines.loc[("strong", "twin"), "p_one_sided"]
    assert cell.details[1].value == f"{p:.4f}"


def test_the_page_explains_every_mark_and_the_files_are_named(small):
    table = decisions_of_subset(small, "all")
    for words in ("▲ column better", "▼ row better", "○ no difference found"):
        assert words in table.legend
    assert table.title == "Data sets 1-8 (all)"
    assert (table.csv, table.tex) == ("tables/all.csv", "tables/all.tex")


def test_data_sets_left_out_are_in_the_caption(tables):
    caption = tables(left_out="zoo (J48: reason)")[0].caption
    assert caption.endswith("because a classifier failed: zoo (J48: reason).")
