"""Every public name is in the reference, with an example that runs (pytest runs those of src)."""

import inspect
import re
from pathlib import Path

import pytest

import bayeshat as bh

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "index.md"
LISTED = re.findall(r"^ +~(bayeshat\.[\w.]+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
PUBLIC = {f"bayeshat.{name}": getattr(bh, name) for name in bh.__all__}
PUBLIC |= {f"bayeshat.plot.{name}": getattr(bh.plot, name) for name in bh.plot.__all__}


def test_the_reference_lists_every_public_name_once():
    assert sorted(set(PUBLIC) - set(LISTED)) == []
    assert len(LISTED) == len(set(LISTED))


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_has_an_example(name):
    # Not inspect.getdoc, which would take the example of a base class.
    section = re.search(r"^ *Examples\n *-{8}\n(.*)", PUBLIC[name].__doc__, re.MULTILINE | re.DOTALL)
    assert section is not None, f"{name} needs a section Examples in its docstring"
    assert ">>> " in section[1]


@pytest.mark.parametrize("name", [name for name, value in PUBLIC.items() if inspect.isclass(value)])
def test_every_method_is_described(name):
    for member, value in vars(PUBLIC[name]).items():
        function = getattr(value, "func", value)
        if not member.startswith("_") and (inspect.isroutine(function) or isinstance(function, property)):
            assert inspect.getdoc(getattr(PUBLIC[name], member)), f"{name}.{member} needs a docstring"
