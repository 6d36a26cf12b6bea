"""Compare classifiers by repeated cross-validation over many data sets.

A study file with the key `simulation` or `planning` simulates such comparisons.

snakemake --cores 8                                  the demo study, no network
snakemake --cores 8 --config study=paper             Corani & Benavoli, section 4.4
snakemake --cores 8 --config study=/home/me/mine.yaml
snakemake --cores 8 --config study=corani-benavoli-4.2
snakemake --cores 8 parity --config study=paper      native learners against WEKA
config/README.md names every key.

`snakemake --lint` asks for an environment or container for each rule: one environment
serves all of them, the one that constraints.txt pins.
"""

from snakemake.utils import min_version

min_version("9.0")


include: "workflow/rules/common.smk"
include: "workflow/rules/progress.smk"


if IS_SIMULATED:

    report: "workflow/report/simulation.rst"

    include: "workflow/rules/simulation.smk"

else:

    report: "workflow/report/workflow.rst"

    include: "workflow/rules/comparison.smk"
    include: "workflow/rules/plan.smk"
    include: "workflow/rules/resources.smk"


rule all:
    """The report, and the tables and figures that it shows."""
    default_target: True
    input:
        **targets(),


if IS_SIMULATED:

    include: "workflow/rules/fetch.smk"
    include: "workflow/rules/simulate.smk"

elif MACHINE["accuracies"]:

    include: "workflow/rules/import.smk"

else:

    include: "workflow/rules/fetch.smk"
    include: "workflow/rules/prepare.smk"
    include: "workflow/rules/crossvalidate.smk"

    if is_to_be_collected():

        include: "workflow/rules/collect.smk"

    else:

        rule collected:
            """Stand in for rule collect, for commands that name one of its files."""
            input:
                **{
                    name: expand(files, study=STUDY.name)
                    for name, files in (collected_files() | PREDICTIONS).items()
                },


if not IS_SIMULATED:

    include: "workflow/rules/compare.smk"

    if OVER_DATASETS:

        include: "workflow/rules/over_datasets.smk"
        include: "workflow/rules/tables.smk"

    else:

        include: "workflow/rules/on_one_dataset.smk"
    include: "workflow/rules/report.smk"

    if TWINS:

        include: "workflow/rules/parity.smk"


include: "workflow/rules/provenance.smk"
include: "workflow/rules/records.smk"
include: "workflow/rules/verify.smk"
