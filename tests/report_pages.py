"""The page of details and the exported tables of some contents, for tests."""

from tenbyten.report import page
from tenbyten.report.summary import summarise


def render_details(contents):
    """Make the page with all details."""
    return page.render_details(contents, *page.tables_of(contents))


def write_tables(contents, folder):
    """Export the tables of the pages into a folder."""
    summary = summarise(contents, contents.main)
    page.export(summary, *page.tables_of(contents), folder)
