"""Say with what everything was made.

In:   the study file, what it names, and the values that were found
Out:  results/{study}/provenance.json
"""


rule record_provenance:
    """Say with what the results were made: versions, checksums, the study itself."""
    input:
        **PROVENANCE,
        study=STUDY.path,
    output:
        provenance=RESULTS.provenance,
    log:
        RESULTS.log("record_provenance"),
    benchmark:
        RESULTS.benchmark("record_provenance")
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=minutes_of_analysis,
    params:
        command=COMMAND,
        programs=lambda wildcards: programs_of_study(),
        software=software_of_provenance,
    message:
        "Writing down with what {wildcards.study} was made"
    script:
        "../scripts/record_provenance.py"
