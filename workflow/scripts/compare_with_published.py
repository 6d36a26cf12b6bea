"""Rule compare_with_published: our decisions against published ones."""

from tenbyten.comparisons.decisions import read_decisions
from tenbyten.comparisons.files import read_by_subset, write_comparisons
from tenbyten.comparisons.published import (
    against_published,
    published_in_markdown,
    with_policies,
)
from tenbyten.comparisons.stability import agreement_by_policy, published_under_policies
from tenbyten.files import write_text
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
published, policies = snakemake.params.published, snakemake.params.policies
variants = read_by_subset(snakemake.input.sensitivity)
of_study = {"decisions": published["decisions"], "policies": policies}
comparison = with_policies(
    against_published(
        read_decisions(snakemake.input.tables),
        decisions=published["decisions"],
        sides=policies["signed_rank_sides"],
    ),
    published_under_policies(variants, **of_study),
)
text = published_in_markdown(
    comparison,
    agreement_by_policy(variants, **of_study),
    source=published["source"],
    labels=snakemake.params.labels,
    policies=policies,
)
write_comparisons(comparison, snakemake.output.csv)
write_text(text, snakemake.output.markdown)
