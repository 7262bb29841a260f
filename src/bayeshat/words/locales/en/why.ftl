# Why somebody is in a group. Names of people and groups stand as somebody wrote them.

why-place = { $name } is in { $group }: { $sureness }.
why-chance-0 = { $noun ->
    [house] In { $share } of the groupings that fit everybody's answers, they are in this house.
    [own] Their chance of belonging in this group is { $share }.
   *[group] In { $share } of the groupings that fit everybody's answers, they are in this group.
}
why-chance-1 = { $noun ->
    [house] In { $share } of the groupings that fit everybody's answers, they are in this house, at least twice as often as in any other.
    [own] Their chance of belonging in this group is { $share }, at least twice as much as in any other.
   *[group] In { $share } of the groupings that fit everybody's answers, they are in this group, at least twice as often as in any other.
}
why-chance-2 = { $noun ->
    [house] In { $share } of the groupings that fit everybody's answers, they are in this house; no house stands out clearly.
    [own] Their chance of belonging in this group is { $share }; no group stands out clearly.
   *[group] In { $share } of the groupings that fit everybody's answers, they are in this group; no group stands out clearly.
}
why-chance-3 = { $noun ->
    [house] In { $share } of the groupings that fit everybody's answers, they are in this house, but in another one at least twice as often.
    [own] Their chance of belonging in this group is { $share }, but at least twice as much in another one.
   *[group] In { $share } of the groupings that fit everybody's answers, they are in this group, but in another one at least twice as often.
}
why-chance-fixed = { $noun ->
    [house] In { $share } of the groupings that fit everybody's answers, they are in this house, but their place is fixed.
    [own] Their chance of belonging in this group is { $share }, but their place is fixed.
   *[group] In { $share } of the groupings that fit everybody's answers, they are in this group, but their place is fixed.
}
why-moved = The organiser moved { $name } here. The sort had put them into { $group }.
why-silent = They answered nothing, so nothing speaks for any group.
why-only = There is no other { $noun ->
    [house] house
   *[group] group
}.
why-said = the answer “{ $option }” to “{ $question }”
why-not-ticked = not ticking “{ $option }” in “{ $question }”
why-empty = leaving “{ $question }” empty
why-more = the answer “{ $option }” to “{ $question }” (more than most)
why-less = the answer “{ $option }” to “{ $question }” (less than most)
why-for = For it: { $said }, { $times } times as probable there as elsewhere.
why-against = Against it: { $said }, { $times } times as probable elsewhere as there.
why-odds-for = For it: { $said }, which makes { $group } { $times } times as likely, compared with { $next }.
why-odds-against = Against it: { $said }, which makes { $next } { $times } times as likely, compared with { $group }.
why-over-100 = over 100
why-alike = Their answers hardly separate the groups.
why-rule = Rule: { $rule }.
why-rule-broken = Rule: { $rule }; broken.
why-wish = Wish: { $rule }; granted.
why-wish-missed = Wish: { $rule }; not fully granted.
why-better = { $by ->
    [rules] { $group } fits better ({ $share }), but the rules decided.
    [wishes] { $group } fits better ({ $share }), but a wish decided.
    [answers] { $group } fits better ({ $share }), but the answers decided.
    [hand] { $group } fits better ({ $share }), but the organiser decided.
    [exchange] { $group } fits better ({ $share }), but the two who exchanged places decided.
   *[sizes] { $group } fits better ({ $share }), but the sizes and everybody else's places decided.
}
why-decided = { $by ->
    [rules] The rules decided.
    [wishes] A wish decided.
   *[sizes] The sizes and everybody else's places decided.
}
why-room = They were placed where there was room.
why-not-allowed = { $group }, { $share }: not allowed by { $rules }.
why-quoted = “{ $rule }”
why-move = { $group }, { $share }: moving there means { $people }.
why-move-none = { $group }, { $share }: moving there makes no measurable difference.
why-sizes = Moving alone to another { $noun ->
    [house] house
   *[group] group
} would change the sizes, but two people can swap.
why-sizes-some = Moving alone to { $groups } would change the sizes, but two people can swap.
why-swap = Swapping with { $name } ({ $group }) means { $people }.
why-swap-none = Swapping with { $name } ({ $group }) makes no measurable difference.
