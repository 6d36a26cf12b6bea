"""Rule assess_sensitivity: policies and data sets that would change a decision."""

from tenbyten.comparisons.files import read_by_subset
from tenbyten.jobs.scripting import job
from tenbyten.stages import assess_sensitivity

with job(snakemake) as files:
    assessed = assess_sensitivity(
        read_by_subset(snakemake.input.sensitivity),
        read_by_subset(snakemake.input.leave_one_out),
        **snakemake.params.settings,
    )
    assessed.write(**files.outputs)
