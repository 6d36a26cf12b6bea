"""Rule record_provenance: versions, checksums and the command of a study."""

from tenbyten.files import write_json
from tenbyten.jobs.records import kept_in, read_record
from tenbyten.jobs.scripting import job
from tenbyten.report.provenance import collect_provenance, copy_study
from tenbyten.versions import own_files

with job(snakemake):
    found = collect_provenance(
        study_file=snakemake.input.study,
        sheet=snakemake.input.get("sheet", ()),
        values=snakemake.input.values,
        datasets=snakemake.input.get("datasets", ()),
        reads=snakemake.input.get("reads", ()),
        programs=snakemake.params.programs,
        counted_with=snakemake.params.counted_with,
        early_stopping=snakemake.input.get("early_stopping", ()),
        kept=kept_in(map(read_record, snakemake.input.made)),
        command=snakemake.params.settings["command"],
    )
    write_json(found, snakemake.output.provenance)
    named = (snakemake.input.get(x) for x in ("study", "sheet", "rho"))
    modules = own_files(found["modules"], snakemake.resources.modules)
    copy_study(filter(None, named), modules, snakemake.output.study)
