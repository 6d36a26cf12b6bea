"""Read a study from its file: its data sets, classifiers, folds and tests."""

from tenbyten.study.in_memory import described_in, name_for_files, study_of
from tenbyten.study.reading import command_of, read_machine, read_study
from tenbyten.study.study import Planning, Study

__all__ = ["Planning", "Study", "command_of", "described_in", "name_for_files"]
__all__ += ["read_machine", "read_study", "study_of"]
