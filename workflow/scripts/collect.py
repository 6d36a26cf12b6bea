"""Rule collect: the counts of all panels as one long table."""

from tenbyten.scripting import log_to
from tenbyten.tables.accuracies import collect, read_counts, write_accuracies

log_to(snakemake.log[0])
table = collect(map(read_counts, snakemake.input.counts), **snakemake.params.design)
write_accuracies(table, snakemake.output.accuracies)
