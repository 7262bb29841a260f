# Who is settled, and the other ways to group people. Names stand as somebody wrote them.

# $level is such as "80 %".
settled-people = { $count ->
    [0] Nobody is settled: that would take a chance of at least { $level } of belonging in their { $noun ->
        [house] house
       *[group] group
    }.
    [one] 1 of { $all } people is settled: at least { $level } likely to belong in their { $noun ->
        [house] house
       *[group] group
    }.
   *[other] { $count } of { $all } people are settled: each is at least { $level } likely to belong in their { $noun ->
        [house] house
       *[group] group
    }.
}
settled-leaning = { $count ->
    [one] 1 person leans towards their { $noun ->
        [house] house
       *[group] group
    }: it is at least twice as likely as any other.
   *[other] { $count } people lean towards their { $noun ->
        [house] house
       *[group] group
    }: it is at least twice as likely as any other.
}
settled-open = { $count ->
    [one] 1 person could go either way (no { $noun ->
        [house] house
       *[group] group
    } is at least twice as likely as the others): { $names }.
   *[other] { $count } people could go either way (no { $noun ->
        [house] house
       *[group] group
    } is at least twice as likely as the others): { $names }.
}
settled-elsewhere = { $count ->
    [one] 1 person would fit better elsewhere, but sizes, rules or the people they go with keep them where they are: { $names }.
   *[other] { $count } people would fit better elsewhere, but sizes, rules or the people they go with keep them where they are: { $names }.
}
settled-elsewhere-by-hand = { $count ->
    [one] 1 person would fit better in another group: { $names }.
   *[other] { $count } people would fit better in another group: { $names }.
}
settled-stay = { $fixed ->
    [0] If the same people answered another survey that says as much about them, about { $share } of them would end up in the same { $noun ->
        [house] house
       *[group] group
    }.
   *[other] If the same people answered another survey that says as much about them, about { $share } of those without a fixed place would end up in the same { $noun ->
        [house] house
       *[group] group
    }.
}
settled-stay-again = { $fixed ->
    [0] If the same people answered the survey again, about { $share } of them would end up in the same { $noun ->
        [house] house
       *[group] group
    }.
   *[other] If the same people answered the survey again, about { $share } of those without a fixed place would end up in the same { $noun ->
        [house] house
       *[group] group
    }.
}
settled-fixed = { $free ->
    [0] Everybody’s place is fixed, so no other places were looked for.
   *[other] All but one person had a fixed place.
}
settled-swap = { $count ->
    [one] { $names } changes places with { $others }.
   *[other] { $names } change places with { $others }.
}
settled-move = { $count ->
    [one] { $names } moves from { $before } to { $after }.
   *[other] { $names } move from { $before } to { $after }.
}
settled-rest = { $count ->
    [one] 1 more person moves.
   *[other] { $count } more people move.
}
settled-people-fixed = { $count ->
    [one] 1 of { $all } people is settled: at least { $level } likely to belong in their { $noun ->
        [house] house
       *[group] group
    }, or their place is fixed.
   *[other] { $count } of { $all } people are settled: each is at least { $level } likely to belong in their { $noun ->
        [house] house
       *[group] group
    }, or their place is fixed.
}
settled-alone = No other grouping stands out.
settled-main = There are { $count } main ways to group these people. The chosen one is closest to the truth with a chance of { $share }.
settled-other = Another is closest with a chance of { $share }: { $changes }
settled-sampled = To save time, some of this is based on { $count } of { $all } people.
