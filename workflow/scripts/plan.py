"""Rule plan: how many data sets a comparison needs, from a pilot."""

from tenbyten.comparisons.files import write_all
from tenbyten.jobs.scripting import job
from tenbyten.planning.plans import make_plan

with job(snakemake) as files:
    plan = make_plan(snakemake.params.settings, files.inputs["accuracies"])
    write_all(vars(plan), files.outputs)
