"""Several groups for everybody, with and without time slots: against enumeration, and what is said about it."""

from itertools import combinations, product

import numpy as np
import pytest

import bayeshat as bh
import strategies as our
from bayeshat.errors import InputError, RulesError, TargetError
from bayeshat.rules.fair import FIRST, NOBODY, ORDERS
from sweeps import seeds

WORKSHOPS = ("Art", "Chess", "Drama", "Golf", "Judo")
SLOTS = ("Morning", "Noon", "Evening")


def random_timetable(rng):
    """How many groups each person gets, the slots by name, and each group's workshop and slot."""
    if rng.random() < 0.4:
        names = WORKSHOPS[: rng.integers(3, 5)]
        return 2, None, [(name, name) for name in names]
    n_slots = int(rng.integers(2, 4))
    slots = {}
    for slot in SLOTS[:n_slots]:
        slots[slot] = rng.choice(WORKSHOPS, int(rng.integers(1, 4 if n_slots == 2 else 3)), replace=False).tolist()
    each = int(rng.integers(2, n_slots + 1))
    return each, slots, [(workshop, slot) for slot, some in slots.items() for workshop in some]


def ways(each, groups):
    """Every set of groups that one person can have: no two at one time, and no workshop twice."""
    return [
        some
        for some in combinations(range(len(groups)), each)
        if len({groups[g][0] for g in some}) == each and len({groups[g][1] for g in some}) == each
    ]


def random_case(rng):
    """People with choices, a timetable, capacities and rules; never too many ways to try them all."""
    while True:
        each, slots, groups = random_timetable(rng)
        n_people = int(rng.integers(2, 7))
        if 0 < len(ways(each, groups)) ** n_people <= 50_000:
            break
    people = [f"P{n}" for n in range(n_people)]
    workshops = sorted({workshop for workshop, _ in groups})
    favour = rng.dirichlet(np.ones(len(workshops)))
    wishes = {
        name: rng.choice(workshops, int(rng.integers(1, len(workshops) + 1)), replace=False, p=favour).tolist()
        for name in people
        if rng.random() < 0.9
    }
    years = rng.choice(["1", "2"], n_people).tolist()
    room = each * n_people * rng.uniform(1.0, 2.0) / len(groups)
    sizes = {w: f"{int(rng.random() < 0.2)}..{max(1, round(room + rng.normal(0, 0.7)))}" for w in workshops}

    def some(count):
        return rng.choice(people, count, replace=False).tolist()

    makers = [
        lambda: bh.Pin(some(1)[0], (str(rng.choice(workshops)),)),
        lambda: bh.Pin(some(1)[0], tuple(rng.choice(workshops, 2, replace=False).tolist())),
        lambda: bh.Bar(some(1)[0], (str(rng.choice(workshops)),)),
        lambda: bh.Together(some(2)),
        lambda: bh.Apart(some(2)),
        lambda: bh.Spread("year"),
        lambda: bh.NotAlone("year"),
        lambda: bh.AtLeast("year", years[0], 1),
        lambda: bh.Running(workshops, most=max(len(groups) - 1, 1)),
        lambda: bh.JointSize(rng.choice(workshops, 2, replace=False).tolist(), most=n_people),
    ]
    rules = [makers[i]() for i in rng.integers(len(makers) if len(workshops) > 1 else 1, size=int(rng.integers(0, 3)))]
    return each, slots, groups, {"name": people, "year": years}, sizes, wishes, rules


def holds(rule, had, groups, table):
    """Whether a rule holds, by its meaning, if everybody has the groups (N, each)."""
    people, workshops = table["name"], [workshop for workshop, _ in groups]
    own = {name: set(some) for name, some in zip(people, had, strict=True)}
    members = [[n for n, some in enumerate(had) if g in some] for g in range(len(groups))]
    kind = type(rule).__name__
    if kind in ("Pin", "Bar"):
        return any(workshops[g] in rule.groups for g in own[rule.person]) == (kind == "Pin")
    if kind in ("Together", "Apart"):
        one, other = (own[name] for name in rule.people)
        return one == other if kind == "Together" else not one & other
    if kind in ("Running", "JointSize"):
        there = [len(some) for some, workshop in zip(members, workshops, strict=True) if workshop in rule.groups]
        return (sum(there) if kind == "JointSize" else sum(size > 0 for size in there)) <= rule.most
    for value in set(table["year"]):
        having = [sum(table["year"][n] == value for n in some) for some in members]
        if kind == "NotAlone" and 1 in having:
            return False
        if kind == "AtLeast" and value == rule.value and any(m and not c for m, c in zip(members, having, strict=True)):
            return False
        fair = [table["year"].count(value) * len(some) / len(people) for some in members]
        if kind == "Spread" and any(abs(c - f) > 1 - 1e-9 for c, f in zip(having, fair, strict=True)):
            return False
    return True


def every_way(each, groups, sizes, n_people):
    """All that capacities allow: (M, N, each) groups."""
    ones = np.array(ways(each, groups))
    rows = ones[np.array(list(product(range(len(ones)), repeat=n_people)))]
    for g, (workshop, _) in enumerate(groups):
        least, most = map(int, sizes[workshop].split(".."))
        count = (rows == g).sum(axis=(1, 2))
        rows = rows[(count >= least) & (count <= most)]
    return rows


def judged(had, order, wishes, people, groups):
    """What an order of choices makes small, as numbers to compare one after the other."""
    none = max(map(len, wishes.values()), default=0) + 1
    ranks = []
    for name, some in zip(people, had, strict=True):
        own = wishes.get(name)
        ranks += [] if own is None else [own.index(w) + 1 if (w := groups[g][0]) in own else none for g in some]
    counts = [ranks.count(rank) for rank in range(1, none + 1)]
    if order == FIRST:
        return [-count for count in counts[:-1]]
    return counts[:0:-1] if order == NOBODY else [sum(ranks)]


def solve_to_the_end(seed):
    """Compare what is found with everything that is possible; say whether anything is."""
    rng = np.random.default_rng(seed)
    each, slots, groups, table, sizes, wishes, rules = random_case(rng)
    order = ORDERS[seed % 3]
    people = table["name"]
    rows = every_way(each, groups, sizes, len(people))
    rows = rows[[all(holds(rule, had, groups, table) for rule in rules) for had in rows]] if len(rows) else rows
    asked = {"each": each, "slots": slots, "rules": bh.Rules(rules, wishes=wishes), "fair": order}
    if not len(rows):
        with pytest.raises((RulesError, TargetError)):
            bh.mix_people(table, sizes, **asked)
        return False
    decision = bh.mix_people(table, sizes, **asked)
    had = np.sort(decision.labels.reshape(len(people), each), axis=1)
    assert (rows == had).all(axis=(1, 2)).any(), (seed, rules, had)
    best = min(judged(row, order, wishes, people, groups) for row in rows)
    assert judged(had, order, wishes, people, groups) == best, (seed, order)
    return True


@pytest.mark.parametrize("part", seeds(6, 3))
def test_nothing_is_better_whatever_the_timetable_the_capacities_and_the_rules(part):
    found = [solve_to_the_end(seed) for seed in range(part, 120, 6)]
    assert 0 < sum(found) < len(found)


@pytest.mark.parametrize("part", seeds(2, 1))
@pytest.mark.parametrize("alone", [pytest.param(False, marks=pytest.mark.long), True])
def test_friends_share_as_many_groups_as_choices_and_sizes_allow(alone, part, monkeypatch):
    """Wishes about company are weighed against choices and even sizes, also where not every way can be listed."""
    if alone:
        our.search_alone(monkeypatch)
    seen = 0
    for seed in range(part, 14, 2):
        rng = np.random.default_rng(seed)
        each, slots, groups, table, sizes, wishes, rules = random_case(rng)
        people = table["name"]
        friends = {name: str(rng.choice([other for other in people if other != name])) for name in people[1:]}
        rows = every_way(each, groups, sizes, len(people))
        rows = rows[[all(holds(rule, had, groups, table) for rule in rules) for had in rows]] if len(rows) else rows
        if not len(rows):
            continue
        seen += 1
        every = bh.Rules(rules, companions=friends, wishes=wishes if seed % 2 else None)
        decision = bh.mix_people(table, sizes, each=each, slots=slots, rules=every)
        constraints, wanted = decision.problem.constraints, decision.problem.bounded().sizes
        flat = rows.reshape(len(rows), -1)
        costs = [constraints.soft_cost(one) + wanted.cost(np.bincount(one, minlength=len(groups))) for one in flat]
        had = np.sort(decision.labels.reshape(len(people), each), axis=1)
        assert (flat == had.ravel()).all(axis=1).any(), seed
        own = constraints.soft_cost(decision.labels) + wanted.cost(decision.sizes)
        assert own == pytest.approx(min(costs), abs=1e-9), seed
        # Apart from a constant, company costs as much as friends miss, group by group.
        missed = [
            sum(
                each - len(set(had[people.index(one)]) & set(had[people.index(other)]))
                for one, other in friends.items()
            )
            for had in rows
        ]
        shared = constraints.shared_costs(flat)
        assert np.allclose(shared - shared[0], (np.array(missed) - missed[0]) * 0.25 * decision.kept.worth), seed
    assert seen > 0


DAY = {
    "name": ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"],
    "1st choice": ["Pottery", "Pottery", "Chess", "Dance", "Golf", "Pottery"],
    "2nd choice": ["Chess", "Dance", "Pottery", "Golf", "Pottery", "Golf"],
    "3rd choice": ["Dance", "Golf", "Golf", "Chess", "Dance", "Chess"],
}
TIMES = {"Morning": ["Pottery", "Chess"], "Afternoon": ["Pottery", "Dance", "Golf"]}


def test_a_workshop_at_two_times_is_two_groups_with_one_name_in_wishes_rules_and_sizes():
    sizes = {"pottery": "..3", "Chess": "..3", "Dance": "..3", "Golf (Afternoon)": "..3"}
    with pytest.raises(InputError, match='"Golf \\(Afternoon\\)" is in none of these: Morning, Afternoon'):
        bh.mix_people(DAY, sizes, slots=TIMES, wishes="1st choice")
    sizes = {"pottery": "..3", "Chess": "..3", "Dance": "..3", "Golf": "..3"}
    rules = bh.Rules(
        pins={"Bo": "Pottery (Afternoon)", "Ed": "Pottery"}, bars={"Flo": "Pottery"}, together=[["Cy", "Di"]]
    )
    decision = bh.mix_people(DAY, sizes, slots=TIMES, wishes="1st choice", rules=rules)
    assert decision.names == ("Pottery (Morning)", "Chess", "Pottery (Afternoon)", "Dance", "Golf")
    groups = decision.groups_of()
    assert groups["Bo"][1] == "Pottery (Afternoon)"
    assert any(group.startswith("Pottery") for group in groups["Ed"])
    assert not any(group.startswith("Pottery") for group in groups["Flo"])
    assert groups["Cy"] == groups["Di"]
    assert decision.people[:4] == ("Ann", "Ann", "Bo", "Bo")
    assert decision.place_names == ("Morning", "Afternoon")
    assert "All 4 rules are met." in str(decision.status)
    assert decision.to_dict()["groups_of"]["Bo"] == list(groups["Bo"])
    assert repr(decision).startswith("Decision for 6 people in 2 groups each")


def test_a_workshop_may_be_closed_at_each_of_its_times():
    rules = bh.Rules(running=bh.Running(["pottery", "Dance", "Golf"], most=2))
    decision = bh.mix_people(DAY, "..6", slots=TIMES, wishes="1st choice", rules=rules)
    assert (decision.sizes[[0, 2, 3, 4]] > 0).sum() == 2
    assert decision.sizes[1] > 0


def test_groups_without_times_stand_with_the_best_choice_first():
    decision = bh.mix_people(DAY, "..4", each=2, wishes="1st choice")
    for name, first, second in zip(*(DAY[column] for column in ("name", "1st choice", "2nd choice")), strict=True):
        got = decision.groups_of()[name]
        assert got[0] == first
        assert len(set(got)) == 2
        if got[1] != second:
            assert name in str(decision.status)
    assert "Less than their first 2 choices: 1 person, " in str(decision.status)
    assert "(1st and 3rd choice)" in str(decision.status)


def test_balanced_sizes_are_even_at_each_time():
    table = {"name": [f"P{n}" for n in range(11)], "year": list("11111222222")}
    decision = bh.mix_people(table, slots={"Morning": ["A", "B"], "Noon": ["B", "C", "D"]}, mix="year")
    assert sorted(decision.sizes[:2].tolist()) == [5, 6]
    assert sorted(decision.sizes[2:].tolist()) == [3, 4, 4]
    own = np.array([int(year) for year in table["year"]])
    for g, size in enumerate(decision.sizes):
        there = own[decision.labels.reshape(11, 2)[:, int(g > 1)] == g]
        assert abs((there == 1).sum() - 5 * size / 11) < 1


def test_without_rules_chance_decides():
    people = {"name": [f"P{n}" for n in range(12)]}
    first, second, again = (bh.mix_people(people, groups=4, each=2, rng=seed) for seed in (1, 2, 1))
    assert first.sizes.tolist() == second.sizes.tolist() == [6, 6, 6, 6]
    assert first.groups_of() == again.groups_of() != second.groups_of()
    assert "You named no column to mix by, so the groups are random." in str(first.status)


def test_what_more_fairness_costs_is_said_of_all_groups():
    wishes = {"Ann": ["A", "B"], "Bo": ["A", "B"], "Cy": ["A", "C"], "Di": ["C"]}
    table, sizes = {"name": list(wishes)}, {"A": 2, "B": 2, "C": 2, "D": 2}
    told = str(bh.mix_people(table, sizes, each=2, rules=bh.Rules(wishes=wishes)).status)
    assert "Less than their first 2 choices: " in told
    assert "Di (only 1st choice)" in told
    assert "got a group that they did not choose; the other groups that people got are choice 1.5 on average." in told


def test_everybody_who_meets_in_any_group_counts_as_met():
    people = {"name": list("abcdef")}
    first = bh.mix_people(people, groups=6, each=2)
    met = [pair for group in first.names for pair in combinations(sorted(first.members(group) // 2), 2)]
    second = bh.mix_people(people, groups=3, not_again=first)
    pairs = {tuple(second.members(group)) for group in second.names}
    assert not pairs & set(met)
    with pytest.raises(InputError, match="Earlier groups must be one for each person; got 2"):
        bh.sort_people("hogwarts", bh.simulate(bh.Survey.load("hogwarts"), 6, rng=1).answers, stay=first)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"each": 5}, "got 5 for each person, and only 4 groups"),
        ({"each": 0}, "each must be a whole number of at least 1; got 0"),
        ({"each": 3, "slots": TIMES}, "got 3 groups for each person, and only 2 time slots (Morning, Afternoon)"),
        ({"slots": {"Morning": ["Pottery"], "Noon": ["Pottery"]}}, "nobody can have more than 1; got 2"),
        (
            {"slots": {"Morning": ["Pottery", "Ches"], "Noon": ["Dance", "Golf"]}},
            'got "Ches" in Morning. Did you mean "Ch',
        ),
        ({"slots": {"Morning": ["Pottery", "Chess"], "Noon": ["Dance"]}}, '"Golf" is in none of these: Morning, Noon.'),
        ({"slots": TIMES | {"Noon": ["Judo", "Yoga"]}}, "got none for Judo, Yoga. Add their sizes"),
        ({"slots": {"Morning": ["Pottery", "pottery "]}}, 'got "Pottery", "pottery" twice'),
        ({"slots": {"Morning": []}}, 'A time slot must have groups; got none for "Morning"'),
        ({"slots": {" ": ["Pottery"]}}, "A time slot must have a name; got none for Pottery"),
        ({"each": 2, "waiting_list": "lottery"}, "With 2 groups for each person, waiting_list is not possible"),
        ({"slots": TIMES, "count_by": "name"}, "With 2 groups for each person, count_by is not possible"),
    ],
)
def test_what_cannot_be_meant_is_refused(asked, sentence):
    sizes = dict.fromkeys(("Pottery", "Chess", "Dance", "Golf"), "..6")
    with pytest.raises((InputError, TargetError)) as caught:
        bh.mix_people(DAY, sizes, wishes="1st choice", **asked)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("sizes", "slots", "sentence"),
    [
        ("..2", None, "There must be 2 places for each of the 6 people, 12 in all; the sizes leave 8. Add 4 places."),
        ("4..6", None, "6 people in 2 groups each can fill 12 places; the sizes need at least 16. Take 4 places away."),
        ([3, 3, 3, 2], None, "the sizes leave 11. Add 1 place."),
        ("..2", TIMES, "each of the 6 people in the time slot Morning; the sizes leave 4. Add 2 places."),
        ("3..6", TIMES, "6 people can fill 6 places in the time slot Afternoon; the sizes need at least 9."),
        ([3, 3, 3], TIMES, "There must be one size per group (5); got 3 sizes."),
    ],
)
def test_too_few_and_too_many_places_are_counted(sizes, slots, sentence):
    with pytest.raises(TargetError) as caught:
        bh.mix_people(DAY, sizes, each=2, slots=slots, wishes="1st choice")
    assert sentence in str(caught.value)


def test_conflicts_name_the_times_that_they_come_from():
    rules = bh.Rules(pins=[bh.Pin("Ann", "Dance"), bh.Pin("Ann", "Golf"), bh.Pin("Bo", "Chess")])
    with pytest.raises(RulesError) as caught:
        bh.mix_people(DAY, "..6", slots=TIMES, rules=rules)
    lines = str(caught.value).splitlines()
    assert lines[0] == "These 3 rules cannot all be met with 6 people, 2 groups for each of them, and 5 groups:"
    assert lines[1:4] == [
        "  - Ann must be in Dance",
        "  - Ann must be in Golf",
        "  - Pottery (Afternoon), Dance and Golf are at the same time (Afternoon)",
    ]
    rules = bh.Rules(pins=[bh.Pin("Ann", "Pottery (Morning)"), bh.Pin("Ann", "Pottery (Afternoon)")])
    with pytest.raises(RulesError, match="Nobody is in Pottery twice"):
        bh.mix_people(DAY, "..6", slots=TIMES, rules=rules)


def test_time_slots_are_read_from_tables_and_files(tmp_path):
    table = {
        "rule": ["slot", "Slot", "slot"],
        "who": ["Pottery", "Chess", "Dance; Golf"],
        "what": ["9:30", "9:30", "Noon"],
    }
    decision = bh.mix_people(DAY, "..6", rules=table)
    assert decision.place_names == ("9:30", "Noon")
    (tmp_path / "rules.toml").write_text('slot = { "9:30" = ["Pottery", "Chess"], Noon = ["Dance", "Golf"] }')
    rules = bh.read_rules(tmp_path / "rules.toml")
    assert [rule.words() for rule in rules] == [
        "Pottery and Chess are at the same time (9:30)",
        "Dance and Golf are at the same time (Noon)",
    ]
    assert bh.Rules.from_plain(rules.to_plain()) == rules
    assert bh.mix_people(DAY, "..6", rules=rules).groups_of() == decision.groups_of()


def test_sorting_says_that_it_does_not_look_at_times():
    people = bh.simulate(bh.Survey.load("hogwarts"), 8, rng=1).answers
    rules = bh.Rules(slots={"Morning": ["Gryffindor"]})
    result = bh.sort_people("hogwarts", people, rules=rules, chains=2, tune=100, draws=100, max_draws=100)
    assert "Rules about time slots are for people who get several groups" in " ".join(map(str, result.answers.notes))
    assert result.decision.n_people == 8
