"""Read a study from its file: its data sets, classifiers, folds and tests."""

from tenbyten.study.in_memory import (
    described_in,
    name_datasets,
    name_for_files,
    study_of,
)
from tenbyten.study.planning import Planning
from tenbyten.study.reading import command_of, read_machine, read_study
from tenbyten.study.study import Study

__all__ = ["Planning", "Study"]
__all__ += ["command_of", "described_in", "name_datasets", "name_for_files"]
__all__ += ["read_machine", "read_study", "study_of"]
