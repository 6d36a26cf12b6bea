"""Decisions in Table 4's layout, with marks."""

from tenbyten.comparisons.decisions import in_markdown
from tenbyten.report.decision_table import decision_table


def test_cells_are_those_of_the_markdown_table(small):
    table = decision_table(small, "all")
    markdown = in_markdown(
        small.decisions["all"],
        labels=small.labels,
        span=(1, 8),
        policies=small.settings,
    )
    for label, cells in table.rows:
        line = " | ".join(["-" if cell is None else cell[0] for cell in cells])
        assert f"| {label} | {line} |" in markdown


def test_marks_say_who_is_better_in_both_directions(small):
    _, cells = decision_table(small, "all").rows[0]
    assert [decision.mark for decision in cells[1][1]] == ["▲", "▲"]
    # The other way round, the better one stands in the row.
    labels = dict(reversed(small.labels.items()))
    rows = decision_table(small._replace(labels=labels), "all").rows
    text, decisions = rows[1][1][2]
    assert text == "0/0"
    assert [(d.mark, d.words) for d in decisions] == [("▼", "row better")] * 2
    assert [d.number for d in decisions] == [d.number for d in cells[1][1]]


def test_pairs_without_a_difference_show_the_columns_numbers(small):
    _, cells = decision_table(small, "all").rows[1]
    text, decisions = cells[2]
    assert text == "0/0"
    assert [(d.mark, d.words) for d in decisions] == [("○", "no difference found")] * 2
    lines = small.decisions["all"].set_index(["row", "column"])
    assert decisions[1].number == f"{lines.loc[('strong', 'twin'), 'p_one_sided']:.4f}"


def test_the_caption_states_policies_and_explains_every_mark(small):
    caption = decision_table(small, "all").caption
    for words in ("▲ column better", "▼ row better", "○ no difference found"):
        assert words in caption
    assert "an all-zero difference counts 1/2" in caption


def test_with_many_classifiers_cells_show_marks_alone(small, large):
    assert not decision_table(small, "all").compact
    assert decision_table(large, "all").compact
