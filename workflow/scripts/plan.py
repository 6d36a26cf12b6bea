"""Rule plan: the power of a planned comparison, from simulated ones."""

from tenbyten.comparisons.files import write_all
from tenbyten.planning.plan import make_plan
from tenbyten.scripting import job

with job(snakemake) as files:
    accuracies = files.inputs.get("accuracies")
    write_all(make_plan(snakemake.params.settings, accuracies), files.outputs)
