"""Rule collect_simulated: estimates of all cells, from all experiments."""

from tenbyten.comparisons.files import write_all
from tenbyten.scripting import job
from tenbyten.simulation_stages import collect_simulated
from tenbyten.tables import read_joined

with job(snakemake) as files:
    collected = collect_simulated(
        read_joined(files.inputs.pop("parts")),
        files.inputs,
        **snakemake.params.settings,
    )
    write_all(collected, files.outputs)
