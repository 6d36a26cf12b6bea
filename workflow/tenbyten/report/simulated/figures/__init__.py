"""Figures of simulation studies, and the axes and curves that they share."""
