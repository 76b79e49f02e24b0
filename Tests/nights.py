"""What is left to the night: `make nightly` runs it, scripts/test doesn't."""

import pytest


def nightly(*values, id=None):
    """A way of testing that is like others."""
    return pytest.param(*values, id=id, marks=pytest.mark.nightly)
