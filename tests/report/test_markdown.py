"""Tables in Markdown."""

from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.markdown import escape, tables_in_markdown


def test_tables_stand_below_one_another_each_under_its_title():
    heads = [Column("name", "l"), Column("p"), Column("x", "c")]
    first = Table("a", "A title", heads, [[Cell("a"), Cell("1"), Cell("")]], "Words.")
    second = first._replace(title="Another", lead="Below:", caption="One.\n\nTwo.")
    table = "| name | p | x |\n| --- | ---: | :---: |\n| a | 1 |  |\n"
    assert tables_in_markdown(first, second) == (
        f"**A title**\n\n{table}\nWords.\n\n"
        f"**Another**\n\nBelow:\n\n{table}\nOne.\n\nTwo.\n"
    )


def test_nothing_in_a_name_formats_or_becomes_html():
    assert escape("<b> a|b `c` [d](e) *f* \\g") == (
        r"&lt;b> a\|b \`c\` \[d\](e) \*f\* \\g"
    )
    assert escape("_a_ zero_variance __init__") == (r"\_a\_ zero_variance \_\_init\_\_")
    assert escape("A & B &lt; C") == "A &amp; B &amp;lt; C"
    assert escape("two\n  lines") == "two lines"
    hostile = Table("a", "t", [Column("x")], [], caption="# no heading")
    assert tables_in_markdown(hostile).endswith("\n\\# no heading\n")
