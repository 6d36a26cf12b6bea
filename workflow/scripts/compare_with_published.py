"""Rule compare_with_published: our decisions against published ones."""

from tenbyten.scripting import log_to
from tenbyten.tables.comparisons import write_comparisons
from tenbyten.tables.decisions import read_decisions, write_text
from tenbyten.tables.published import against_published, published_in_markdown

log_to(snakemake.log[0])
published, policies = snakemake.params.published, snakemake.params.policies
comparison = against_published(
    read_decisions(snakemake.input.tables),
    decisions=published["decisions"],
    sides=policies["signed_rank_sides"],
)
text = published_in_markdown(
    comparison,
    source=published["source"],
    labels=snakemake.params.labels,
    policies=policies,
)
write_comparisons(comparison, snakemake.output.csv)
write_text(text, snakemake.output.markdown)
