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
