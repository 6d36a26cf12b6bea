"""Read a study from its file: its data sets, classifiers, folds and tests."""

from tenbyten.study.in_memory import name_for_files, study_of
from tenbyten.study.reading import read_machine, read_study
from tenbyten.study.study import Study

__all__ = ["Study", "name_for_files", "read_machine", "read_study", "study_of"]
