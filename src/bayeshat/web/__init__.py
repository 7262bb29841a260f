"""The web front end: the survey form and the organiser's pages."""

from pathlib import Path

from ..words.message import add_folder

add_folder(Path(__file__).parent / "locales")
