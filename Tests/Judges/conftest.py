"""What holds for every test here."""

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def _no_settings_of_the_tests():
    """Takes the tests' own variables away, which the commands would refuse as mistyped settings; modules have read them."""
    for name in [name for name in os.environ if name.startswith("VACCINAPP_")]:
        del os.environ[name]
