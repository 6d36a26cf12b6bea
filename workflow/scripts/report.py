"""Rule report: the page that says it all, and its tables as files."""

from pathlib import Path

from tenbyten.report.contents import read_contents
from tenbyten.report.page import render, write_page, write_tables
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
page = snakemake.output.page
contents = read_contents(
    Path(page).parent,
    failures=snakemake.input.get("failures", []),
    **snakemake.params.contents,
)
write_page(render(contents), page)
write_tables(contents, snakemake.output.tables)
