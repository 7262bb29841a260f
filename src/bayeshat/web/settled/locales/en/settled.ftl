# How settled a result's groups are, and the other ways to group its people.
# Names of people and groups stand as somebody wrote them.

settled-title = How settled are these groups?
# $level is such as "80 %".
settled-people = { $count ->
    [0] Nobody is settled: that would take a chance of at least { $level } of belonging in their group.
    [one] 1 of { $all } people is settled: at least { $level } likely to belong in their group, or a rule decides.
   *[other] { $count } of { $all } people are settled: each is at least { $level } likely to belong in their group, or a rule decides.
}
settled-leaning = { $count ->
    [one] 1 person leans towards their group: it is at least twice as likely as any other.
   *[other] { $count } people lean towards their group: it is at least twice as likely as any other.
}
settled-open = { $count ->
    [one] 1 person could go either way (no group is at least twice as likely as the others): { $names }.
   *[other] { $count } people could go either way (no group is at least twice as likely as the others): { $names }.
}
settled-elsewhere = { $count ->
    [one] 1 person would fit better elsewhere, but the sizes or rules keep them where they are: { $names }.
   *[other] { $count } people would fit better elsewhere, but the sizes or rules keep them where they are: { $names }.
}
settled-stay = If the same people answered another survey that says as much about them, about { $share } of them would end up in the same group.
settled-stay-again = If the same people answered the survey again, about { $share } of them would end up in the same group.
settled-by-hand = The groups have been changed by hand since they were sorted. How settled they were was measured before that, and no longer holds.
# $names are joined by commas.
settled-names = { $names } and { $last }
settled-names-more = { $names } and { $count } more
settled-badge = could go either way

## The main ways to group these people

settled-ways = { $count } main ways to group these people
settled-ways-help = The percentages say how likely each is to be the one closest to the truth.
settled-ways-none = No other way to group these people stands out.
settled-sorted = As sorted
settled-way = Way { $number }
settled-here = on the board now
settled-swap = { $count ->
    [one] { $names } changes places with { $others }.
   *[other] { $names } change places with { $others }.
}
settled-move = { $count ->
    [one] { $names } moves from { $before } to { $after }.
   *[other] { $names } move from { $before } to { $after }.
}
settled-rest = { $count ->
    [one] 1 more person changes groups.
   *[other] { $count } more people change groups.
}
settled-use = Put this on the board<span class="hidden">: { $way }</span>
settled-no-way = There is no such way to group these people. Look at the result again.

## Why somebody is where they are

settled-why-settled = This place is settled.
settled-why-leaning-house = This place is not settled, but it is at least twice as likely as any other house.
settled-why-leaning-group = This place is not settled, but it is at least twice as likely as any other group.
settled-why-either-house = They could go either way: no house is at least twice as likely as the others.
settled-why-either-group = They could go either way: no group is at least twice as likely as the others.
settled-why-elsewhere-house = This place is not settled: another house is at least twice as likely.
settled-why-elsewhere-group = This place is not settled: another group is at least twice as likely.
settled-why-stay-house = If everybody answered the survey again, they would end up in the same house with a chance of { $share }.
settled-why-stay-group = If everybody answered the survey again, they would end up in the same group with a chance of { $share }.
