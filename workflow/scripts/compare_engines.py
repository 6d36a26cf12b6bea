"""Rule compare_engines: native learners and WEKA's, fold by fold."""

from tenbyten.comparisons.files import write_comparisons
from tenbyten.comparisons.parity import compare_engines
from tenbyten.files import write_text
from tenbyten.jobs.scripting import job
from tenbyten.report.document import tables_in_markdown
from tenbyten.report.sections.agreement import parity_table
from tenbyten.results.files import read_measured_counts

with job(snakemake) as files:
    settings = snakemake.params.settings
    counts = (read_measured_counts(x, ()) for x in files.inputs.values())
    compared = compare_engines(*counts, classifiers=settings["classifiers"])
    write_comparisons(compared, files.outputs["csv"])
    table = parity_table(compared, labels=settings["labels"])
    write_text(tables_in_markdown(table), files.outputs["markdown"])
