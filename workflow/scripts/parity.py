"""Rule parity: an error if a fold differs between the engines."""

from tenbyten.comparisons.parity import check_parity
from tenbyten.jobs.scripting import job
from tenbyten.tables.our_csv import read_table

with job(snakemake):
    check_parity(read_table(snakemake.input.table))
