"""Set the study up: the machine's configuration, the study, and what its jobs ask for."""

from snakemake_interface_common.exceptions import WorkflowError

try:
    from tenbyten.jobs.setup import set_up
    from tenbyten.layout import FOLDER, check_rules
    from tenbyten.words import printable
except ImportError as error:
    install = "pip install -c constraints.txt -e . in a clone of these rules"
    raise WorkflowError(f"the package of these rules is missing ({error}); {install}")


configfile: FOLDER / "config" / "config.yaml"


def cores_asked_for():
    """Return the cores of this call; none where nothing is to be run, as for a report."""
    try:
        return workflow.cores
    except WorkflowError:
        return None


try:
    check_rules(lambda file: workflow.source_path(f"../../{file}"))
    SETUP = set_up(config)
    SETUP.begin(cores_asked_for())
except (ValueError, OSError, ImportError) as error:
    raise WorkflowError(printable(str(error))) from None

# Paths of the study's files, in which the study's name is a wildcard.
STUDY, RESULTS = SETUP.study, SETUP.layout


wildcard_constraints:
    **SETUP.patterns,


onstart:
    try:
        SETUP.start()
    except (ValueError, OSError, ImportError) as error:
        raise WorkflowError(printable(str(error))) from None
