"""Describe the software that counts are made with, without importing it."""

from tenbyten.software.modules import describe_imports, study_folder_on_path
from tenbyten.software.versions import python_version, versions_of

__all__ = ["describe_imports", "python_version", "study_folder_on_path"]
__all__ += ["versions_of"]
