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
settled-elsewhere-by-hand = { $count ->
    [one] 1 person would fit better in another group: { $names }.
   *[other] { $count } people would fit better in another group: { $names }.
}
settled-stay = { $fixed ->
    [0] If the same people answered another survey that says as much about them, about { $share } of them would end up in the same group.
   *[other] If the same people answered another survey that says as much about them, about { $share } of those without a fixed place would end up in the same group.
}
settled-stay-again = { $fixed ->
    [0] If the same people answered the survey again, about { $share } of them would end up in the same group.
   *[other] If the same people answered the survey again, about { $share } of those without a fixed place would end up in the same group.
}
settled-fixed = { $free ->
    [0] Everybody’s place is fixed, so no other places were looked for.
   *[other] All but one person had a fixed place.
}
settled-by-hand = These groups have been changed by hand since they were sorted. Other ways to group these people were looked for before that.
# $names are joined by commas.
settled-names = { $names } and { $last }
settled-names-more = { $names } and { $count } more

## The main ways to group these people

settled-ways = { $count } main ways to group these people
settled-ways-help = The percentages say how likely each is to be the one closest to the truth. The groups as sorted are closest to it on average, even where another way has a larger percentage.
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
