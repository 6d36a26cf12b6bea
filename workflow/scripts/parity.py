"""Rule parity: an error if a fold differs between the engines."""

from tenbyten.comparisons.parity import check_parity, read_parity
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
check_parity(read_parity(snakemake.input.table))
