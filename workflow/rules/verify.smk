"""Hold all results to the records of how they were made.

In:   everything in results/{study}/
Out:  results/{study}/checked/{fingerprint}.txt
"""


rule check_results:
    """Stop if a result is not as it was made, or not as the study is now.

    The name of its output is a digest of the study: where Snakemake knows nothing of how
    results were made, it is run again for another study, and names what is outdated.
    It runs where the user's own files are.
    """
    input:
        files=lambda wildcards: SETUP.results
        + SETUP.at_looks("looks", "counts", "failures", "chosen", "warnings"),
        made=lambda wildcards: [*SETUP.jobs, *SETUP.at_looks("made")],
        own=[local(path) for path in SETUP.own],
    output:
        checked=SETUP.checked,
    log:
        SETUP.paths.log("check_results"),
    localrule: True
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        fingerprints=lambda wildcards, input: SETUP.fingerprints_made(input.made),
        study=STUDY.name,
        requested=SETUP.requested,
    message:
        "Checking the results"
    script:
        "../scripts/check_results.py"


rule verify:
    """Print what of the results does not fit, or that everything does."""
    log:
        SETUP.paths.log("verify"),
    localrule: True
    conda:
        "../envs/tenbyten.yaml"
    params:
        fingerprints=lambda wildcards: SETUP.fingerprints_to_verify(),
        folder=f"results/{STUDY.name}",
        own=SETUP.own,
    message:
        "Verifying the results"
    script:
        "../scripts/verify.py"
