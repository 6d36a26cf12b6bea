"""Versions of libraries, read without importing them."""

import platform

import numpy as np
import sklearn

from tenbyten.software import libraries_of, python_version, software_of_stage
from tenbyten.software.versions import versions_of


def test_the_libraries_that_a_stage_imports_have_their_versions():
    found = libraries_of("tenbyten.folds.scikit_learn")
    assert found["scikit-learn"] == sklearn.__version__
    assert found["numpy"] == np.__version__
    assert "pandas" not in found


def test_a_library_is_found_by_what_it_installs(install):
    install("made-up", "1.0", package="other_name")
    assert versions_of("other_name") == {"made-up": "1.0"}
    install("made-up", "1.1", package="other_name")
    assert versions_of("other_name") == {"made-up": "1.1"}


def test_a_library_of_the_name_that_has_another_package_is_not_taken(install):
    # There is a distribution `sklearn` that installs nothing.
    install("mine", "1.0", package="different")
    assert versions_of("mine") == {"mine": "not found"}


def test_a_stage_is_described_by_code_libraries_and_python():
    described = software_of_stage("tenbyten.folds.scikit_learn")
    assert list(described) == ["code", "libraries", "python"]
    major, minor, _ = platform.python_version_tuple()
    assert described["python"] == f"{major}.{minor} {platform.machine()}"
    assert described["python"] == python_version()
