"""Tables in HTML."""

from tenbyten.report.html import table_in_html


def test_html_of_a_small_table_says_in_words_what_a_mark_shows(plain):
    html = table_in_html(plain, index=1, most_rows=10)
    assert '<th scope="row">one</th>' in html
    assert "<b>0.01</b>" in html
    assert '<span class="unseen"> better</span>' in html
    assert '<tfoot>\n<tr><th scope="row">mean</th>' in html
    assert '<a href="tables/exported/plain.csv">' in html


def test_rows_that_are_not_shown_are_told_and_totals_stay(plain):
    html = table_in_html(plain, index=1, most_rows=1)
    assert "The first 1 of 2 rows; all are in the files." in html
    assert "[2]" not in html
    assert "mean" in html


def test_an_empty_cell_is_a_dash(plain):
    assert "\N{EN DASH}" in table_in_html(plain, index=1, most_rows=10)


def test_the_first_paragraph_is_the_caption_and_the_others_a_note_told_once(plain):
    table = plain._replace(caption="In short.\n\nAt length.\n\nMore.")
    html = table_in_html(table, index=1, most_rows=10)
    assert "In short.</figcaption>" in html
    notes = ["<p>At length.</p>", "<p>More.</p>"]
    for note in notes:
        assert html.index(note) > html.index("</table>")
    again = table_in_html(table, index=2, most_rows=10, notes_above={"At length.": 1})
    assert "In short.</figcaption>" in again
    assert notes[0] not in again
    assert notes[1] in again
    assert '<a href="#t1">More notes</a>' in again
