"""Run the long tests (calibrations, seed sweeps) of the layers that changed since theirs last passed.

``long_passed.json`` holds a digest of each layer's sources and tests as they were when its long tests last passed.
Commit it with the change it belongs to: then nobody has to run them again, continuous integration included.

Usage: python tests/long_tests.py [pytest options]
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src" / "bayeshat"
PASSED = TESTS / "long_passed.json"
# A folder or file of tests, and the layers whose changes call for its long tests.
LAYERS = {
    "checks": ["checks", "engine", "kinds", "model", "sample"],
    "cli": ["_jit.py", "_kernel_cache.py", "cli", "engine", "paper", "sample", "sorting"],
    "cluster": ["cluster", "engine", "sample"],
    "engine": ["engine"],
    "known_people": ["kinds", "known_people", "model"],
    "plot": ["plot"],
    "report": ["report"],
    "sample": ["kinds", "model", "sample"],
    "sorting": ["engine", "rules", "sorting"],
    "test_estimator.py": ["engine", "estimator.py", "sample"],
    "test_platforms.py": ["_kernel_cache.py", "options.py"],
    "web": ["web"],
}


def digest(layer: str) -> str:
    """Return a digest of everything that the long tests of a layer are about."""
    places = [TESTS / layer, *(SOURCES / name for name in LAYERS[layer])]
    files = [path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))]
    total = hashlib.sha256()
    for path in files:
        total.update(path.relative_to(TESTS.parent).as_posix().encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def main() -> int:
    passed = json.loads(PASSED.read_text()) if PASSED.exists() else {}
    changed = {layer: now for layer in LAYERS if passed.get(layer) != (now := digest(layer))}
    if not changed:
        print("long tests: no layer changed since they last passed")
        return 0
    print("long tests of", ", ".join(changed))
    places = [str(TESTS / layer) for layer in changed]
    if status := subprocess.call([sys.executable, "-m", "pytest", "-m", "long", *places, *sys.argv[1:]]):
        return status
    PASSED.write_text(json.dumps(passed | changed, indent=2, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
