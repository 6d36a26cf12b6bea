"""Rule take_elsewhere: another program's accuracies as the long table."""

from tenbyten.accuracies.imported import read_elsewhere
from tenbyten.accuracies.table import collect, write_accuracies
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
table = read_elsewhere(snakemake.input.table, schemes=snakemake.params.schemes)
accuracies = collect([table], **snakemake.params.design)
write_accuracies(accuracies, snakemake.output.accuracies)
