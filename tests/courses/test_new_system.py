"""A course system from outside: one class, and one line in the table."""

from dataclasses import dataclass, field, replace

import pytest

from bayeshat.courses import systems
from bayeshat.courses.course import CourseGroup, GroupSet, Student, System
from bayeshat.courses.publish import Written, carry_out, make_plan, read_placed
from bayeshat.courses.site import Site


@dataclass(eq=False)
class Slate:
    """A course on a slate: everything is in memory."""

    site: Site
    number: str
    system: str = "Slate"
    there: GroupSet = field(default_factory=GroupSet)

    def students(self):
        return [Student(str(n), (name,), {}) for n, name in enumerate(("Ann", "Bo", "Cy"))]

    def find_set(self, name, wanted):
        return self.there

    def make_set(self, name):
        self.there = replace(self.there, id=name)
        return name

    def make_groups(self, set_id, names):
        for name in names:
            self.there = replace(self.there, groups=(*self.there.groups, CourseGroup(name, name, frozenset())))
            yield {group.name: group.id for group in self.there.groups if group.name in names}

    def add(self, members):
        return self._change(members, frozenset.union)

    def remove(self, members):
        return self._change(members, frozenset.difference)

    def _change(self, members, change):
        for count, (group, person) in enumerate(members, 1):
            groups = [
                replace(one, members=change(one.members, {person})) if one.id == group else one
                for one in self.there.groups
            ]
            self.there = replace(self.there, groups=tuple(groups))
            yield count


def test_another_system_is_a_class_and_a_line(monkeypatch, tmp_path):
    slate = System("Slate", r"(.*)/slates/(\d+)", "SLATE_TOKEN", Slate)
    monkeypatch.setattr(systems, "SYSTEMS", (*systems.SYSTEMS, slate))
    course = systems.open_course("https://school.example/slates/3", {"SLATE_TOKEN": "chalk"})
    assert (course.system, course.number) == ("Slate", "3")
    file = tmp_path / "groups.csv"
    file.write_text("name,group\nAnn,A\nBo,B\nCy,A\n")
    told = []
    for _ in range(2):
        plan = make_plan(course, "Teams", read_placed(file))
        plan.check(update=False)
        carry_out(plan, Written(), lambda share, words: told.append((share, str(words))))
    assert plan.is_done
    assert {group.name: sorted(group.members) for group in course.there.groups} == {"A": ["0", "2"], "B": ["1"]}
    shares = [share for share, _ in told]
    assert max(shares) <= 1
    assert told[0] == (0.0, "writing to school.example")
    file.write_text("name,group\nAnn,B\nBo,B\nCy,A\n")
    plan = make_plan(course, "Teams", read_placed(file))
    with pytest.raises(ValueError, match='Ann is in "A"'):
        plan.check(update=False)
    written = Written()
    carry_out(plan, written, lambda *_: None)
    assert (written.n_out, written.n_members) == (1, 1)
    assert {group.name: sorted(group.members) for group in course.there.groups} == {"A": ["2"], "B": ["0", "1"]}
