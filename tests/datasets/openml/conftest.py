"""Fixtures that tests of servers share."""

from loopback_fixtures import connection, faults_served, server, with_coins

__all__ = ["connection", "faults_served", "server", "with_coins"]
