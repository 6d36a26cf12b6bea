"""Rule check_results: stop where a result is not as it was made, or as it would be."""

from tenbyten.jobs.records import check_results, remove_leftovers, write_checked
from tenbyten.jobs.scripting import job

with job(snakemake) as files:
    params = snakemake.params
    text = check_results(
        files.inputs["files"],
        snakemake.input.made,
        params.fingerprints,
        params.study,
        own=snakemake.input.own,
    )
    remove_leftovers([*snakemake.input, *params.requested], params.study)
    write_checked(text, files.outputs["checked"], params.fingerprints)
