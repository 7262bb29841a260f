"""bayeshat beside other systems: ``python benchmarks/peers/run.py [--cases …] [--peers …] [--minutes …] [--out …]``."""

import sys
from importlib import import_module
from pathlib import Path

# This file's own folder comes first on the path, where modules would hide packages of the same name.
sys.path[0] = str(Path(__file__).parents[1])

if __name__ == "__main__":
    import_module("peers.runner").main()
