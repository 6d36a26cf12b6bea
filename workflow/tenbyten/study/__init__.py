"""A study: its data sets, classifiers, folds and tests, read whole from its file."""

from tenbyten.study.in_memory import name_for_files, study_of
from tenbyten.study.reading import read_machine, read_study
from tenbyten.study.study import Study

__all__ = ["Study", "name_for_files", "read_machine", "read_study", "study_of"]
