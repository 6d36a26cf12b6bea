"""Priors of the hierarchical model."""

import subprocess
import sys


def test_a_page_tells_them_without_what_computes_the_model():
    program = (
        "import sys, tenbyten.report.page\n"
        "heavy = {'numba', 'scipy.interpolate', 'scipy.optimize', 'scipy.stats'}\n"
        "print(*heavy & set(sys.modules))"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
