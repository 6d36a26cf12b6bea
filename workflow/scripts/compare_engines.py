"""Rule compare_engines: native learners and WEKA's, fold by fold."""

from tenbyten.accuracies.table import read_panel
from tenbyten.comparisons.files import write_comparisons
from tenbyten.comparisons.parity import compare_engines, parity_in_markdown
from tenbyten.files import write_text
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
table = compare_engines(
    read_panel(snakemake.input.native),
    read_panel(snakemake.input.weka),
    classifiers=snakemake.params.classifiers,
)
write_comparisons(table, snakemake.output.csv)
text = parity_in_markdown(table, labels=snakemake.params.labels)
write_text(text, snakemake.output.markdown)
