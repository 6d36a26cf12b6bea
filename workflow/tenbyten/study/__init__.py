"""Read a study from its file: its data sets, classifiers, folds and tests."""

from tenbyten.study.names import rename_for_files
from tenbyten.study.reading import (
    command_of,
    compared_metrics,
    foreign_metric_names,
    make_study_of_table,
    read_machine,
    read_study,
)
from tenbyten.study.study import Study

__all__ = ["Study", "command_of", "compared_metrics", "foreign_metric_names"]
__all__ += ["make_study_of_table", "read_machine", "read_study", "rename_for_files"]
