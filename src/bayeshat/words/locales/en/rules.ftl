# Rules as sentences, without the full stop, and what became of them. Names stand as somebody wrote them.

rules-size-exact = { $count ->
    [one] { $group } must have exactly 1 person
   *[other] { $group } must have exactly { $count } people
}
rules-size-least = { $count ->
    [one] { $group } must have at least 1 person
   *[other] { $group } must have at least { $count } people
}
rules-size-most = { $count ->
    [one] { $group } must have at most 1 person
   *[other] { $group } must have at most { $count } people
}
rules-size-range = { $group } must have { $least } to { $most } people
rules-all-groups = Every group
rules-pin = { $person } must be in { $groups }
rules-bar = { $person } must not be in { $groups }
rules-together = { $people } must be together
rules-together-soft = { $people } should be together ({ $strength })
rules-apart = { $people } must be apart
rules-apart-soft = { $people } should be apart ({ $strength })
rules-spread = “{ $column }” is spread evenly over the groups
rules-spread-soft = “{ $column }” should be spread evenly over the groups ({ $strength })
rules-not-alone = Nobody is the only one in their group with “{ $column }”
rules-not-alone-value = Nobody is the only one in their group with “{ $column }” = “{ $value }”
rules-common-times = The members of every group share at least { $count ->
    [one] { $count } free time
   *[other] { $count } free times
  } in “{ $column }”
rules-wish = { $person } would like to be in { $groups } ({ $strength })
rules-companion = { $person } would like to be with { $companion } ({ $strength })
rules-stay = { $person } should stay in { $group } ({ $strength })
rules-stay-several = { $count } people should stay in their earlier groups ({ $strength })
rules-with-reason = { $rule } ({ $reason })

## How much a rule counts that need not hold

rules-strength-weak = weak
rules-strength-normal = normal
rules-strength-strong = strong
rules-strength-very-strong = very strong
rules-strength-other = weight { $weight }

## What became of a rule

rules-kept = kept
rules-not-kept = not kept
rules-broken = broken
rules-granted = granted
rules-not-granted = not granted
rules-even = even
rules-uneven = not quite even
rules-choice = choice { $number } of { $count }
rules-stayed = { $number } of { $count } stay

## Rules that cannot all be met

rules-conflict-one = This rule cannot be met with { $people } and { $groups }: { $rule }. Change it or leave it out.
rules-conflict-one-why = This rule cannot be met with { $people } and { $groups }: { $rule }. { $why } Change it or leave it out.
# A list, one line a rule.
rules-conflict =
    These { $count } rules cannot all be met with { $people } and { $groups }:
    { $rules }
    Any one of them can be left out to put that right.
rules-conflict-line = {"  - "}{ $rule }
rules-conflict-ranges = These sizes cannot be met with { $people } and { $groups }: { $rules }. Change them.
rules-conflict-ranges-make = These sizes cannot be met with { $people } and { $groups }: { $rules }. Change them, or make { $make }.
rules-conflict-people = { $count ->
    [one] 1 person
   *[other] { $count } people
}
rules-conflict-groups = { $count ->
    [one] 1 group
   *[other] { $count } groups
}
rules-make-between = { $least } to { $most } groups
rules-make-least = at least { $groups }
rules-make-most = at most { $groups }
rules-few-times = { $person } names only { $count }
rules-stop = { $sentence }.
rules-sizes = the groups have exactly { $sizes } people
rules-sizes-free = the groups have exactly { $sizes } people in any order
rules-sizes-empty = no group is empty ({ $setting } forbids it)

## What a form calls each kind, between the names that it asks for

rules-verb-pin = must be in
rules-verb-bar = must not be in
rules-verb-together = must be together
rules-verb-apart = must be apart
rules-verb-wish = would like to be in
rules-verb-companion = would like to be with
rules-verb-stay = should stay in
rules-verb-size = must have this many people
rules-verb-spread = is spread evenly over the groups
rules-verb-not-alone = never stands alone in a group
