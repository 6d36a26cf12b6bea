"""Fixtures that tests of servers share."""

from loopback_fixtures import connection, server, with_coins

__all__ = ["connection", "server", "with_coins"]
