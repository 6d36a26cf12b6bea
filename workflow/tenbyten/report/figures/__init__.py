"""Figures of a study: plain tables and arrays in, `Drawing` out; one figure a file."""
