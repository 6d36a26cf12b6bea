"""Say with what everything was made.

In:   the study file, what it names, and the values that were found
Out:  results/{study}/provenance.json
      results/{study}/study/, a copy of the study file, its sheet and own modules
"""


rule record_provenance:
    """Say with what the results were made: versions, checksums, the study itself."""
    input:
        **SETUP.provenance(local),
        study=local(str(STUDY.path)),
        made=lambda wildcards: SETUP.at_looks("made")
        + SETUP.made_by("collect", "crossvalidate", "import_accuracies"),
    output:
        provenance=RESULTS.provenance,
        study=directory(RESULTS.study_copy),
        made=RESULTS.made("record_provenance"),
    log:
        RESULTS.log("record_provenance"),
    benchmark:
        RESULTS.benchmark("record_provenance")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 1000 * attempt,
        runtime=SETUP.minutes,
        modules=str(STUDY.path.parent),
    params:
        settings=SETUP.settings("record_provenance"),
        software=SETUP.software,
        programs=SETUP.programs,
        counted_with=SETUP.counted_with,
    message:
        "Writing down with what {wildcards.study} was made"
    script:
        "../scripts/record_provenance.py"
