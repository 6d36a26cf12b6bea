"""The page of details and the exported tables of some contents, for tests."""

from tenbyten.report import page
from tenbyten.report.summary import summarise


def render(contents):
    """Make the page with the answer."""
    return page.render(summarise(contents, contents.main))


def render_details(contents):
    """Make the page with all details."""
    return page.render_details(contents, *page.tables_of(contents))


def write_tables(contents, folder):
    """Export the tables of the pages into a folder."""
    summary = summarise(contents, contents.main)
    page.export(summary, *page.tables_of(contents), folder)


def headings(table):
    """The headings of the columns."""
    return [column.heading for column in table.columns]


def texts(cells):
    """The texts of some cells."""
    return [cell.text for cell in cells]


def by_heading(table, row=0):
    """The texts of a row, by heading."""
    return dict(zip(headings(table), texts(table.rows[row]), strict=True))
