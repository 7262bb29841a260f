"""Courses in Canvas and Moodle: who takes them, and groups for them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import CourseError, InputError
from ...options import Progress
from ...words.message import Message
from ..options import Commands, Force, Json, Quiet, consoles, print_json
from ..parse import existing

if TYPE_CHECKING:
    from ...courses.course import Course
    from ...courses.publish import Plan, Written

course_app = Commands(
    help="Read who takes a course in Canvas or Moodle, and write groups into it.", no_args_is_help=True
)

Address = Annotated[
    str,
    typer.Argument(
        metavar="ADDRESS",
        help="The address of the course's page, from your browser. Your token is read from BAYESHAT_CANVAS_TOKEN or "
        "BAYESHAT_MOODLE_TOKEN.",
    ),
]


@course_app.command("roster")
def course_roster(
    address: Address,
    output: Annotated[Path, typer.Option("--output", "-o", help="CSV file to write.")] = Path("people.csv"),
    force: Force = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write a table of the students of a course: names, and what tells them apart.

    Example: bayeshat course roster https://canvas.example.org/courses/123 -o people.csv
    """
    from ...courses.roster import roster_table
    from ...report.files import write_tables
    from ...report.whole_folder import check_new_file

    check_new_file(output, force)
    with _open(address, as_json or quiet) as (course, progress):
        progress(0.0, Message("progress-asking", host=course.site.host))
        students = course.students()
    about = {"number": course.number, "host": course.site.host}
    if not students:
        raise CourseError(Message("courses-no-students", **about))
    write_tables({output: roster_table(students)})
    if as_json:
        print_json({"file": str(output), "students": len(students)})
    elif not quiet:
        told = {"count": len(students), "system": course.system, "file": str(output), **about}
        print(Message("courses-students", **told))
        print(Message("courses-next", file=str(output)))


@course_app.command("publish")
def course_publish(
    address: Address,
    groups: Annotated[Path, typer.Argument(help="Groups: the assignments.csv of a sort, or a table like it.")],
    name: Annotated[str, typer.Option("--set", metavar="NAME", help="Name of the set of groups in the course.")],
    prefix: Annotated[str, typer.Option(help="Text to put before the name of every group.")] = "",
    update: Annotated[
        bool, typer.Option("--update", help="Move people who are in other groups of the set already.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be written, and write nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write without asking.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write groups into a course: a group set in Canvas, a grouping in Moodle. It asks before it writes.

    If it is interrupted, the same command goes on from where it was. Nothing is ever deleted but that --update takes
    people out of groups that they leave.

    Example: bayeshat course publish https://canvas.example.org/courses/123 mixed/assignments.csv --set "Project teams"
    """
    from ...courses.publish import Written, carry_out, make_plan, read_placed

    existing(groups, "groups")
    placed = read_placed(groups, prefix)
    silent, written = as_json or quiet, Written()
    with _open(address, silent) as (course, progress):
        progress(0.0, Message("progress-asking", host=course.site.host))
        plan = make_plan(course, name, placed)
    plan.check(update)
    if not silent:
        print("\n".join(map(str, plan.words())))
    if not (dry_run or plan.is_done):
        if not (yes or _agree()):
            print(Message("courses-not-written"))
            return
        with _telling(plan, written), _progress(silent) as progress:
            carry_out(plan, written, progress)
    if as_json:
        print_json({**plan.to_dict(), "written": vars(written)})
    elif not quiet and not dry_run:
        print(Message("courses-done-before") if plan.is_done else written.words(plan))


@contextmanager
def _open(address: str, silent: bool) -> Iterator[tuple[Course, Progress]]:
    """Yield a course, and where to say how far the work is."""
    from ...courses.systems import open_course

    course = open_course(address, os.environ)
    with _progress(silent) as progress:
        course.site.tell = lambda words: progress(0.0, words)
        yield course, progress
        course.site.tell = lambda _: None


@contextmanager
def _progress(silent: bool) -> Iterator[Progress]:
    from ..show import progress_bar

    with progress_bar(consoles()[1], silent) as progress:
        yield progress


@contextmanager
def _telling(plan: Plan, written: Written) -> Iterator[None]:
    """Say what has been written if somebody stops the command."""
    try:
        yield
    except KeyboardInterrupt:
        print(Message("courses-stopped", wrote=written.words(plan)), file=sys.stderr)
        raise


def _agree() -> bool:
    """Return whether somebody says yes."""
    print(f"{Message('courses-write')} [{str(Message('courses-yes')).split()[0]}/N] ", end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise InputError(Message("courses-say-yes"))
    return line.strip().lower() in str(Message("courses-yes")).split()
