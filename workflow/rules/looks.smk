"""Look at what was counted so far, and count more where decisions are open.

In:   results/{study}/counts/{panel}/{part}.look-{look}.csv of the looks until then
Out:  results/{study}/looks/{look}.json, which runs are made next
      results/{study}/counts/{panel}/{part}.look-{look}.csv and what else a part has

A job of `crossvalidate_look` makes the runs of a part that the look before asked for.
"""


use rule crossvalidate as crossvalidate_look with:
    input:
        unpack(SETUP.to_read_at_look),
    output:
        **SETUP.files_of_look(),
    log:
        RESULTS.log("crossvalidate_look/{panel}/{part}.look-{look}"),
    benchmark:
        RESULTS.benchmark("crossvalidate_look/{panel}/{part}.look-{look}")
    message:
        "Cross-validating {wildcards.panel} on {wildcards.part}, look {wildcards.look}"


checkpoint look:
    """Say which pairs are open, and which runs are to be made next."""
    input:
        counts=SETUP.to_collect("counts"),
        failures=SETUP.to_collect("failures"),
        looks=SETUP.to_collect("looks"),
        archives=SETUP.archives,
        made=SETUP.to_collect("made"),
    output:
        # The record is written last, and Snakemake asks for a checkpoint's first output.
        made=RESULTS.made("look/{look}"),
        look=RESULTS.look,
    log:
        RESULTS.log("look/{look}"),
    localrule: True
    conda:
        "../envs/tenbyten.yaml"
    params:
        settings=SETUP.expected_at_looks["look"].settings,
        software=SETUP.software,
    message:
        "Look {wildcards.look} at {wildcards.study}"
    script:
        "../scripts/look.py"


SETUP.looks.checkpoint = checkpoints.look
