# What is said about a result as a whole.

result-right = Expected in their right { $noun ->
    [house] house
   *[group] group
}: { $right } of { $people } people.
result-noise = The answers hardly separate people, so nobody can know who belongs in which { $noun ->
    [house] house
   *[group] group
}.
result-cost-sizes = Having these sizes means { $people }, compared with everybody in their likeliest { $noun ->
    [house] house
   *[group] group
}.
result-cost-sizes-none = Having these sizes makes no measurable difference, compared with everybody in their likeliest { $noun ->
    [house] house
   *[group] group
}.
result-cost-sizes-rules = Keeping to these sizes and rules means { $people }, compared with everybody in their likeliest { $noun ->
    [house] house
   *[group] group
}.
result-cost-sizes-rules-none = Keeping to these sizes and rules makes no measurable difference, compared with everybody in their likeliest { $noun ->
    [house] house
   *[group] group
}.
result-cost-exact = Meeting the sizes exactly rather than as a guide means { $people }.
result-cost-guide = As a guide, they would have become { $sizes }.
## What needs a second look

result-unreliable = These percentages are not reliable yet, because sampling has not settled.
result-wishes-first = Because the answers hardly separate people, wishes and other rules that hold if possible came first.
result-silent = { $count ->
    [one] 1 of { $all } people gave no answers and was placed where there was room: { $names }.
   *[other] { $count } of { $all } people gave no answers and were placed where there was room: { $names }.
}
result-not-granted = Not every wish could be granted: { $rules }.
result-uneven = { $columns } could not be spread quite evenly over the { $noun ->
    [house] houses
   *[group] groups
}.
