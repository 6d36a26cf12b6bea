"""Rule parity: an error if a fold differs between the engines."""

from tenbyten.comparisons.parity import check_parity
from tenbyten.scripting import log_to
from tenbyten.tables import read_table

log_to(snakemake.log[0])
check_parity(read_table(snakemake.input.table))
