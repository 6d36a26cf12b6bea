"""Rule crossvalidate: a panel of classifiers on data sets, every fold."""

from tenbyten.engines.cross_validation import Allotment
from tenbyten.jobs.cross_validating import Work
from tenbyten.jobs.timed import evaluate_in_time
from tenbyten.scripting import job

with job(snakemake):
    params, resources = snakemake.params, snakemake.resources
    evaluate_in_time(
        params.tasks,
        Work(
            params.panel,
            split=params.split,
            asked=params.asked,
            folder=params.folder,
            allotted=Allotment(
                resources.program, resources.mem_mb, threads=snakemake.threads
            ),
            log=snakemake.log[0],
        ),
    )
