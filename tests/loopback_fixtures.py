"""OpenML on loopback."""

import pytest
from openml_loopback import LoopbackOpenML, add_coins, reach


@pytest.fixture
def server(monkeypatch):
    """A server on this machine, of which no proxy is asked."""
    for variable in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(variable, "127.0.0.1,localhost")
    with LoopbackOpenML() as server:
        yield server


@pytest.fixture
def with_coins(server):
    """Let the server offer the small table."""
    add_coins(server)


@pytest.fixture
def connection(server):
    """How the server is reached, in two attempts."""
    return reach(server, attempts=2)
