"""Rule report_simulated: the page that says it all."""

from tenbyten.files import write_text
from tenbyten.report.simulated.contents import Inputs, read_contents
from tenbyten.report.simulated.page import render
from tenbyten.scripting import job

with job(snakemake):
    contents = read_contents(
        Inputs(
            snakemake.input.collected,
            snakemake.input.statements,
            snakemake.input.figures,
            snakemake.input.provenance,
        ),
        name=snakemake.wildcards.study,
        settings=snakemake.params.settings,
    )
    write_text(render(contents), snakemake.output.page)
