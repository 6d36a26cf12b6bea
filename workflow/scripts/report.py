"""Rule report: the answer on one page, the details, and the tables as files."""

from tenbyten.jobs.scripting import job
from tenbyten.layout import study_in_path
from tenbyten.report.contents import read_contents
from tenbyten.report.page import write_report

with job(snakemake) as files:
    name = study_in_path(snakemake.log[0])
    contents = read_contents(files.inputs, name=name, **snakemake.params.settings)
    write_report(contents, **files.outputs)
