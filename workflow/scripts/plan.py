"""Rule plan: the power of a planned comparison, from simulated ones."""

from tenbyten.comparisons.files import write_all
from tenbyten.planning.powers import make_plan
from tenbyten.scripting import job

with job(snakemake) as files:
    plan = make_plan(snakemake.params.settings, files.inputs["accuracies"])
    write_all(plan, files.outputs)
