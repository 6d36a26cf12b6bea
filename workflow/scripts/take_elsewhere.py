"""Rule take_elsewhere: another program's accuracies as the long table."""

from tenbyten.scripting import log_to
from tenbyten.tables.accuracies import collect, write_accuracies
from tenbyten.tables.elsewhere import read_elsewhere

log_to(snakemake.log[0])
table = read_elsewhere(snakemake.input.table, schemes=snakemake.params.schemes)
accuracies = collect([table], **snakemake.params.design)
write_accuracies(accuracies, snakemake.output.accuracies)
