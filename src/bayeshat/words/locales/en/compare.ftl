# How many groups there are.

compare-one = These answers show no separate groups: of { $tried } groups, no number predicts a new person's answers clearly better than one group does.
compare-best = { $count } groups predict a new person's answers best, of { $tried } groups that were tried.
compare-nearly = { $count } groups are recommended: of { $tried } groups that were tried, { $best } predict a new person's answers best, but { $count } do so nearly as well (within one standard error).
# $sure is one of the two sentences below.
compare-less-likely = { $groups ->
    [one] With 1 group
   *[other] With { $groups } groups
} instead of { $recommended }, each answer of a new person would be { $percent } % less likely. { $sure }
compare-more-likely = { $groups ->
    [one] With 1 group
   *[other] With { $groups } groups
} instead of { $recommended }, each answer of a new person would be { $percent } % more likely. { $sure }
compare-chance = That may be chance.
compare-no-chance = That is more than chance explains.
compare-empty = { $count ->
    [one] 1 group is empty
   *[other] { $count } groups are empty
}
compare-same = two groups are the same
compare-rough = { $count ->
    [one] rough for 1 person
   *[other] rough for { $count } people
}
compare-title = How many groups?
compare-groups = groups
compare-worse = worse than the best by
compare-recommended = recommended
