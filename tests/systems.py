"""What only some systems have."""

import os

import pytest

on_posix = pytest.mark.skipif(os.name != "posix", reason="needs the signals, users and rights of POSIX")
