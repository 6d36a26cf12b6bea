"""Rule compare_engines: native learners and WEKA's, fold by fold."""

from tenbyten.scripting import log_to
from tenbyten.tables.accuracies import read_panel
from tenbyten.tables.comparisons import write_comparisons
from tenbyten.tables.parity import compare_engines, parity_in_markdown
from tenbyten.writing import write_text

log_to(snakemake.log[0])
table = compare_engines(
    read_panel(snakemake.input.native),
    read_panel(snakemake.input.weka),
    classifiers=snakemake.params.classifiers,
)
write_comparisons(table, snakemake.output.csv)
text = parity_in_markdown(table, labels=snakemake.params.labels)
write_text(text, snakemake.output.markdown)
