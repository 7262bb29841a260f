"""``python -m bayeshat`` is the ``bayeshat`` command."""

from .cli.app import main

if __name__ == "__main__":
    main()
