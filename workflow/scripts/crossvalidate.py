"""Rule crossvalidate: a panel of classifiers on data sets, every fold."""

from tenbyten.engines import Panel
from tenbyten.engines.cross_validation import Allotment
from tenbyten.jobs.cross_validating import Work, cross_validate, write_counts
from tenbyten.jobs.looks import new_runs_of_job
from tenbyten.jobs.preparing import unpacked
from tenbyten.jobs.scripting import job
from tenbyten.metrics import measured_columns

with job(snakemake) as files, unpacked(files.inputs["archive"]) as data:
    params, asked = snakemake.params, snakemake.resources
    look, looks = snakemake.wildcards.get("look"), files.inputs.get("looks", ())
    counted = cross_validate(
        Work(
            Panel(*params.panel),
            settings=params.settings,
            software=params.software,
            data=data,
            cache=asked.cache,
            modules=asked.modules,
            allotted=Allotment(asked.program, asked.mem_mb, asked.classifier_threads),
            recount=bool(asked.recount),
            new=new_runs_of_job(params.settings, look, looks),
        )
    )
    measured = measured_columns(params.settings["asked"])
    write_counts(counted, measured, **files.outputs)
    files.more.update(counted.record)
