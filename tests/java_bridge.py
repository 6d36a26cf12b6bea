"""Python's bridge to Java, where both are there."""

import pytest


def find_bridge():
    """Give the module jpype, or skip: JPype1 is missing, or it finds no Java."""
    jpype = pytest.importorskip("jpype", reason="JPype1 is not installed")
    try:
        jpype.getDefaultJVMPath()
    except jpype.JVMNotFoundException:
        pytest.skip("no Java; install one, or set JAVA_HOME")
    return jpype
