"""Rule prepare: data sets as every classifier meets them, and their folds."""

from tenbyten.jobs.preparing import prepare
from tenbyten.scripting import each_of_job, job

with job(snakemake):
    tasks = {task[1].name: task for task in snakemake.params.tasks}
    each_of_job(lambda task: prepare(*task), tasks)
