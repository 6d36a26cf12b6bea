"""Versions of libraries, read without importing them."""

import platform

import numpy as np
import sklearn

from tenbyten.software import python_version, versions_of


def test_libraries_have_their_versions_by_the_names_they_are_installed_by():
    found = versions_of("sklearn", "numpy", "nobodys")
    expected = {"numpy": np.__version__, "scikit-learn": sklearn.__version__}
    assert found == expected | {"nobodys": "not found"}


def test_a_library_is_found_by_what_it_installs(install):
    install("made-up", "1.0", package="other_name")
    assert versions_of("other_name") == {"made-up": "1.0"}
    install("made-up", "1.1", package="other_name")
    assert versions_of("other_name") == {"made-up": "1.1"}


def test_a_library_of_the_name_that_has_another_package_is_not_taken(install):
    # There is a distribution `sklearn` that installs nothing.
    install("mine", "1.0", package="different")
    assert versions_of("mine") == {"mine": "not found"}


def test_python_has_its_minor_version_and_the_architecture():
    major, minor, _ = platform.python_version_tuple()
    assert python_version() == f"{major}.{minor} {platform.machine()}"
