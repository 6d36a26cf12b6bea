"""Rule crossvalidate: a panel of classifiers on data sets, every fold."""

from tenbyten.engines import Panel
from tenbyten.engines.cross_validation import Allotment
from tenbyten.jobs.cross_validating import Work, cross_validate, write_counts
from tenbyten.jobs.preparing import unpacked
from tenbyten.jobs.scripting import job

with job(snakemake) as files, unpacked(files.inputs["archive"]) as data:
    params, asked = snakemake.params, snakemake.resources
    counted = cross_validate(
        Work(
            Panel(*params.panel),
            settings=params.settings,
            software=params.software,
            data=data,
            cache=asked.cache,
            modules=asked.modules,
            allotted=Allotment(asked.program, asked.mem_mb, threads=snakemake.threads),
            recount=bool(asked.recount),
        )
    )
    metrics = params.settings["asked"]["metrics"]
    write_counts(counted, metrics, **files.outputs)
    files.more.update(counted.record)
