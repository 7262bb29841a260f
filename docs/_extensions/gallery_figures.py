"""The gallery: the order of its examples, and a figure that an example ends with is shown, as in a notebook."""

from typing import Any
from weakref import WeakSet

from matplotlib.figure import Figure
from sphinx_gallery.scrapers import figure_rst

FIRST = (
    "who_is_settled",
    "sizes_against_fit",
    "credible_ball",
    "draws_from_another_tool",
    "how_many_groups",
    "numbers_and_choices",
    "known_people",
    "totals_or_sizes",
    "rules_and_their_cost",
    "mixing",
)
# Figures that have been seen: a block without a value of its own sees that of the block before it.
_SEEN: WeakSet[Figure] = WeakSet()


class Order:
    """Sort the files of examples: those named in ``FIRST``, then all others."""

    def __init__(self, _: str) -> None:
        pass

    def __call__(self, file: str) -> tuple[int, str]:
        """Return the place of an example."""
        name = file.removeprefix("plot_").removesuffix(".py")
        return FIRST.index(name) if name in FIRST else len(FIRST), file


def scrape(_: Any, block_vars: dict[str, Any], gallery_conf: dict[str, Any]) -> str:
    """Save the figure, or the figure of the axes, that a block of an example ends with.

    Figures of ``bayeshat.plot`` belong to no window, so that the scraper for matplotlib's windows does not find them.
    """
    figure = getattr(block_vars["example_globals"].get("___"), "figure", None)
    if not isinstance(figure, Figure) or figure in _SEEN:
        return ""
    _SEEN.add(figure)
    if figure.canvas.manager is not None:
        return ""
    path = next(block_vars["image_path_iterator"])
    figure.savefig(path, dpi=150)
    return str(figure_rst([path], gallery_conf["src_dir"]))
