"""Rule simulate: some experiments of one cell."""

from tenbyten.comparisons.files import write_comparisons
from tenbyten.jobs.simulating import experiments_of
from tenbyten.scripting import job
from tenbyten.simulation_stages import simulate

with job(snakemake):
    simulated = simulate(
        experiments_of(snakemake.wildcards.part),
        dict(snakemake.input.items()),
        **snakemake.params.settings,
    )
    write_comparisons(simulated, snakemake.output.part)
