"""Rule tabulate: a subset's decisions in the layout of Table 4."""

from tenbyten.accuracies.left_out import described, read_failures
from tenbyten.comparisons.decisions import decide, in_latex, in_markdown
from tenbyten.comparisons.files import write_comparisons
from tenbyten.files import write_text
from tenbyten.scripting import log_to
from tenbyten.tables import read_table

log_to(snakemake.log[0])
failures = read_failures(snakemake.input.get("failures", []))
left_out = described(failures, snakemake.params.datasets)
table = decide(
    read_table(snakemake.input.poisson),
    read_table(snakemake.input.signed_rank),
)
layout = {
    "labels": snakemake.params.labels,
    "span": snakemake.params.span,
    "policies": snakemake.params.policies | {"left_out": left_out},
}
write_comparisons(table, snakemake.output.csv)
write_text(in_markdown(table, **layout), snakemake.output.markdown)
write_text(in_latex(table, **layout), snakemake.output.latex)
