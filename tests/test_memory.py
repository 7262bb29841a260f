"""Free memory: from psutil, else from the system, else without bound."""

import ctypes
import os
import sys
from types import SimpleNamespace

import pytest

from bayeshat import _memory


@pytest.fixture
def without_psutil(monkeypatch):
    monkeypatch.setitem(sys.modules, "psutil", None)


def test_psutil_is_asked_where_it_is_installed(monkeypatch):
    told = SimpleNamespace(virtual_memory=lambda: SimpleNamespace(available=12345))
    monkeypatch.setitem(sys.modules, "psutil", told)
    assert _memory.free_memory() == 12345


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc/meminfo")
def test_linux_says_how_much_is_free(without_psutil):
    assert 2**20 < _memory.free_memory() < 2**50


def test_macos_is_taken_to_have_half_of_its_memory_free(without_psutil, monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 4096}.__getitem__)
    assert _memory.free_memory() == 1000 * 4096 // 2


@pytest.mark.parametrize("answers", [True, False])
def test_windows_is_asked_through_its_own_function(without_psutil, monkeypatch, answers):
    def fill(pointer):
        status = pointer._obj
        assert status.length == ctypes.sizeof(status)
        status.free = 777
        return answers

    kernel = SimpleNamespace(kernel32=SimpleNamespace(GlobalMemoryStatusEx=fill))
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", kernel, raising=False)
    assert _memory.free_memory() == (777 if answers else 2**62)


def test_a_system_that_does_not_say_is_without_bound(without_psutil, monkeypatch):
    def refuse(*_, **__):
        raise OSError

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("pathlib.Path.read_text", refuse)
    assert _memory.free_memory() == 2**62
