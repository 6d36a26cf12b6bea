"""How often the loopback server misbehaved, said at the end."""

import pytest
from openml_loopback import LoopbackOpenML


@pytest.fixture(autouse=True)
def faults_served(counted):
    """Count the faults that a test was served."""
    before = LoopbackOpenML.faults_served
    yield
    if LoopbackOpenML.faults_served > before:
        counted(
            "OpenML's faults served on loopback",
            LoopbackOpenML.faults_served - before,
        )
