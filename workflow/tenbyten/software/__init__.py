"""Describe the software that a result is made with, without importing it.

Roots are what to begin at: a module of this package (``tenbyten.metrics``), or one
function or class of it (``tenbyten.stages:run_poisson``). A root reaches every
function, class and constant that it names, also by an import within a function, and
what these name in turn. A class is reached as a whole. What is imported by a name that
is made at run time is to be given as a root.
"""

from tenbyten.software.modules import describe_imports, locate, study_folder_on_path
from tenbyten.software.remembered import code_of, known_roots
from tenbyten.software.versions import (
    libraries_of,
    python_version,
    software_of_stage,
)

__all__ = ["code_of", "describe_imports", "known_roots", "libraries_of"]
__all__ += ["locate", "python_version", "software_of_stage", "study_folder_on_path"]
