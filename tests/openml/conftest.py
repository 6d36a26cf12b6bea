"""How often the loopback server misbehaved, said at the end."""

from openml_loopback import LoopbackOpenML


def pytest_terminal_summary(terminalreporter):
    """Print how many of OpenML's faults the tests were served."""
    if LoopbackOpenML.faults_served:
        terminalreporter.write_line(
            f"OpenML's faults served on loopback: {LoopbackOpenML.faults_served}"
        )
