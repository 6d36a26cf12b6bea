"""Rule report: the page that says it all, and its tables as files."""

from tenbyten.files import write_text
from tenbyten.report.contents import Inputs, read_contents
from tenbyten.report.page import render, write_tables
from tenbyten.scripting import job

with job(snakemake) as files:
    contents = read_contents(
        Inputs(**files.inputs),
        name=snakemake.wildcards.study,
        **snakemake.params.settings,
    )
    write_text(render(contents), snakemake.output.page)
    write_tables(contents, snakemake.output.tables)
