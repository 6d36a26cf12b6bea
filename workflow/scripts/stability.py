"""Rule stability: which decisions are stable, and what the others hang on."""

from tenbyten.comparisons.files import read_by_subset, write_comparisons
from tenbyten.comparisons.stability import in_latex, in_markdown, stability
from tenbyten.files import write_text
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
labels, policies = snakemake.params.labels, snakemake.params.policies
table = stability(
    read_by_subset(snakemake.input.sensitivity),
    read_by_subset(snakemake.input.leave_one_out),
    policies=policies,
)
write_comparisons(table, snakemake.output.csv)
text = in_markdown(table, labels=labels, policies=policies)
write_text(text, snakemake.output.markdown)
text = in_latex(table, labels=labels, policies=policies)
write_text(text, snakemake.output.latex)
