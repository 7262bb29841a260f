# How a decision was made: rules, sizes and labels. What the search and a proof say stands in search.ftl.

decision-met = { $count ->
    [one] The rule is met.
    [2] Both rules are met.
   *[other] All { $count } rules are met.
}
decision-broken = { $count ->
    [one] The rule is broken.
   *[other] Of { $count } rules, { $broken ->
        [one] 1 is
       *[other] { $broken } are
    } broken.
}
decision-wishes = Of { $count ->
    [one] 1 wish
   *[other] { $count } wishes
}, { $granted ->
    [one] 1 is
   *[other] { $granted } are
} fully granted.
decision-spreads = { $count ->
    [one] { $even ->
        [0] The column to spread if possible is not quite evenly spread.
       *[other] The column to spread if possible is evenly spread.
    }
   *[other] Of { $count } columns to spread if possible, { $even ->
        [one] 1 is
       *[other] { $even } are
    } evenly spread.
}
decision-ranges = All sizes are within their ranges.
# $people is such as "0.4 fewer people expected in their right group".
decision-cost-rule = Keeping to it means { $people }.
decision-cost-rule-none = Keeping to it makes no measurable difference.
decision-cost = Keeping to them means { $people }.
decision-cost-none = Keeping to them makes no measurable difference.
decision-cost-placed = Leaving people where they were means { $people }.
decision-cost-placed-none = Leaving people where they were makes no measurable difference.
decision-price = Keeping to the rules means { $people }.
decision-price-none = Keeping to the rules makes no measurable difference.
decision-cut-short = The search was cut short: one step ended within { $share } of its best answer.
decision-starts = To save time, the search skipped { $count } of its starts.
decision-hurried = One step of the search took too long and was stopped: on another computer the groups may differ.
decision-disagrees = The posterior would name these groups differently: the loss does not look at labels, so { $by ->
    [rules] rules and sizes
   *[sizes] the sizes
} alone decided which group is which. { $labels ->
    [unknown] If labels mean the same in every draw, use
   *[known] Use
} { $both } or { $placement } to tie people to named groups.
decision-few-draws = Placement needs labels that mean the same in every draw; { $draws } draws are too few to check that, so their labels were used as they are.
decision-few-draws-weighted = Placement needs labels that mean the same in every draw; { $draws } draws, weighted like { $effective }, are too few to check that, so their labels were used as they are.
decision-unnamed = The names of these groups are arbitrary.
decision-renumbered = The labels switch between draws, so the clusters were renumbered consistently first. The names of these groups are arbitrary.

## What became of columns, times and choices

decision-not-again = { $count ->
    [one] The pair from an earlier group does not meet again.
   *[other] None of the { $count } pairs from earlier groups meets again.
}
decision-again = Of { $pairs ->
    [one] 1 pair from an earlier group
   *[other] { $pairs } pairs from earlier groups
}, { $count ->
    [one] 1 meets
   *[other] { $count } meet
} again: { $names }.
decision-again-often = { $count ->
    [one] The first of these pairs meets for at least the third time.
   *[other] The first { $count } of these pairs meet for at least the third time.
}
decision-again-once = Nobody meets for a third time.
# $counts is such as "1 of the 2 with "a", 0 or 1 of the 3 with "b"".
decision-spread = Each group has { $counts } in "{ $column }".
decision-spread-one = { $here } of the { $total } with "{ $value }"
decision-spread-uneven = { $here } (even: { $fair }) of the { $total } with "{ $value }"
decision-spread-rest = so on for { $count } more
decision-spread-none = No two people have the same value in "{ $column }".
decision-spread-more = { $count } more columns are spread in the same way.
decision-counted = By “{ $column }”: { $groups }.
decision-counted-one = { $group } { $count }
decision-shares = Each group has { $shares } in "{ $column }".
decision-share = { $here } % (wanted: { $wanted } %) "{ $value }"
decision-at-least = Too few people with "{ $value }" in "{ $column }": { $groups }.
decision-at-least-one = { $group } has { $count } of { $asked }
decision-times = Times that suit all members: { $groups }.
decision-times-one = { $group }: { $times }
decision-choices = Of { $count ->
    [one] 1 person
   *[other] { $count } people
} with choices, { $told }.
decision-got-1 = { $count } got their first
decision-got-2 = { $count } got their second
decision-got-3 = { $count } got their third
decision-got-later = { $count } got a later one
decision-got-none = { $count } got none of theirs
