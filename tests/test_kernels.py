"""Kernels are compiled for types, however they are called."""

import pytest

from tenbyten import kernels
from tenbyten.kernels import kernel


@kernel
def raised(number, by):
    """Add two numbers."""
    return number + by


@kernel
def raised_by_several(number):
    """Call a kernel with constants and with a variable."""
    total = raised(number, 1) + raised(number, 2)
    for i in range(3):
        total += raised(number, i) + raised(number, by=4)
    return total


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder for compiled kernels."""
    monkeypatch.setattr(kernels, "cache_folder", lambda: tmp_path)


def test_a_kernel_that_is_called_with_constants_is_compiled_once():
    assert raised_by_several(10) == 11 + 12 + 10 + 11 + 12 + 3 * 14
    assert len(raised.signatures) == 1
