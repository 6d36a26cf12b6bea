"""Rule crossvalidate: a panel of classifiers on data sets, every fold."""

from tenbyten.engines import Panel
from tenbyten.engines.cross_validation import Allotment
from tenbyten.jobs.cross_validating import Work, cross_validate, write_counts
from tenbyten.jobs.preparing import unpacked
from tenbyten.jobs.scripting import job
from tenbyten.metrics import measured_columns

with job(snakemake) as files, unpacked(files.inputs["archive"]) as data:
    params, allotted = snakemake.params, snakemake.resources
    counted = cross_validate(
        Work(
            Panel(*params.panel),
            settings=params.settings,
            software=params.software,
            data=data,
            cache=allotted.cache,
            modules=allotted.modules,
            allotted=Allotment(
                allotted.program, allotted.mem_mb, threads=snakemake.threads
            ),
            recount=bool(allotted.recount),
        )
    )
    asked = params.settings["asked"]
    measured = measured_columns(asked["metrics"], asked.get("seeds", 1))
    write_counts(counted, measured, **files.outputs)
    files.more["cache"] = sorted(counted.used)
