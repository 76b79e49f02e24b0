"""What is left to the night: `make nightly` runs it, scripts/test doesn't."""

import pytest


def nightly(*values):
    """A way of testing that is like others."""
    return pytest.param(*values, marks=pytest.mark.nightly)
