"""Tables of the comparison with other systems, from the file that the runner in ``benchmarks/peers`` writes."""

import json
from pathlib import Path

import peers
from docutils import nodes
from peers.cases import CASES
from peers.goals import judge
from peers.real_data import SOURCES
from sphinx.util.docutils import SphinxDirective

REAL = "real: "
RESULTS = Path(peers.__file__).parent / "results.json"
DASH = "–"


def setup(app):
    """Register the directive ``peers``."""
    app.add_directive("peers", Peers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class Peers(SphinxDirective):
    """A part of the results: ``about``, ``goals``, ``systems``, ``files``, or the table of a kind of cases.

    The cases of real surveys are apart from the others: ``real: clusters answers``.
    """

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        """Return the part; the page is built again when there are new results."""
        self.env.note_dependency(str(RESULTS))
        results = json.loads(RESULTS.read_text(encoding="utf-8"))
        parts = {"about": show_about, "goals": show_goals, "systems": show_systems, "files": show_files}
        if self.arguments[0] in parts:
            return [parts[self.arguments[0]](results)]
        is_real, kind = self.arguments[0].startswith(REAL), self.arguments[0].removeprefix(REAL)
        cases = [case for case in results["cases"] if case["kind"] == kind and is_real_case(case["case"]) == is_real]
        return [show_cases(cases) if cases else nodes.paragraph(text="Not measured this time.")]


def show_about(results):
    """Say where it was measured, and what was not."""
    machines = dict.fromkeys(case["measured"]["machine"] for case in results["cases"])
    words = (
        f"Measured on: {'; '.join(machines)}. After each case's name stand the day, the load of the machine when the "
        "case began, and the minutes of processor time that each system had for it."
    )
    measured = {case["case"] for case in results["cases"]}
    if missing := [f"{case.title} ({case.kind})" for case in CASES.values() if case.name not in measured]:
        words += f" Not measured yet: {'; '.join(missing)}."
    return nodes.paragraph(text=words)


def is_real_case(name):
    """Say whether a case is a real survey."""
    return name.startswith(("real-", "half-"))


def show_files(_):
    """List the files of real surveys, with links to them and their checksums."""
    shown = nodes.bullet_list()
    for one in SOURCES.values():
        words = nodes.paragraph(text=f"{one.title}: ")
        words += nodes.reference(text=one.file, refuri=one.address)
        words += [nodes.Text(", SHA-256 "), nodes.literal(text=one.digest)]
        shown += nodes.list_item("", words)
    return shown


def show_goals(results):
    """List the goals, and where they are missed."""
    shown = nodes.bullet_list()
    for goal in judge(results):
        words = f"{goal.text}: {tell_misses(len(goal.missed), goal.looked_at)}"
        item = nodes.list_item("", nodes.paragraph(text=words))
        if goal.missed:
            parts = [nodes.list_item("", nodes.paragraph(text=f"{text}.")) for text in goal.missed]
            item += nodes.bullet_list("", *parts)
        shown += item
    return shown


def show_systems(results):
    """Say which systems were run, in which version, and how they are called."""
    versions = {}
    for case in results["cases"]:
        for row in case["rows"]:
            versions.setdefault((row["peer"], case["kind"]), {})[row["version"]] = None
    rows = []
    for peer in results["peers"]:
        ran = versions.get((peer["name"], peer["kind"]))
        rows.append([peer["name"], peer["kind"], " and ".join(ran or [f"not run: {peer['missing']}"]), peer["about"]])
    return make_table(["system", "what it does", "version", "how it is called"], rows)


def show_cases(cases):
    """Return the table of cases of one kind, a row for each system."""
    columns = {"samples": SAMPLING, "learns groups": LEARNING}.get(cases[0]["kind"], OTHERS)
    rows = []
    for case in cases:
        for n, row in enumerate(case["rows"]):
            shown = [write(row) for write in columns.values()]
            if "reason" in row:
                shown = [row["reason"], *[""] * (len(columns) - 1)]
            rows.append([name_case(case) if n == 0 else "", row["peer"], *shown])
    return make_table(["case", "system", *columns], rows)


def name_case(case):
    """Return a case's title, and how it was measured."""
    how = case["measured"]
    return f"{case['title']} ({how['date']}, load {how['load']:g}, {how['minutes']:g} min)"


def tell_misses(n_missed, looked_at):
    """Say how often a goal was met."""
    if not looked_at:
        return "not measured."
    return (
        f"met in all {looked_at} comparisons." if not n_missed else f"missed in {n_missed} of {looked_at} comparisons."
    )


def number(row, key, digits=3):
    """Write a figure of a row, or a dash where there is none."""
    return DASH if row.get(key) is None else f"{row[key]:.{digits}g}"


def with_error(row, key):
    """Write a mean and its standard error."""
    if row.get(key) is None:
        return DASH
    error = row.get(f"{key} error")
    # No minus before a zero.
    return f"{round(row[key], 3) + 0.0:.3f}" + ("" if error is None else f" ± {error:.3f}")


def share(row, key):
    """Write a share in percent."""
    return DASH if row.get(key) is None else f"{100 * row[key]:.0f} %"


def write_above(row):
    """Write how far bayeshat's loss is above a system's, in percent of it."""
    if row.get("loss above") is None:
        return DASH
    above = 100 * row["loss above"] / max(abs(row["loss"]), 1e-12)
    return "0" if abs(above) < 1e-6 else f"{above:+.2g} %"


OTHERS = {
    "data sets": lambda row: number(row, "sets"),
    "seconds": lambda row: number(row, "seconds"),
    "times as long as bayeshat": lambda row: number(row, "times"),
    "loss": lambda row: number(row, "loss", 6),
    "bayeshat's loss, above this": write_above,
    "sizes met": lambda row: share(row, "sizes met"),
    "right": lambda row: with_error(row, "right"),
    "bayeshat's right, above this": lambda row: with_error(row, "right above"),
}
SAMPLING = {
    "data sets": lambda row: number(row, "sets"),
    "seconds": lambda row: number(row, "seconds"),
    "fewest effective draws": lambda row: number(row, "effective draws", 4),
    "largest R-hat": lambda row: number(row, "R-hat", 4),
    "bayeshat's effective draws per second, times this": lambda row: number(row, "times"),
}

LEARNING = {
    "data sets": lambda row: number(row, "sets"),
    "seconds": lambda row: number(row, "seconds"),
    "right": lambda row: with_error(row, "right"),
    "right with sizes": lambda row: with_error(row, "right with sizes"),
    "log score": lambda row: with_error(row, "log score"),
    "calibration error": lambda row: with_error(row, "calibration"),
    "bayeshat's right, above this": lambda row: with_error(row, "right above"),
    "bayeshat's log score, above this": lambda row: with_error(row, "log score above"),
}


def make_table(heads, rows):
    """Return a table of texts."""
    group = nodes.tgroup(cols=len(heads))
    group += [nodes.colspec(colwidth=1) for _ in heads]
    group += nodes.thead("", make_row(heads))
    group += nodes.tbody("", *(make_row(row) for row in rows))
    return nodes.table("", group, classes=["table-sm"])


def make_row(texts):
    """Return one row of a table."""
    return nodes.row("", *(nodes.entry("", nodes.paragraph(text=text)) for text in texts))
