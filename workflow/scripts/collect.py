"""Rule collect: the counts of all panels as one long table."""

from tenbyten.accuracies.left_out import (
    design_left,
    leave_out,
    read_failures,
    write_failures,
)
from tenbyten.accuracies.table import collect, read_counts, write_accuracies
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
failures = read_failures(snakemake.input.get("failures", []))
table = collect(
    leave_out(map(read_counts, snakemake.input.counts), failures),
    **design_left(snakemake.params.design, failures),
)
write_accuracies(table, snakemake.output.accuracies)
write_failures(failures, snakemake.output.get("failures"))
