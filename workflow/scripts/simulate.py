"""Rule simulate: some experiments of one cell."""

from tenbyten.comparisons.files import write_comparisons
from tenbyten.jobs.simulating import experiments_of
from tenbyten.scripting import job
from tenbyten.simulation_stages import simulate

with job(snakemake) as files:
    simulated = simulate(
        experiments_of(snakemake.wildcards.part),
        files.inputs,
        **snakemake.params.settings,
    )
    write_comparisons(simulated, snakemake.output.part)
