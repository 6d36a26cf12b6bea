"""Fixtures that tests of servers share."""

from loopback_fixtures import faults_served, server

__all__ = ["faults_served", "server"]
